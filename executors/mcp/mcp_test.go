package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assent/consent/canonical"
	"assent/executors"
	"assent/executors/contained"
	"assent/executors/executortest"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const scope = "mcp:tests:act"

func request(arguments string) executors.Request {
	return executors.Request{Scope: scope, Tool: "tests_do_it", AgentID: "a", Arguments: jsontext.Value(arguments)}
}

// use has the agent a use the server and its one tool, as it lists it now.
func use(t testing.TB, e *Executor, s Server) Binding {
	t.Helper()
	tools, err := e.List(t.Context(), s)
	if err != nil || len(tools) != 1 {
		t.Fatalf("%d tools, %v", len(tools), err)
	}
	b := Binding{Declared: "tests_do_it", Scope: scope, Server: s.Name, Tool: "do-it", Digest: canonical.Digest(tools[0])}
	e.Use("a", []Server{s}, []Binding{b})
	return b
}

func start(t testing.TB, o Options) *Executor {
	e := New(o)
	t.Cleanup(func() { e.Close() })
	return e
}

// call calls the tool and returns the text of what comes.
func call(ctx context.Context, e *Executor, arguments string) (string, error) {
	p, err := e.Prepare(ctx, request(arguments))
	if err != nil {
		return "", err
	}
	defer p.Close()
	result, err := executors.Run(ctx, p, time.Minute)
	if err != nil {
		return "", err
	}
	var said struct{ Content []struct{ Text string } }
	if err := json.Unmarshal(result.(jsontext.Value), &said); err != nil || len(said.Content) != 1 {
		return string(result.(jsontext.Value)), err
	}
	return said.Content[0].Text, nil
}

func reason(err error) executors.Reason {
	var e *executors.Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return ""
}

func TestCall(t *testing.T) {
	t.Setenv("ASSENT_TEST_TOKEN", "sesame")
	t.Setenv("ASSENT_TEST_OTHER", "not for it")
	e := start(t, Options{})
	s := serve(t, "serve", Setting{"TOKEN", []Part{{Text: "Bearer "}, {Variable: "ASSENT_TEST_TOKEN"}}})
	use(t, e, s)
	got, err := call(t.Context(), e, `{"do":"environment"}`)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range strings.Split(got, "\n") {
		name, _, _ := strings.Cut(entry, "=")
		names = append(names, name)
	}
	slices.Sort(names)
	want := []string{act, "TOKEN"}
	for _, name := range []string{"PATH", "HOME", "LANG"} {
		if _, ok := os.LookupEnv(name); ok {
			want = append(want, name)
		}
	}
	if slices.Sort(want); !slices.Equal(names, want) || !strings.Contains(got, "TOKEN=Bearer sesame\n") && !strings.HasSuffix(got, "TOKEN=Bearer sesame") {
		t.Errorf("the server's environment is %q", names)
	}
	if got, err := call(t.Context(), e, `{"do":"folder"}`); err != nil || got != s.Folder {
		t.Errorf("it runs in %q, %v", got, err)
	}
	pid, _ := call(t.Context(), e, `{"do":"pid"}`)
	if again, _ := call(t.Context(), e, `{"do":"pid"}`); again != pid || pid == "" {
		t.Errorf("it is started for each call: %q, %q", pid, again)
	}
	if _, err := call(t.Context(), e, `{"do":"fail"}`); reason(err) != executors.HostError || strings.Contains(err.Error(), "secret") {
		t.Errorf("%v", err)
	}
}

func TestResults(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		result *mcp.CallToolResult
		want   executors.Reason
	}{
		{&mcp.CallToolResult{StructuredContent: map[string]any{"a": 1}}, ""},
		{&mcp.CallToolResult{IsError: true}, executors.HostError},
		{&mcp.CallToolResult{InputRequests: mcp.InputRequestMap{"x": nil}}, executors.HostError},
		{&mcp.CallToolResult{StructuredContent: strings.Repeat("x", executors.MaxEncodedText)}, executors.TooLarge},
	} {
		if _, err := read(test.result); reason(err) != test.want {
			t.Errorf("%+.40v: %v", test.result, err)
		}
	}
}

// A server's program is kept to its workspace where the kernel can.
func TestProgramIsContained(t *testing.T) {
	t.Parallel()
	if contained.Landlock() == 0 {
		t.Skip("this kernel has no Landlock")
	}
	e := start(t, Options{})
	s := serve(t, "serve")
	named := t.TempDir()
	s.Touches = []string{named}
	use(t, e, s)
	for folder, may := range map[string]bool{s.Folder: true, named: true, t.TempDir(): false} {
		file := filepath.Join(folder, "file")
		if err := os.WriteFile(file, []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := call(t.Context(), e, `{"do":"read","file":"`+file+`"}`); (err == nil && got == "text") != may {
			t.Errorf("%s: %q %v", folder, got, err)
		}
	}
	e = start(t, Options{Data: filepath.Join(s.Folder, "data")})
	if _, err := e.List(t.Context(), s); reason(err) != executors.ServiceMissing {
		t.Errorf("a workspace with Assent's data in it: %v", err)
	}
}

// What a package manager cannot make itself is there before it starts.
func TestCachesAreThere(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	e := start(t, Options{Home: home})
	e.makeCaches(Server{Command: "/usr/bin/npx"})
	e.makeCaches(Server{Command: "some-server"})
	entries, err := os.ReadDir(home)
	if err != nil || len(entries) != 1 || entries[0].Name() != ".npm" {
		t.Errorf("%v %v", entries, err)
	}
	if !slices.Contains(e.writable(Server{Folder: "/w"}), filepath.Join(home, ".npm")) {
		t.Error("the cache is closed")
	}
}

// Nobody else may use an agent's server, and the agent only what it was imported with.
func TestServesItsAgentAlone(t *testing.T) {
	t.Parallel()
	e := start(t, Options{})
	b := Binding{Declared: "tests_do_it", Scope: scope, Server: "tests", Tool: "do-it"}
	e.Use("a", []Server{{Name: "tests", Command: "/no/such", Folder: "/"}, {Name: "off", Silent: "It is off."}},
		[]Binding{b, {Declared: "off_x", Scope: "mcp:off:act", Server: "off"}, {Declared: "gone_x", Scope: "mcp:gone:act", Server: "gone"}})
	for _, test := range []struct {
		agent, tool, scope string
		want               executors.Reason
	}{
		{"b", "tests_do_it", scope, executors.UnsupportedScope},
		{"a", "tests_other", scope, executors.UnsupportedTool},
		{"a", "tests_do_it", "mcp:tests:read", executors.UnsupportedTool},
		{"a", "off_x", "mcp:off:act", executors.ServiceMissing},
		{"a", "gone_x", "mcp:gone:act", executors.ServiceMissing},
		{"a", "tests_do_it", scope, ""},
	} {
		_, err := e.Prepare(t.Context(), executors.Request{AgentID: test.agent, Tool: test.tool, Scope: test.scope})
		if reason(err) != test.want {
			t.Errorf("%+v: %v", test, err)
		}
	}
	if !e.Serves("a", scope) || e.Serves("b", scope) || e.Serves("a", "mcp:tests:read") {
		t.Error("it serves others")
	}
	e.Forget("a")
	if e.Serves("a", scope) {
		t.Error("it serves a forgotten agent")
	}
}

func TestStartsThatFail(t *testing.T) {
	t.Parallel()
	for what, want := range map[string]executors.Reason{
		"end": executors.ServiceMissing, "silent": executors.ServiceMissing, "noise": executors.ServiceMissing,
		"frame": executors.ServiceMissing, "endless": executors.ServiceMissing,
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			e := start(t, Options{})
			s := serve(t, what)
			if what == "silent" {
				s.Timeout = 300 * time.Millisecond
			}
			if _, err := e.List(t.Context(), s); reason(err) != want {
				t.Errorf("%v", err)
			}
		})
	}
	e := start(t, Options{})
	for _, s := range []Server{
		{Name: "x", Command: "no-such-program", Folder: "/"},
		{Name: "x", Command: "/bin/sh", Folder: "/no/such/folder"},
		{Name: "x", Command: "sh", Folder: "/", Environment: []Setting{{"A", []Part{{Variable: "ASSENT_TEST_UNSET"}}}}},
		{Name: "x", URL: "http://127.0.0.1:1/mcp"},
		{Name: "x", URL: "https://x.example/", Headers: []Setting{{"A", []Part{{Variable: "ASSENT_TEST_UNSET"}}}}},
	} {
		if _, err := e.List(t.Context(), s); reason(err) != executors.ServiceMissing {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// A server that ended is started again, later each time.
func TestStartsAgainWithBackOff(t *testing.T) {
	t.Parallel()
	clock := &hand{at: time.Now()}
	e := start(t, Options{Now: clock.now})
	use(t, e, serve(t, "serve"))
	first, err := call(t.Context(), e, `{"do":"pid"}`)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := call(t.Context(), e, `{"do":"crash"}`); reason(err) != executors.HostError {
		t.Errorf("%v", err)
	}
	ended(t, e)
	if _, err := call(t.Context(), e, `{}`); reason(err) != executors.ServiceMissing {
		t.Errorf("it is started at once: %v", err)
	}
	clock.advance(firstWait)
	if second, err := call(t.Context(), e, `{"do":"pid"}`); err != nil || second == first {
		t.Errorf("%q after %q, %v", second, first, err)
	}

	file := filepath.Join(t.TempDir(), "started")
	s := serve(t, "once", set("FILE", file))
	s.Touches = []string{filepath.Dir(file)}
	use(t, e, s)
	for n := range 8 {
		if _, err := call(t.Context(), e, `{}`); reason(err) != executors.ServiceMissing {
			t.Fatalf("%v", err)
		}
		wait := min(firstWait<<n, mostWait)
		clock.advance(wait - 1)
		if _, err := call(t.Context(), e, `{}`); reason(err) != executors.ServiceMissing || !strings.Contains(err.Error(), "tried again in 1 s") {
			t.Fatalf("after %d failures: %v", n+1, err)
		}
		clock.advance(1)
	}
}

// ended waits until the server's session is over.
func ended(t *testing.T, e *Executor) {
	t.Helper()
	e.mu.Lock()
	l := e.agents["a"].servers["tests"]
	e.mu.Unlock()
	select {
	case <-l.last.connection.ctx.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("the session is not over")
	}
}

// hand is a clock that is moved by hand.
type hand struct {
	mu sync.Mutex
	at time.Time
}

func (h *hand) now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at
}

func (h *hand) advance(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at = h.at.Add(d)
}

// A tool that is not what was agreed to does not run, and is told of.
func TestDrift(t *testing.T) {
	t.Parallel()
	changed := make(chan [][]byte, 1)
	e := start(t, Options{Changed: func(agentID, server string, tools [][]byte) {
		if agentID == "a" && server == "tests" {
			changed <- tools
		}
	}})
	file := filepath.Join(t.TempDir(), "starts")
	s := serve(t, "drift", set("FILE", file))
	s.Touches = []string{filepath.Dir(file)}
	use(t, e, s)
	if _, err := call(t.Context(), e, `{}`); reason(err) != executors.TargetChanged {
		t.Errorf("%v", err)
	}
	if tools := <-changed; len(tools) != 1 || !strings.Contains(string(tools[0]), "Does itx.") {
		t.Errorf("%s", tools)
	}
}

// Over HTTP the file's headers go with each request, to that address alone.
func TestRemote(t *testing.T) {
	t.Setenv("ASSENT_TEST_TOKEN", "sesame")
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return newServer("Does it.") }, &mcp.StreamableHTTPOptions{Stateless: true})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer sesame" {
			http.Error(w, "who are you?", http.StatusUnauthorized)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	e := start(t, Options{})
	s := Server{Name: "tests", URL: server.URL, Headers: []Setting{{"Authorization", []Part{{Text: "Bearer "}, {Variable: "ASSENT_TEST_TOKEN"}}}}}
	use(t, e, s)
	if got, err := call(t.Context(), e, `{"do":"it"}`); err != nil || got != "done" {
		t.Errorf("%q %v", got, err)
	}
	var leaked []string
	elsewhere := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { leaked = append(leaked, r.Header.Get("Authorization")) }))
	defer elsewhere.Close()
	away := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusTemporaryRedirect))
	defer away.Close()
	s.URL = away.URL
	if _, err := e.List(t.Context(), s); reason(err) != executors.ServiceMissing || len(leaked) > 0 {
		t.Errorf("%v, %q", err, leaked)
	}
	large := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for range 17 << 4 {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	}))
	defer large.Close()
	s.URL = large.URL
	if _, err := e.List(t.Context(), s); reason(err) != executors.ServiceMissing {
		t.Errorf("%v", err)
	}
}

func TestConform(t *testing.T) {
	executortest.Conform(t, func(t *testing.T) executors.Executor {
		e := New(Options{})
		use(t, e, serve(t, "serve"))
		return e
	}, []executortest.Case{
		{Name: "works", Request: request(`{"do":"it"}`)},
		{Name: "fails", Request: request(`{"do":"fail"}`), Reason: executors.HostError},
		{Name: "hangs", Request: request(`{"do":"hang"}`), Stalls: true},
	})
}
