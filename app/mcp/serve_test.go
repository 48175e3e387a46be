package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assent/app/assenttest"
	"assent/consent/ask"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// serve connects a client to a server in front of the engine that listens at socket.
func serve(t *testing.T, s *Server, options *sdk.ClientOptions) *sdk.ClientSession {
	t.Helper()
	ours, theirs := sdk.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.Run(ctx, ours)
	}()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "Test Client!", Version: "1"}, options).Connect(ctx, theirs, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		cancel()
		<-ended
	})
	return session
}

func server(d *assenttest.Desk) *Server {
	return &Server{Version: "1", Socket: d.Socket, Client: "cursor", Title: "Cursor", Deadline: time.Minute}
}

// texts joins what a result says.
func texts(r *sdk.CallToolResult) string {
	var all []string
	for _, c := range r.Content {
		if text, ok := c.(*sdk.TextContent); ok {
			all = append(all, text.Text)
		}
	}
	return strings.Join(all, "\n")
}

func call(t *testing.T, session *sdk.ClientSession, tool string, args map[string]any) *sdk.CallToolResult {
	t.Helper()
	r, err := session.CallTool(assenttest.Patient(t), &sdk.CallToolParams{Name: tool, Arguments: args})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestServeListsWithoutAnEngine(t *testing.T) {
	t.Parallel()
	session := serve(t, &Server{Version: "1", Socket: filepath.Join(t.TempDir(), "none"), Deadline: time.Minute}, nil)
	list, err := session.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	readOnly := map[string]bool{}
	for _, tool := range list.Tools {
		readOnly[tool.Name] = tool.Annotations.ReadOnlyHint
	}
	for name, want := range map[string]bool{
		"send_notification": false, "read_file": true, "list_directory": true, "file_info": true,
		"read_clipboard": true, "get_location": true, "fetch_url": false,
	} {
		if got, ok := readOnly[name]; !ok || got != want {
			t.Errorf("%s: listed %v, read-only %v", name, ok, got)
		}
	}
	if len(list.Tools) != 7 {
		t.Errorf("%d tools", len(list.Tools))
	}
	r := call(t, session, "read_file", map[string]any{"path": "~/notes.md"})
	if !r.IsError || !strings.Contains(texts(r), "assentctl serve") {
		t.Errorf("without an engine: %v %s", r.IsError, texts(r))
	}
	_, err = session.CallTool(t.Context(), &sdk.CallToolParams{Name: "write_everything"})
	if err == nil || !strings.Contains(err.Error(), "-32602") && !strings.Contains(err.Error(), "unknown tool") {
		t.Errorf("an unknown tool gave %v", err)
	}
}

func TestServeAnswers(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	path := filepath.Join(d.Home, "notes.md")
	if err := os.WriteFile(path, []byte("buy bread"), 0o600); err != nil {
		t.Fatal(err)
	}
	session := serve(t, server(d), nil)
	r := call(t, session, "read_file", map[string]any{"path": path})
	structured, _ := json.Marshal(r.StructuredContent)
	if r.IsError || !strings.Contains(string(structured), `"buy bread"`) || !strings.Contains(texts(r), "buy bread") {
		t.Errorf("reading gave %v %s %s", r.IsError, structured, texts(r))
	}
	r = call(t, session, "read_file", map[string]any{"file": path})
	if !r.IsError || !strings.Contains(texts(r), "member") {
		t.Errorf("wrong arguments gave %v %s", r.IsError, texts(r))
	}
	r = call(t, session, "read_file", map[string]any{"path": path + ".none"})
	if !r.IsError {
		t.Errorf("a missing file gave %s", texts(r))
	}
}

// TestServeNo: what is not done is told in words that a model follows.
func TestServeNo(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	session := serve(t, server(d), nil)
	results := make(chan *sdk.CallToolResult, 1)
	file := func(name string) {
		go func() {
			r, err := session.CallTool(assenttest.Patient(t), &sdk.CallToolParams{Name: "list_directory", Arguments: map[string]any{"path": filepath.Join(d.Home, name)}})
			if err != nil {
				t.Error(err)
			}
			results <- r
		}()
	}
	file("a")
	(<-d.Person.Reviews)("filesystem:read")
	if q := <-d.Person.Asked; q.Caller.AgentID != "mcp.cursor" || q.Caller.AgentName != "Cursor" {
		t.Errorf("asked for %+v", q.Caller)
	}
	d.Person.Answers <- ask.Answer{Choice: ask.Deny, Message: "use the other folder"}
	if r := <-results; !r.IsError || !strings.Contains(texts(r), "said no") || !strings.Contains(texts(r), "use the other folder") {
		t.Errorf("a no gave %s", texts(r))
	}
	file("b")
	<-d.Person.Asked
	d.Person.Answers <- ask.Answer{Choice: ask.AlwaysDeny}
	if r := <-results; !r.IsError || !strings.Contains(texts(r), "Do not try this again") {
		t.Errorf("always no gave %s", texts(r))
	}
	file("c")
	if r := <-results; !strings.Contains(texts(r), "does not allow this at all") {
		t.Errorf("the next one gave %s", texts(r))
	}
	if r := call(t, session, "fetch_url", map[string]any{"url": "https://example.com/"}); !strings.Contains(texts(r), "has not granted") {
		t.Errorf("what was not granted gave %s", texts(r))
	}
	d.Engine.Pause(true)
	if r := call(t, session, "list_directory", map[string]any{"path": d.Home}); !strings.Contains(texts(r), "paused") {
		t.Errorf("while paused it gave %s", texts(r))
	}
}

// TestServeDeadline: a question, and a review, that stays open is withdrawn.
func TestServeDeadline(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	s := server(d)
	s.Deadline = 200 * time.Millisecond
	session := serve(t, s, nil)
	r := call(t, session, "list_directory", map[string]any{"path": d.Home})
	if !strings.Contains(texts(r), "has not looked at what this agent asks for") {
		t.Errorf("an open review gave %s", texts(r))
	}
	(<-d.Person.Reviews)("filesystem:read")
	for r := call(t, session, "list_directory", map[string]any{"path": d.Home}); ; r = call(t, session, "list_directory", map[string]any{"path": d.Home}) {
		if strings.Contains(texts(r), "did not answer in time") {
			break // the grant came between the two
		}
		if !strings.Contains(texts(r), "has not looked") {
			t.Fatalf("an open question gave %s", texts(r))
		}
	}
}

func TestServeCancel(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	session := serve(t, server(d), nil)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "list_directory", Arguments: map[string]any{"path": d.Home}})
		ended <- err
	}()
	(<-d.Person.Reviews)("filesystem:read")
	<-d.Person.Asked
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the call ended with %v", err)
	}
	go session.CallTool(t.Context(), &sdk.CallToolParams{Name: "list_directory", Arguments: map[string]any{"path": d.Home}})
	<-d.Person.Asked // the first question is gone: this one is the current one
	d.Person.Answers <- ask.Answer{Choice: ask.Deny}
}

func TestServeSelfNamed(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	s := server(d)
	s.Client, s.Title = "", ""
	session := serve(t, s, nil)
	go session.CallTool(t.Context(), &sdk.CallToolParams{Name: "list_directory", Arguments: map[string]any{"path": d.Home}})
	(<-d.Person.Reviews)("filesystem:read")
	if q := <-d.Person.Asked; q.Caller.AgentID != "mcp.self.test-client" || !strings.Contains(q.Caller.AgentName, "its own word") {
		t.Errorf("asked for %+v", q.Caller)
	}
}

func TestServeAfterRestart(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	session := serve(t, server(d), nil)
	for range 2 {
		if r := call(t, session, "list_directory", map[string]any{"path": d.Home}); r.IsError {
			t.Errorf("it gave %s", texts(r))
		}
		d.Stop()
		if r := call(t, session, "list_directory", map[string]any{"path": d.Home}); !strings.Contains(texts(r), "not running") {
			t.Errorf("without an engine it gave %s", texts(r))
		}
		d.Start(assenttest.Allowing)
	}
}
