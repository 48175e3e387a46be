package mcp

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/assenttest"
	"assent/consent/ask"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// bearer adds a token to each request.
type bearer struct{ token string }

func (b bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer "+b.token)
	return http.DefaultTransport.RoundTrip(r)
}

// serveOverHTTP serves a desk with two clients and returns where, and their tokens.
func serveOverHTTP(t *testing.T, d *assenttest.Desk) (url string, tokens map[string]string) {
	t.Helper()
	tokens = map[string]string{"one": strings.Repeat("1", 32), "two": strings.Repeat("2", 32)}
	path := filepath.Join(t.TempDir(), "tokens")
	text := "# who may connect\none " + tokens["one"] + "\ntwo " + tokens["two"] + "\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := ReadTokens(path, "one")
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	said, saying := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server(d).ServeHTTP(ctx, listener, read, saying) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	line, err := bufio.NewReader(said).ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var first struct{ URL string }
	if err := json.Unmarshal(line, &first); err != nil {
		t.Fatal(err)
	}
	return first.URL, tokens
}

func TestHTTPClientsAreTheirTokens(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	url, tokens := serveOverHTTP(t, d)
	for client, token := range tokens {
		session, err := sdk.NewClient(&sdk.Implementation{Name: "claude-code", Version: "1"}, nil).Connect(t.Context(),
			&sdk.StreamableClientTransport{Endpoint: url, HTTPClient: &http.Client{Transport: bearer{token}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		go session.CallTool(t.Context(), &sdk.CallToolParams{Name: "list_directory", Arguments: map[string]any{"path": d.Home}})
		(<-d.Person.Reviews)("filesystem:read")
		if q := <-d.Person.Asked; q.Caller.AgentID != "mcp."+client {
			t.Errorf("%s asked as %s", client, q.Caller.AgentID)
		}
		d.Person.Answers <- ask.Answer{}
		session.Close()
	}
}

func TestHTTPRefuses(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	url, tokens := serveOverHTTP(t, d)
	for name, test := range map[string]struct {
		token, host, origin string
		want                int
	}{
		"no token":            {"", "", "", 401},
		"another token":       {strings.Repeat("3", 32), "", "", 401},
		"a page of the web":   {tokens["one"], "", "https://evil.example", 403},
		"a rebound name":      {tokens["one"], "evil.example", "", 403},
		"a local page":        {tokens["one"], "", "http://localhost:5173", 200},
		"another local name":  {tokens["one"], "localhost:1", "", 200},
		"the address in IPv6": {tokens["one"], "[::1]:9", "http://[::1]:9", 200},
		"null":                {tokens["one"], "", "null", 403},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
			r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Accept", "application/json, text/event-stream")
			if test.token != "" {
				r.Header.Set("Authorization", "Bearer "+test.token)
			}
			if test.origin != "" {
				r.Header.Set("Origin", test.origin)
			}
			r.Host = test.host
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if answer.StatusCode != test.want {
				t.Errorf("it is answered %s", answer.Status)
			}
		})
	}
}

func TestTokenFiles(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "made")
	made, err := ReadTokens(path, "cursor")
	if err != nil || len(made.clients) != 1 || made.clients[0] != "cursor" {
		t.Fatalf("making one gave %v, %v", made, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("it is %v, %v", info.Mode(), err)
	}
	for name, text := range map[string]string{
		"empty": "", "a short token": "one 123\n", "a bad name": "One " + strings.Repeat("1", 32), "three words": "one two three",
	} {
		path := filepath.Join(t.TempDir(), "tokens")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ReadTokens(path, "x"); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadTokens(path, "x"); err == nil {
		t.Error("a file open to others is taken")
	}
}
