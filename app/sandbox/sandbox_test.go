package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assent/app/assenttest"
	"assent/app/sandbox/store"
	"assent/consent/clock"
)

// bench is a sandbox that runs, and what its first line said.
type bench struct {
	t      *testing.T
	folder string
	log    *sink
	stop   func()
	seen   []answered

	URL   string
	Owner string `json:"owner_token"`
	Users []user
}

// sink is a log that may be read while it is written.
type sink struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *sink) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *sink) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// newBench starts a sandbox for these engines. It ends with the test.
func newBench(t *testing.T, c clock.Clock, engines ...string) *bench {
	t.Helper()
	dir, err := os.MkdirTemp("", "sandbox")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	b := &bench{t: t, folder: filepath.Join(dir, "own"), log: &sink{}}
	b.start(c, engines...)
	t.Cleanup(func() { b.stop() })
	return b
}

// start starts a sandbox on the bench's folder, after stop.
func (b *bench) start(c clock.Clock, engines ...string) {
	b.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.t.Fatal(err)
	}
	said, saying := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		err := Run(ctx, Options{Folder: b.folder, Engines: engines, Clock: c, Log: slog.New(slog.NewTextHandler(b.log, nil))}, listener, saying)
		saying.CloseWithError(err)
		ended <- err
	}()
	b.stop = func() {
		b.stop = func() {}
		cancel()
		if err := <-ended; err != nil {
			b.t.Error(err)
		}
	}
	line, err := bufio.NewReader(said).ReadBytes('\n')
	if err != nil {
		b.t.Fatal(err)
	}
	b.Users = nil // else its memory would be written over
	if err := json.Unmarshal(line, b); err != nil {
		b.t.Fatal(err)
	}
}

// ask makes a request with a JSON body, none where body is nil, and returns its status
// and what it answered, which is as openapi.json says.
func (b *bench) ask(token, method, path string, body any) (int, map[string]any) {
	b.t.Helper()
	var text []byte
	switch body := body.(type) {
	case nil:
	case string:
		text = []byte(body)
	default:
		text, _ = json.Marshal(body)
	}
	r, err := http.NewRequestWithContext(assenttest.Patient(b.t), method, b.URL+path, bytes.NewReader(text))
	if err != nil {
		b.t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	response, answer := b.do(r)
	return response.StatusCode, answer
}

// do sends a request.
func (b *bench) do(r *http.Request) (*http.Response, object) {
	b.t.Helper()
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	d, err := described()
	if err != nil {
		b.t.Fatal(err)
	}
	d.check(b.t, r.Method, r.URL.Path, response, text)
	b.seen = append(b.seen, answered{d.find(r.URL.Path), r.Method, response.StatusCode})
	var answer object
	if err := json.Unmarshal(text, &answer); err != nil {
		b.t.Fatalf("%s %s: %d, %v", r.Method, r.URL.Path, response.StatusCode, err)
	}
	return response, answer
}

// answered is that a route gave a status.
type answered struct {
	path, method string
	status       int
}

// must is ask for what must be answered so.
func (b *bench) must(status int, token, method, path string, body any) map[string]any {
	b.t.Helper()
	got, answer := b.ask(token, method, path, body)
	if got != status {
		b.t.Fatalf("%s %s: %d %v, want %d", method, path, got, answer, status)
	}
	return answer
}

type object = map[string]any

// agent is one that was added.
type agent struct{ id, key string }

func (b *bench) agent(manifest string) agent {
	b.t.Helper()
	added := b.must(201, b.Owner, "POST", "/agents", object{"name": "DemoBot", "capability_manifest": json.RawMessage(manifest)})
	return agent{added["agent_id"].(string), added["api_key"].(string)}
}

// relate adds an agent for a user and returns the relation's id.
func (b *bench) relate(a agent, u user) string {
	b.t.Helper()
	return b.must(201, u.Token, "POST", "/h2a/relations", object{"agent_id": a.id, "granted_scopes": []string{}})["id"].(string)
}

func (b *bench) conversation(a agent, u user, kind string) string {
	b.t.Helper()
	return b.must(201, a.key, "POST", "/conversations", object{"agent_id": a.id, "type": kind, "user_id": u.UserID})["conversation_id"].(string)
}

// call sends a tool call and returns its seq.
func (b *bench) call(a agent, conversation, callID, tool string, arguments any) int64 {
	b.t.Helper()
	return int64(b.must(202, a.key, "POST", "/conversations/"+conversation+"/messages", callMessage(callID, tool, arguments))["seq"].(float64))
}

func callMessage(callID, tool string, arguments any) object {
	return object{"msg_subtype": "artifact_tool_call", "content_type": "artifact", "payload": object{
		"type": "artifact", "artifact": object{"subtype": "tool_call", "call_id": callID, "tool_name": tool, "arguments": arguments},
	}}
}

// stream is an open text/event-stream.
type stream struct {
	t     *testing.T
	lines *bufio.Scanner
	close func() error
	last  int64 // the seq of the last event
}

func (b *bench) events(token, since string) *stream {
	b.t.Helper()
	r, err := http.NewRequestWithContext(assenttest.Patient(b.t), "GET", b.URL+"/events?since="+since, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	if response.StatusCode != 200 {
		b.t.Fatalf("the events: %d", response.StatusCode)
	}
	b.t.Cleanup(func() { response.Body.Close() })
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 16<<20)
	return &stream{t: b.t, lines: lines, close: response.Body.Close}
}

// next waits for the next event.
func (s *stream) next() object {
	s.t.Helper()
	for s.lines.Scan() {
		if data, ok := strings.CutPrefix(s.lines.Text(), "data: "); ok {
			var e object
			if err := json.Unmarshal([]byte(data), &e); err != nil {
				s.t.Fatal(err)
			}
			s.last = int64(e["seq"].(float64))
			return e
		}
	}
	s.t.Fatalf("the stream ended: %v", s.lines.Err())
	return nil
}

// response returns the tool response in an event.
func response(e object) object {
	payload, _ := e["payload"].(object)
	if artifact, ok := payload["artifact"].(object); ok {
		return artifact
	}
	return payload
}

const reading = `{"schema_version":"1.0","agent_version":"1.0.0","tools":[
 {"name":"read_file","description_i18n_key":"d","permission_scope":"filesystem:read",
  "input_schema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}}],
 "permission_scopes":[{"id":"filesystem:read","label_i18n_key":"l","sensitivity":"medium"}],"capability_flags":{}}`

// serveStore serves a store with limits of the test's and returns where.
func serveStore(t *testing.T, kept *store.Store, l limits, log io.Writer) (address string) {
	t.Helper()
	s := newServer(kept, clock.System(), slog.New(slog.NewTextHandler(log, nil)))
	s.limits = l
	server := httptest.NewServer(s.bounded(s.handler()))
	t.Cleanup(server.Close)
	return server.Listener.Addr().String()
}

// afterRestart returns the first response that the stream had not had when the sandbox
// ended.
func (s *stream) afterRestart(b *bench, a agent) object {
	b.t.Helper()
	return b.events(a.key, fmt.Sprint(s.last)).next()
}
