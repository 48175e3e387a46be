package loopback

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
)

func TestGuard(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, listens, host, origin string
		want                        bool
	}{
		{"plain", "127.0.0.1:0", "127.0.0.1:4", "", true},
		{"by name", "127.0.0.1:0", "localhost", "", true},
		{"IPv6", "127.0.0.1:0", "[::1]:9", "http://[::1]:9", true},
		{"a local page", "127.0.0.1:0", "127.0.0.1:4", "http://localhost:5173", true},
		{"a rebound name", "127.0.0.1:0", "evil.example", "", false},
		{"a page of the web", "127.0.0.1:0", "127.0.0.1:4", "https://evil.example", false},
		{"a page of a file", "127.0.0.1:0", "127.0.0.1:4", "null", false},
		{"another scheme", "127.0.0.1:0", "127.0.0.1:4", "app://localhost", false},
		{"elsewhere, any name", "0.0.0.0:0", "desk.example:4", "", true},
		{"elsewhere, its own page", "0.0.0.0:0", "desk.example:4", "http://desk.example:4", true},
		{"elsewhere, another page", "0.0.0.0:0", "desk.example:4", "http://evil.example", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			listener, err := net.Listen("tcp", test.listens)
			if err != nil {
				t.Fatal(err)
			}
			defer listener.Close()
			passed, refused := false, false
			r, _ := http.NewRequest(http.MethodGet, "http://127.0.0.1/", nil)
			r.Host = test.host
			if test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			Guard(listener, http.HandlerFunc(func(http.ResponseWriter, *http.Request) { passed = true }),
				func(http.ResponseWriter, *http.Request) { refused = true }).ServeHTTP(nil, r)
			if passed != test.want || refused == test.want {
				t.Errorf("passed %v, refused %v", passed, refused)
			}
		})
	}
}

// TestServeEndsWithItsContext: a request that waits for its context does not hold it up.
func TestServeEndsWithItsContext(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- Serve(ctx, listener, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.WriteString(w, "hello")
			http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}))
	}()
	response, err := http.Get("http://" + listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	cancel()
	if text, _ := io.ReadAll(response.Body); !strings.HasPrefix(string(text), "hello") {
		t.Errorf("the client read %q", text)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
