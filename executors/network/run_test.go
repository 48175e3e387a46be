package network

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"assent/executors"

	"github.com/go-json-experiment/json"
)

func TestRequestSent(t *testing.T) {
	t.Setenv("HTTP_PROXY", "http://127.0.0.1:1")
	t.Setenv("ALL_PROXY", "http://127.0.0.1:1")
	server := site(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		names := slices.Sorted(maps.Keys(r.Header))
		w.Header().Add("X-Twice", "a")
		w.Header().Add("X-Twice", "b")
		w.Header().Set("Set-Cookie", "secret=1")
		w.WriteHeader(http.StatusTeapot)
		fmt.Fprintf(w, "%s %s %s close=%v %q %q", r.Method, r.URL, body, r.Close, names, r.UserAgent())
	})
	e := loopback()
	for name, test := range map[string]struct {
		arguments args
		want      string
	}{
		"get":  {args{"url": server.URL}, `GET /  close=true ["Accept-Encoding" "Connection" "User-Agent"] "Assent"`},
		"head": {args{"url": server.URL, "method": "HEAD"}, ""},
		"post": {
			args{"url": server.URL + "/a?b", "method": "POST", "body": "data", "headers": args{"content-type": "text/plain", "User-Agent": "x", "Authorization": "Bearer y"}},
			`POST /a?b data close=true ["Accept-Encoding" "Authorization" "Connection" "Content-Length" "Content-Type" "User-Agent"] "x"`,
		},
	} {
		got, err := run(t, e, test.arguments)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got.Body != test.want || got.StatusCode != http.StatusTeapot || got.Encoding != "utf-8" || got.Truncated || got.Headers["X-Twice"] != "a, b" {
			t.Errorf("%s: got %+v, want %s", name, got, test.want)
		}
		if again, err := run(t, e, test.arguments); err != nil || again.Body != got.Body {
			t.Errorf("%s: the second time got %+v, %v (a cookie kept?)", name, again, err)
		}
	}
}

func TestArgumentsRefused(t *testing.T) {
	t.Parallel()
	const url = "https://example.com/"
	tests := []args{
		{}, {"url": ""}, {"url": 3}, {"url": []string{url}}, {"URL": url}, {"url": "https://" + strings.Repeat("a", 9000)},
		{"url": url, "method": "PUT"}, {"url": url, "method": "get"}, {"url": url, "method": "GET / HTTP/1.1\r\nX: y"}, {"url": url, "method": "CONNECT"},
		{"url": url, "body": "x"}, {"url": url, "method": "HEAD", "body": "x"}, {"url": url, "method": "POST", "body": 1},
		{"url": url, "headers": []string{"a"}}, {"url": url, "headers": args{"a": 1}}, {"url": url, "headers": args{"a": []string{"b"}}},
		{"url": url, "headers": args{"Accept": "a", "accept": "b"}}, {"url": url, "headers": args{"X": strings.Repeat("a", 20000)}},
	}
	for _, name := range []string{
		"Host", "hOST", "Content-Length", "Content_Length", "Transfer-Encoding", "transfer_encoding", "Connection", "Keep-Alive", "Proxy-Authorization", "Proxy-Connection",
		"Proxy-Anything", "TE", "Trailer", "Upgrade", "Expect", "Cookie", "Cookie2", "Accept-Encoding", "X-HTTP-Method-Override", "X-Forwarded-Host", "HTTP2-Settings",
		"", " Host", "Host ", "Host:", "A B", "a\r\nb", "a\x00", "ä", ":authority",
	} {
		tests = append(tests, args{"url": url, "headers": args{name: "x"}})
	}
	for _, value := range []string{"a\r\nHost: evil", "a\nb", "a\rb", "a\x00b", "\x7f"} {
		tests = append(tests, args{"url": url, "headers": args{"X-A": value}})
	}
	for _, arguments := range tests {
		_, err := loopback().Prepare(t.Context(), call(arguments))
		var e *executors.Error
		if !errors.As(err, &e) || e.Reason != executors.InvalidArguments {
			t.Errorf("%.200v: got %v, want invalid arguments", arguments, err)
		}
	}
}

func TestBodies(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("é", bodyLimit/2) + "é"
	for name, test := range map[string]struct {
		kind, sent, body, encoding string
		truncated                  bool
	}{
		"empty":            {"text/plain", "", "", "utf-8", false},
		"utf-8":            {"text/plain; charset=utf-8", "héllo\t\r\n", "héllo\t\r\n", "utf-8", false},
		"bom":              {"application/json", "\ufeff{}", "{}", "utf-8", false},
		"latin-1":          {"text/html; charset=ISO-8859-1", "h\xe9llo", "héllo", "utf-8", false},
		"gbk":              {"text/html; charset=gbk", "\xc4\xe3\xba\xc3", "你好", "utf-8", false},
		"meta":             {"text/html", `<meta charset="shift_jis">` + "\x82\xa0", `<meta charset="shift_jis">あ`, "utf-8", false},
		"utf-16":           {"text/plain", "\xff\xfea\x00b\x00", "ab", "utf-8", false},
		"late utf-8":       {"text/plain", strings.Repeat("a", 2000) + "é", strings.Repeat("a", 2000) + "é", "utf-8", false},
		"undeclared":       {"text/plain", "h\xe9llo", "héllo", "utf-8", false},
		"no type, utf-8":   {"", "héllo", "héllo", "utf-8", false},
		"json":             {"application/json", `{"a":"é"}`, `{"a":"é"}`, "utf-8", false},
		"binary":           {"application/octet-stream", "\xff\xfe\x00", "//4A", "base64", false},
		"png":              {"image/png", "\x89PNG\r\n\x1a\n", "iVBORw0KGgo=", "base64", false},
		"control":          {"text/plain", "a\x1b[31m", "YRtbMzFt", "base64", false},
		"false utf-8":      {"text/plain; charset=utf-8", "\xff", "/w==", "base64", false},
		"refused charset":  {"text/plain; charset=iso-2022-kr", "abc", "YWJj", "base64", false},
		"unknown charset":  {"text/plain; charset=nonsense", "a", "a", "utf-8", false},
		"cut at character": {"text/plain; charset=utf-8", "a" + big, "a" + strings.Repeat("é", bodyLimit/2-1), "utf-8", true},
		"just fits":        {"text/plain; charset=utf-8", big[:bodyLimit], big[:bodyLimit], "utf-8", false},
		"encodes too big":  {"text/plain", strings.Repeat(`"`, bodyLimit), strings.Repeat(`"`, executors.MaxEncodedText/2), "utf-8", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, compressed := range []bool{false, true} {
				server := site(t, func(w http.ResponseWriter, r *http.Request) {
					w.Header()["Content-Type"] = []string{test.kind}
					var out io.Writer = w
					if compressed {
						w.Header().Set("Content-Encoding", "gzip")
						zip := gzip.NewWriter(w)
						defer zip.Close()
						out = zip
					}
					io.WriteString(out, test.sent)
				})
				got, err := run(t, loopback(), args{"url": server.URL})
				if err != nil {
					t.Fatal(err)
				}
				if got.Body != test.body || got.Encoding != test.encoding || got.Truncated != test.truncated {
					t.Errorf("got %s %v, %d bytes %.60q; want %d bytes %.60q", got.Encoding, got.Truncated, len(got.Body), got.Body, len(test.body), test.body)
				}
				if line, err := json.Marshal(got); err != nil || len(line) > 8<<20-4096 {
					t.Errorf("the result takes %d bytes, %v", len(line), err)
				}
			}
		})
	}
}

// TestBomb serves 256 MiB of zeros in 256 KiB.
func TestBomb(t *testing.T) {
	t.Parallel()
	server := site(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		zip := gzip.NewWriter(w)
		zeros := make([]byte, 1<<20)
		for range 256 {
			if _, err := zip.Write(zeros); err != nil {
				return
			}
		}
		zip.Close()
	})
	got, err := run(t, loopback(), args{"url": server.URL})
	if err != nil || !got.Truncated || got.Encoding != "base64" || len(got.Body) > 7<<20 {
		t.Errorf("got %d bytes, %s, %v", len(got.Body), got.Encoding, err)
	}
}

func TestBrokenAnswers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ raw, words string }{
		"nothing":          {"", "closed the connection"},
		"no http":          {"220 smtp.example ESMTP\r\n", "could not be read"},
		"short body":       {"HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc", "closed the connection"},
		"two lengths":      {"HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", "could not be read"},
		"bad gzip":         {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", "closed the connection"},
		"headers too big":  {"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("a", 70<<10) + "\r\n\r\n", "could not be read"},
		"bad redirect":     {"HTTP/1.1 302 Found\r\nLocation: http://[::1\r\nContent-Length: 0\r\n\r\n", "could not be read"},
		"endless interims": {strings.Repeat("HTTP/1.1 103 Early\r\nX: "+strings.Repeat("a", 30<<10)+"\r\n\r\n", 10), "could not be read"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := site(t, func(w http.ResponseWriter, _ *http.Request) {
				conn, _, err := w.(http.Hijacker).Hijack()
				if err != nil {
					panic(err)
				}
				defer conn.Close()
				io.WriteString(conn, test.raw)
			})
			_, err := run(t, loopback(), args{"url": server.URL})
			wantReason(t, err, executors.NetworkError, test.words)
		})
	}
}

func TestLatin1Header(t *testing.T) {
	t.Parallel()
	server := site(t, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X-Name", "h\xe9") })
	got, err := run(t, loopback(), args{"url": server.URL})
	if err != nil || got.Headers["X-Name"] != "hé" {
		t.Errorf("got %q, %v", got.Headers, err)
	}
}

func TestTLS(t *testing.T) {
	t.Parallel()
	server, roots := secureSite(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "ok") })
	e := loopback()
	_, err := run(t, e, args{"url": server.URL})
	wantReason(t, err, executors.NetworkError, "certificate is not trusted")
	e.roots = roots
	if got, err := run(t, e, args{"url": server.URL}); err != nil || got.Body != "ok" {
		t.Errorf("got %+v, %v", got, err)
	}
	plain := site(t, func(http.ResponseWriter, *http.Request) {})
	_, err = run(t, e, args{"url": strings.Replace(plain.URL, "http:", "https:", 1)})
	wantReason(t, err, executors.NetworkError, "secure connection")
	plain.Close()
	_, err = run(t, e, args{"url": plain.URL})
	wantReason(t, err, executors.NetworkError, "refused the connection")
}
