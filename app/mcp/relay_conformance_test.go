package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"assent/app/assenttest"
	"assent/app/mcp/npmtest"
	"assent/app/mcp/relay"
)

// everything starts the official fixture server and returns where it is.
func everything(t *testing.T) *url.URL {
	t.Helper()
	program := filepath.Join(t.TempDir(), "everything-server")
	if out, err := exec.Command("go", "build", "-o", program, "github.com/modelcontextprotocol/go-sdk/conformance/everything-server").CombinedOutput(); err != nil {
		t.Fatalf("building the fixture: %v\n%s", err, out)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	server := exec.CommandContext(t.Context(), program, "-http", address)
	said, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { server.Wait() })
	if !bufio.NewScanner(said).Scan() {
		t.Fatal("the fixture does not start")
	}
	go io.Copy(io.Discard, said)
	return &url.URL{Scheme: "http", Host: address}
}

// relayed puts a server behind a relay and an engine, and returns where it is then.
func relayed(t *testing.T, d *assenttest.Desk, server *url.URL) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "tokens")
	tokens, err := ReadTokens(path, "suite")
	if err != nil {
		t.Fatal(err)
	}
	made, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		ended <- WrapHTTP(ctx, listener, tokens, io.Discard, &relay.HTTP{Upstream: server, Headers: http.Header{}}, func(client string) *relay.Guard {
			return &relay.Guard{Server: "everything", Client: client, Identity: []string{server.String()}, Socket: d.Socket, Deadline: time.Minute, Words: Words}
		})
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return withToken(t, "http://"+listener.Addr().String()+Path, strings.Fields(string(made))[1])
}

var suiteLine = regexp.MustCompile(`(?m)^[✓✗] .*$`)

// TestSuiteThroughRelay: the whole official suite, of the released versions and of
// 2026-07-28, gives the same result through a relay as beside it, where everything is
// allowed.
func TestSuiteThroughRelay(t *testing.T) {
	t.Parallel()
	for name, suite := range map[string]struct {
		program string
		args    []string
	}{
		"released":   {program: "@modelcontextprotocol/conformance/dist/index.js"},
		"2026-07-28": {program: "conformance-next/dist/index.js", args: []string{"--spec-version", "2026-07-28"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := everything(t)
			run := func(at string) []string {
				args := append([]string{"server", "--url", at}, suite.args...)
				out, _ := npmtest.Command(t, suite.program, args...).CombinedOutput() // some fail beside it too
				lines := suiteLine.FindAllString(string(out), -1)
				if len(lines) < 20 {
					t.Fatalf("the suite did not run:\n%s", out)
				}
				return lines
			}
			beside := run(server.String())
			through := run(relayed(t, assenttest.New(t, assenttest.Allowing), server))
			if got, want := strings.Join(through, "\n"), strings.Join(beside, "\n"); got != want {
				t.Errorf("through the relay:\n%s\nbeside it:\n%s", got, want)
			}
		})
	}
}

// TestDenyReachesNoServer: where everything is denied, the suite's calls and readings
// never come to the server.
func TestDenyReachesNoServer(t *testing.T) {
	t.Parallel()
	server := everything(t)
	var mu sync.Mutex
	reached := map[string]int{}
	counting := httptest.NewServer(&httputil.ReverseProxy{FlushInterval: -1, Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(server)
		body, _ := io.ReadAll(r.In.Body)
		r.Out.Body = io.NopCloser(bytes.NewReader(body))
		var message struct{ Method string }
		json.Unmarshal(body, &message)
		mu.Lock()
		defer mu.Unlock()
		reached[message.Method]++
	}})
	t.Cleanup(counting.Close)
	upstream, err := url.Parse(counting.URL)
	if err != nil {
		t.Fatal(err)
	}
	d := assenttest.New(t, `{"review":{"*":"all"},"answers":[{"answer":"deny"}]}`)
	out, _ := npmtest.Command(t, "@modelcontextprotocol/conformance/dist/index.js", "server", "--url", relayed(t, d, upstream)).CombinedOutput()
	mu.Lock()
	defer mu.Unlock()
	if reached["initialize"] == 0 {
		t.Fatalf("the suite did not run:\n%s", out)
	}
	for _, method := range []string{"tools/call", "resources/read", "prompts/get"} {
		if n := reached[method]; n > 0 {
			t.Errorf("%s came to the server %d times", method, n)
		}
	}
}
