package ingress

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"assent/app"
	"assent/app/folder"
	"assent/app/script"
	"assent/audit"
	"assent/consent/ask"
	"assent/consent/canonical"
	"assent/consent/clock"

	"github.com/go-json-experiment/json"
)

// patience is how long a test waits for what must come.
const patience = 30 * time.Second

// world is an engine with hosts.
type world struct {
	t      *testing.T
	dir    string // where the files are that agents read
	engine *app.Engine
	person *person
}

// person is asked, and answers when the test says so.
type person struct {
	asked  chan ask.Question
	answer chan ask.Answer
}

func (p *person) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	shown.Now()
	p.asked <- q
	select {
	case a := <-p.answer:
		return a, nil
	case <-ctx.Done():
		return ask.Answer{}, ctx.Err()
	}
}

// shortDir is a folder of this user's alone with a name short enough for a socket.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "ingress")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// newWorld opens an engine whose person is answers, an answers file, or the test.
func newWorld(t *testing.T, answers string) *world {
	t.Helper()
	w := &world{t: t, dir: t.TempDir(), person: &person{make(chan ask.Question, 1000), make(chan ask.Answer)}}
	data := shortDir(t)
	settings := fmt.Sprintf(`{"folders":[%q],"allowed_hosts":["127.0.0.1"]}`, w.dir)
	if err := os.WriteFile(filepath.Join(data, "settings.json"), []byte(settings), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := script.Read([]byte(cmp.Or(answers, `{"review":{"*":"all"}}`)))
	if err != nil {
		t.Fatal(err)
	}
	person := &script.Person{Answers: file, Clock: clock.System()}
	o := app.Options{Places: folder.Places{Data: data, Socket: filepath.Join(data, "s")}, Program: "test", Asker: person, Reviewer: person}
	if answers == "" {
		o.Asker = w.person
	}
	if w.engine, err = app.Open(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.engine.Close() })
	return w
}

// allowing is a person who allows everything.
const allowing = `{"review":{"*":"all"},"answers":[{"answer":"allow"}]}`

// serve opens the world's socket until the test ends, or until stop is called, which
// returns when every host was let go.
func (w *world) serve() (path string, stop func()) {
	w.t.Helper()
	path = filepath.Join(shortDir(w.t), "s")
	listener, err := Listen(path)
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(w.t.Context())
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, listener, w.engine) }()
	ended := false
	stop = func() {
		w.engine.Quit()
		cancel()
		if !ended {
			if err := <-served; err != nil {
				w.t.Error(err)
			}
		}
		ended = true
	}
	w.t.Cleanup(stop)
	return path, stop
}

func (w *world) file(name, content string) string {
	path := filepath.Join(w.dir, name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
	return path
}

// rows waits until the log satisfies enough.
func (w *world) rows(enough func([]audit.Row) bool) []audit.Row {
	w.t.Helper()
	return awaited(w.t, func() ([]audit.Row, bool) {
		rows, err := w.engine.Calls(w.t.Context(), audit.Filter{Limit: 10000})
		if err != nil {
			w.t.Fatal(err)
		}
		return rows, enough(rows)
	})
}

// awaited calls get until it is satisfied.
func awaited[T any](t *testing.T, get func() (T, bool)) T {
	t.Helper()
	for deadline := time.Now().Add(patience); ; runtime.Gosched() {
		value, ok := get()
		if ok {
			return value
		}
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain, at last for: %+v", value)
		}
	}
}

// host is one connection.
type host struct {
	t     *testing.T
	conn  *net.UnixConn
	lines *bufio.Reader
}

func connect(t *testing.T, path string) *host {
	t.Helper()
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(patience))
	return &host{t, conn, bufio.NewReader(conn)}
}

func (h *host) send(lines ...string) {
	h.t.Helper()
	if _, err := io.WriteString(h.conn, strings.Join(lines, "\n")+"\n"); err != nil {
		h.t.Fatal(err)
	}
}

func (h *host) receive() string {
	h.t.Helper()
	line, err := h.lines.ReadString('\n')
	if err != nil {
		h.t.Fatalf("after %q: %v", line, err)
	}
	return line
}

// end checks that nothing comes any more.
func (h *host) end() {
	h.t.Helper()
	if rest, err := io.ReadAll(h.lines); err != nil || len(rest) > 0 {
		h.t.Errorf("at the end came %q, %v", rest, err)
	}
}

// introduce sends the manifest of an agent and takes its relation.
func (h *host) introduce(agent string) {
	h.t.Helper()
	h.send(manifestLine(agent))
	if line := h.receive(); !strings.Contains(line, `"granted_scopes":["filesystem:read"]`) {
		h.t.Fatalf("the relation is %s", line)
	}
}

const hello = `{"type":"hello"}`

func manifestLine(agent string) string {
	const manifest = `{"schema_version":"1.0","agent_version":"1.0.0",` +
		`"tools":[{"name":"read_file","description_i18n_key":"d","permission_scope":"filesystem:read",` +
		`"input_schema":{"type":"object","additionalProperties":false,"properties":{"path":{"type":"string"}}}}],` +
		`"permission_scopes":[{"id":"filesystem:read","sensitivity":"medium","label_i18n_key":"l"}]}`
	return fmt.Sprintf(`{"type":"manifest","agent_id":%q,"manifest_version":1,"manifest_hash":%q,"manifest":%s}`,
		agent, canonical.Digest([]byte(manifest)), manifest)
}

// readCall asks for a file.
func readCall(agent, id, path string) string {
	return fmt.Sprintf(`{"type":"message","agent_id":%q,"conversation_id":"c","conversation_type":"h2a","msg_subtype":"artifact_tool_call",`+
		`"payload":{"type":"artifact","artifact":{"subtype":"tool_call","call_id":%q,"tool_name":"read_file","arguments":{"path":%q}}}}`, agent, id, path)
}

// answer is what a test looks at of a tool response.
type answer struct{ agent, id, status, reason, content string }

func parse(line string) (answer, error) {
	var wire struct {
		Agent   string `json:"agent_id"`
		Payload struct {
			Artifact struct {
				CallID string `json:"call_id"`
				Status string `json:"status"`
				Reason string `json:"reason"`
				Result struct {
					Content string `json:"content"`
				} `json:"result"`
			} `json:"artifact"`
		} `json:"payload"`
	}
	err := json.Unmarshal([]byte(line), &wire)
	a := wire.Payload.Artifact
	if err == nil && a.CallID == "" {
		err = errors.New("no response: " + line)
	}
	return answer{wire.Agent, a.CallID, a.Status, a.Reason, a.Result.Content}, err
}

func (h *host) answer() answer {
	h.t.Helper()
	a, err := parse(h.receive())
	if err != nil {
		h.t.Fatal(err)
	}
	return a
}
