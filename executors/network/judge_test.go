package network

import (
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"assent/executors"
	"assent/i18n"
)

// TestLiterals: what is refused as written is found without any traffic.
func TestLiterals(t *testing.T) {
	t.Parallel()
	for _, host := range []string{
		"localhost", "localhost.", "a.localhost", "LOCALHOST", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0", "①②⑦.0.0.1",
		"10.0.0.1", "169.254.169.254", "0xa9fea9fe", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]",
		"[2002:7f00:1::]", "[2001:0:4136:e378:8000:63bf:80ff:fffe]", "[fe80::1]", "[fd00:ec2::254]", "[ff02::1]",
	} {
		e := New(Options{}).(*executor)
		var queries *atomic.Int32
		e.resolver, queries = answering(t, func(string, int) []string { return nil })
		plan, err := e.Prepare(t.Context(), call(args{"url": "http://" + host + "/"}))
		if err != nil {
			t.Errorf("%s: %v", host, err)
			continue
		}
		if finding := plan.Facts().Finding; finding == nil || finding.Reason != executors.AddressNotAllowed {
			t.Errorf("%s: finding %v", host, finding)
		}
		_, err = plan.Run(t.Context())
		wantReason(t, err, executors.AddressNotAllowed, "")
		if queries.Load() != 0 {
			t.Errorf("%s: %d look-ups", host, queries.Load())
		}
	}
}

// TestResolved: names that lead into special ranges, at once, beside a public
// address, or only the second time they are looked up.
func TestResolved(t *testing.T) {
	t.Parallel()
	var reached atomic.Int32
	server := site(t, func(http.ResponseWriter, *http.Request) { reached.Add(1) })
	port := server.Listener.Addr().(*net.TCPAddr).Port
	always := func(addresses ...string) func(string, int) []string {
		return func(string, int) []string { return addresses }
	}
	for name, addresses := range map[string]func(string, int) []string{
		"loopback":  always("127.0.0.1"),
		"both":      always("127.0.0.1", "::1"),
		"mapped":    always("::ffff:127.0.0.1"),
		"private":   always("10.0.0.1", "192.168.1.1"),
		"metadata":  always("169.254.169.254"),
		"unspec":    always("0.0.0.0", "::"),
		"nat64":     always("64:ff9b::7f00:1"),
		"many":      always("127.0.0.1", "127.0.0.2", "127.0.0.3", "127.0.0.4"),
		"rebinding": func(_ string, n int) []string { return []string{fmt.Sprintf("127.0.0.%d", n)} },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := New(Options{AllowedHosts: []string{"127.0.0.1", "other.example.com"}}).(*executor)
			var queries *atomic.Int32
			e.resolver, queries = answering(t, addresses)
			plan, err := e.Prepare(t.Context(), call(args{"url": fmt.Sprintf("http://evil.example.com:%d/", port)}))
			if err != nil || plan.Facts().Finding != nil || queries.Load() != 0 {
				t.Fatalf("prepared with %v, %v, %d look-ups", err, plan.Facts().Finding, queries.Load())
			}
			_, err = plan.Run(t.Context())
			wantReason(t, err, executors.AddressNotAllowed, "")
		})
	}
	t.Cleanup(func() {
		if reached.Load() != 0 {
			t.Error("the server on loopback was reached")
		}
	})
}

// TestLookedUpEachTime: no earlier answer stands for a later one.
func TestLookedUpEachTime(t *testing.T) {
	t.Parallel()
	e := New(Options{}).(*executor)
	var queries *atomic.Int32
	e.resolver, queries = answering(t, func(string, int) []string { return []string{"127.0.0.1"} })
	for range 3 {
		_, err := run(t, e, args{"url": "http://rebind.example.com:1/"})
		wantReason(t, err, executors.AddressNotAllowed, "")
	}
	if queries.Load() < 3 {
		t.Errorf("%d look-ups for 3 calls: an earlier answer was kept", queries.Load())
	}
}

func TestNotFound(t *testing.T) {
	t.Parallel()
	e := New(Options{}).(*executor)
	e.resolver, _ = answering(t, func(string, int) []string { return nil })
	_, err := run(t, e, args{"url": "http://no.example.com/"})
	wantReason(t, err, executors.NetworkError, "not found")
}

func TestFacts(t *testing.T) {
	t.Parallel()
	e := New(Options{AllowedHosts: []string{"nas.example:8443"}})
	for name, test := range map[string]struct {
		arguments       args
		target, breadth string
		details, warn   []string
	}{
		"plain get": {args{"url": "https://example.com"}, "https://example.com/", "https://example.com", []string{"method"}, nil},
		"all": {
			args{"url": "http://bücher.example:81/a#b", "method": "POST", "body": "x", "headers": args{"a": "b"}, "follow": true},
			"http://xn--bcher-kva.example:81/a", "http://xn--bcher-kva.example:81", []string{"method", "host", "port", "headers"}, []string{"plain"},
		},
		"mixed":   {args{"url": "https://pаypal.com/"}, "https://xn--pypal-4ve.com/", "https://xn--pypal-4ve.com", []string{"method", "host"}, []string{"scripts"}},
		"mixed 2": {args{"url": "https://xn--pypal-4ve.com/"}, "https://xn--pypal-4ve.com/", "https://xn--pypal-4ve.com", []string{"method", "host"}, []string{"scripts"}},
		"address": {args{"url": "https://8.8.8.8/"}, "https://8.8.8.8/", "https://8.8.8.8", []string{"method"}, []string{"address"}},
		"listed":  {args{"url": "https://nas.example:8443/"}, "https://nas.example:8443/", "https://nas.example:8443", []string{"method", "port", "listed"}, nil},
	} {
		plan, err := e.Prepare(t.Context(), call(test.arguments))
		if err != nil {
			t.Fatal(err)
		}
		f := plan.Facts()
		if f.Target != test.target || f.Breadth != test.breadth || f.Finding != nil || len(f.Care) != 0 || !strings.HasPrefix(f.Leaves.Key, "leaves.network") {
			t.Errorf("%s: got %+v", name, f)
		}
		if details := keys(f.Details, "fact.network_"); !slices.Equal(details, test.details) {
			t.Errorf("%s: details %q, want %q", name, details, test.details)
		}
		if warn := keys(f.Warn, "warn.network_"); !slices.Equal(warn, test.warn) {
			t.Errorf("%s: warn %q, want %q", name, warn, test.warn)
		}
		if imitates := slices.Contains(test.warn, "scripts"); f.NoWindow != imitates {
			t.Errorf("%s: no window: %v", name, f.NoWindow)
		}
		if _, unknown := test.arguments["follow"]; unknown != slices.Equal(f.Ignored, []string{"follow"}) {
			t.Errorf("%s: ignored %q", name, f.Ignored)
		}
	}
}

func keys(texts []i18n.Text, prefix string) (keys []string) {
	for _, text := range texts {
		keys = append(keys, strings.TrimPrefix(text.Key, prefix))
	}
	return keys
}
