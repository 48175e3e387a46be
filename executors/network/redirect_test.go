package network

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"assent/executors"
)

// named returns an executor for which every name leads to loopback, and whose
// user allowed these hosts.
func named(t *testing.T, allowed ...string) *executor {
	t.Helper()
	e := loopback(allowed...)
	e.resolver, _ = answering(t, func(string, int) []string { return []string{"127.0.0.1"} })
	return e
}

// at returns the URL of a path on server under another host name.
func at(server *httptest.Server, host, path string) string {
	u, err := url.Parse(server.URL)
	if err != nil {
		panic(err)
	}
	return u.Scheme + "://" + net.JoinHostPort(host, u.Port()) + path
}

// bouncer redirects /302?URL to that URL, and says what it got at other paths.
func bouncer(w http.ResponseWriter, r *http.Request) {
	var status int
	if n, _ := fmt.Sscanf(r.URL.Path, "/%d", &status); n == 1 {
		to, _ := url.QueryUnescape(r.URL.RawQuery)
		w.Header().Set("Location", to)
		w.WriteHeader(status)
		return
	}
	body, _ := io.ReadAll(r.Body)
	fmt.Fprintf(w, "%s %s auth=%s key=%s type=%s referer=%s accept=%s %s", r.Method, r.URL.Path,
		r.Header.Get("Authorization"), r.Header.Get("X-Key"), r.Header.Get("Content-Type"), r.Header.Get("Referer"), r.Header.Get("Accept"), body)
}

func TestRedirects(t *testing.T) {
	t.Parallel()
	server := site(t, bouncer)
	e := named(t, "a.example.com", "example.com", "user.github.io", "127.0.0.1")
	headers := args{"Authorization": "A", "X-Key": "K", "Content-Type": "C", "Accept": "x"}
	for name, test := range map[string]struct {
		from, to, method, body string
		status                 int
		want                   string // the body; empty: the redirect is the result
	}{
		"same host":        {"a.example.com", "/end", "GET", "", 302, "GET /end auth=A key=K type= referer= accept=x "},
		"same, absolute":   {"a.example.com", at(server, "A.example.com.", "/end"), "GET", "", 301, "GET /end auth= key=K type= referer= accept=x "},
		"post becomes get": {"a.example.com", "/end", "POST", "data", 303, "GET /end auth=A key=K type= referer= accept=x "},
		"302 after post":   {"a.example.com", "/end", "POST", "data", 302, "GET /end auth=A key=K type= referer= accept=x "},
		"post stays post":  {"a.example.com", "/end", "POST", "data", 307, "POST /end auth=A key=K type=C referer= accept=x data"},
		"308 too":          {"a.example.com", "/end", "POST", "data", 308, "POST /end auth=A key=K type=C referer= accept=x data"},
		"body to sibling":  {"a.example.com", at(server, "example.com", "/end"), "POST", "data", 307, ""},
		"308 to sibling":   {"a.example.com", at(server, "b.a.example.com", "/end"), "POST", "data", 308, ""},
		"other domain":     {"a.example.com", at(server, "a.example.org", "/end"), "GET", "", 302, ""},
		"public suffix":    {"user.github.io", at(server, "other.github.io", "/end"), "GET", "", 302, ""},
		"address":          {"a.example.com", at(server, "127.0.0.1", "/end"), "GET", "", 302, ""},
		"odd address":      {"a.example.com", at(server, "2130706433", "/end"), "GET", "", 302, ""},
		"localhost":        {"a.example.com", at(server, "localhost", "/end"), "GET", "", 302, ""},
		"other scheme":     {"a.example.com", "file:///etc/passwd", "GET", "", 302, ""},
		"credentials":      {"a.example.com", "http://u:p@a.example.com/", "GET", "", 302, ""},
		"zone":             {"a.example.com", "http://[fe80::1%25eth0]/", "GET", "", 302, ""},
		"no location":      {"a.example.com", "", "GET", "", 302, ""},
		"304":              {"a.example.com", "/end", "GET", "", 304, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			arguments := args{"method": test.method, "body": test.body, "headers": headers}
			arguments["url"] = at(server, test.from, fmt.Sprintf("/%d?", test.status)) + url.QueryEscape(test.to)
			got, err := run(t, e, arguments)
			if err != nil {
				t.Fatal(err)
			}
			if test.want == "" {
				if got.StatusCode != test.status || got.Headers["Location"] != test.to || got.URL != strings.TrimSuffix(at(server, test.from, fmt.Sprintf("/%d?", test.status))+url.QueryEscape(test.to), "?") {
					t.Errorf("got %+v, want the redirect itself", got)
				}
				return
			}
			if want := strings.TrimSuffix(test.want, " "); strings.TrimSuffix(got.Body, " ") != want || !strings.HasSuffix(got.URL, "/end") {
				t.Errorf("got %q from %s, want %q", got.Body, got.URL, want)
			}
		})
	}
}

// TestBodyStays: what a person allowed to go to one server goes to no other, after any
// number of hops: not to a sibling, not to another port of the same host.
func TestBodyStays(t *testing.T) {
	t.Parallel()
	var leaked atomic.Int32
	other := site(t, func(http.ResponseWriter, *http.Request) { leaked.Add(1) })
	for _, target := range []string{at(other, "example.com", "/"), at(other, "a.example.com", "/")} {
		first := site(t, func(w http.ResponseWriter, r *http.Request) {
			next := target
			if r.URL.Path == "/" {
				next = "/again"
			}
			http.Redirect(w, r, next, http.StatusTemporaryRedirect)
		})
		got, err := run(t, named(t, "a.example.com", "example.com"), args{"url": at(first, "a.example.com", "/"), "method": "POST", "body": "data"})
		if err != nil || got.StatusCode != http.StatusTemporaryRedirect || got.Headers["Location"] != target || !strings.HasSuffix(got.URL, "/again") {
			t.Errorf("%s: got %+v, %v, want the redirect itself", target, got, err)
		}
	}
	if leaked.Load() != 0 {
		t.Error("the body went to a server that nobody was shown")
	}
}

func TestShown(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		from, to string
		want     bool
	}{
		{"http://a.example/", "http://a.example/b", true},
		{"http://a.example/", "https://a.example/", true},
		{"https://a.example:8443/", "https://a.example:8443/b", true},
		{"http://a.example/", "https://a.example:8443/", false},
		{"http://a.example:8080/", "https://a.example/", false},
		{"https://a.example/", "https://a.example:8443/", false},
		{"https://a.example/", "https://b.a.example/", false},
		{"https://a.example/", "https://A.EXAMPLE./", true},
	} {
		from, err := parseTarget(test.from)
		if err != nil {
			t.Fatal(err)
		}
		to, err := parseTarget(test.to)
		if err != nil {
			t.Fatal(err)
		}
		if got := (&plan{request: request{target: from}}).shown(to); got != test.want {
			t.Errorf("from %s to %s: %v", test.from, test.to, got)
		}
	}
}

func TestRedirectLimit(t *testing.T) {
	t.Parallel()
	var requests atomic.Int32
	server := site(t, func(w http.ResponseWriter, r *http.Request) {
		n := int(requests.Add(1))
		http.Redirect(w, r, fmt.Sprintf("/%d", n), http.StatusFound)
	})
	got, err := run(t, loopback(), args{"url": server.URL})
	if err != nil || got.StatusCode != http.StatusFound || requests.Load() != redirectLimit+1 || !strings.HasSuffix(got.URL, "/5") {
		t.Errorf("got %+v, %v after %d requests", got, err, requests.Load())
	}
}

func TestNoDowngrade(t *testing.T) {
	t.Parallel()
	plain := site(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "plain") })
	secure, roots := secureSite(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, plain.URL, http.StatusFound) })
	e := loopback()
	e.roots = roots
	got, err := run(t, e, args{"url": secure.URL})
	if err != nil || got.StatusCode != http.StatusFound || got.Headers["Location"] != plain.URL {
		t.Errorf("got %+v, %v", got, err)
	}
	upgrade := site(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, secure.URL+"/up", http.StatusFound) })
	if got, err := run(t, e, args{"url": upgrade.URL}); err != nil || got.Headers["Location"] != plain.URL || got.URL != secure.URL+"/up" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestRedirectIntoNetwork: the hop to a sibling is followed, but the sibling's
// address is judged as any, whether or not the user allowed it for its own sake.
func TestRedirectIntoNetwork(t *testing.T) {
	t.Parallel()
	var reached atomic.Int32
	inner := site(t, func(http.ResponseWriter, *http.Request) { reached.Add(1) })
	for _, target := range []string{at(inner, "intranet.example.com", "/"), at(inner, "allowed.example.com", "/"), at(inner, "a.example.com", "/")} {
		outer := site(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, target, http.StatusFound) })
		from, err := url.Parse(outer.URL)
		if err != nil {
			t.Fatal(err)
		}
		e := named(t, "a.example.com:"+from.Port(), "allowed.example.com")
		_, err = run(t, e, args{"url": at(outer, "a.example.com", "/")})
		wantReason(t, err, executors.AddressNotAllowed, "")
	}
	if reached.Load() != 0 {
		t.Error("the network was reached")
	}
}

func TestHeadersStayAtTheirSite(t *testing.T) {
	t.Parallel()
	other := site(t, bouncer)
	first := site(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, at(other, "a.example.com", "/end"), http.StatusFound)
	})
	got, err := run(t, named(t, "a.example.com"), args{
		"url": at(first, "a.example.com", "/"), "headers": args{"Authorization": "A", "X-Key": "K", "Accept": "x"},
	})
	if want := "GET /end auth= key= type= referer= accept=x "; err != nil || got.Body != want {
		t.Errorf("got %q, %v, want %q", got.Body, err, want)
	}
}
