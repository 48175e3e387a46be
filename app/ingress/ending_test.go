package ingress

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime"
	"strings"
	"testing"

	"assent/audit"
	"assent/consent/ask"
	"assent/consent/canonical"
)

// ended are the rows that are not pending any more.
func ended(n int) func([]audit.Row) bool {
	return func(rows []audit.Row) bool {
		done := 0
		for _, row := range rows {
			if row.Status != audit.Pending {
				done++
			}
		}
		return done >= n
	}
}

// interrupted checks that nobody's answer is told as the person's.
func interrupted(t *testing.T, rows []audit.Row) {
	t.Helper()
	for _, row := range rows {
		if row.Status != audit.Error || row.Reason != "interrupted" || row.Decision != "rule" {
			t.Errorf("the row is %+v", row)
		}
	}
}

// TestHalfClose: the end of input is no hang-up.
func TestHalfClose(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	path, _ := w.serve()
	h := connect(t, path)
	h.introduce("agent-1")
	h.send(readCall("agent-1", "a", w.file("f", "hello")), quick)
	must(t, h.conn.CloseWrite())
	h.receive()
	<-w.person.asked
	w.person.answer <- ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}
	if got := h.answer(); got != (answer{"agent-1", "a", "ok", "", "hello"}) {
		t.Errorf("got %+v", got)
	}
	h.end()
}

// TestHangUp: the questions of a host that is gone close, denied and recorded, also
// when it asked the same twice.
func TestHangUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	path, _ := w.serve()
	h := connect(t, path)
	h.introduce("agent-1")
	file := w.file("f", "x")
	h.send(readCall("agent-1", "a", file), readCall("agent-1", "a", file), readCall("agent-1", "b", file), quick)
	h.receive() // lines are read in order
	<-w.person.asked
	h.conn.Close()
	rows := w.rows(ended(2))
	interrupted(t, rows)
	if len(rows) != 2 {
		t.Errorf("%d rows, want 2", len(rows))
	}
}

// TestHangUpOfOneOfTwo: a question stays open while another host waits for it.
func TestHangUpOfOneOfTwo(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	path, _ := w.serve()
	first, second := connect(t, path), connect(t, path)
	first.introduce("agent-1")
	shared, own := readCall("agent-1", "shared", w.file("f", "x")), readCall("agent-1", "own", w.file("g", "x"))
	first.send(shared)
	<-w.person.asked
	first.send(own, quick)
	second.send(shared, quick)
	first.receive()
	second.receive()
	first.conn.Close()
	rows := w.rows(ended(1)) // that the first host is gone is seen by now
	if len(rows) != 2 || rows[0].CallID != "own" || rows[1].Status != audit.Pending {
		t.Errorf("the rows are %+v", rows)
	}
	w.person.answer <- ask.Answer{Choice: ask.AllowOnce}
	if got := second.answer(); got != (answer{"agent-1", "shared", "ok", "", "x"}) {
		t.Errorf("got %+v", got)
	}
}

// TestLinesBeforeAHangUpCount: what a host wrote before it went away is done as if it
// were there, but that nobody is asked.
func TestLinesBeforeAHangUpCount(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	path, _ := w.serve()
	h := connect(t, path)
	h.introduce("agent-1")
	h.introduce("agent-2")
	h.send(readCall("agent-1", "window", w.file("f", "x")))
	<-w.person.asked
	w.person.answer <- ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}
	h.answer()
	const calls = 20
	for i := range calls {
		h := connect(t, path)
		file := w.file(fmt.Sprint(i), "x")
		h.send(readCall("agent-1", fmt.Sprint(i), file), readCall("agent-2", fmt.Sprint(i), file))
		h.conn.Close()
	}
	rows := w.rows(ended(1 + 2*calls))
	for _, row := range rows {
		if row.AgentID == "agent-1" && row.Status != audit.OK {
			t.Errorf("the row is %+v", row)
		}
		if row.AgentID == "agent-2" {
			interrupted(t, []audit.Row{row})
		}
	}
}

// TestQuit: when the engine goes, its hosts have their answers before they are let go.
func TestQuit(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	path, stop := w.serve()
	const hosts, calls = 3, 20
	var all []*host
	for i := range hosts {
		h := connect(t, path)
		all = append(all, h)
		h.introduce(fmt.Sprint("agent-", i))
		for j := range calls {
			h.send(readCall(fmt.Sprint("agent-", i), fmt.Sprint(j), w.file(fmt.Sprint(i, j), "x")))
		}
		h.send(quick)
		h.receive()
	}
	idle := connect(t, path)
	idle.send(quick)
	idle.receive()
	w.rows(func(rows []audit.Row) bool { return len(rows) == hosts*calls })
	stop()
	idle.end()
	for _, h := range all {
		for range calls {
			if got := h.answer(); got.status != "error" || got.reason != "interrupted" {
				t.Errorf("got %+v", got)
			}
		}
		h.end()
	}
	interrupted(t, w.rows(ended(hosts*calls)))
}

// TestQuitStopsWhatRuns: a site that never answers keeps nobody from quitting, and the
// host hears what became of its call.
func TestQuitStopsWhatRuns(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{})
	site := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		close(asked)
		<-r.Context().Done()
	}))
	defer site.Close()
	w := newWorld(t, allowing)
	path, stop := w.serve()
	h := connect(t, path)
	const manifest = `{"schema_version":"1.0","agent_version":"1.0.0",` +
		`"tools":[{"name":"fetch","description_i18n_key":"d","permission_scope":"network:http","timeout_ms":30000,"input_schema":{"type":"object"}}],` +
		`"permission_scopes":[{"id":"network:http","sensitivity":"medium","label_i18n_key":"l"}]}`
	h.send(fmt.Sprintf(`{"type":"manifest","agent_id":"agent-1","manifest_version":1,"manifest_hash":%q,"manifest":%s}`,
		canonical.Digest([]byte(manifest)), manifest))
	h.receive()
	h.send(fmt.Sprintf(`{"type":"message","agent_id":"agent-1","conversation_id":"c","conversation_type":"h2a","msg_subtype":"artifact_tool_call",`+
		`"payload":{"type":"artifact","artifact":{"subtype":"tool_call","call_id":"a","tool_name":"fetch","arguments":{"url":%q}}}}`, site.URL))
	<-asked
	stop()
	if got := h.answer(); got.status != "error" || got.reason != "interrupted" {
		t.Errorf("got %+v", got)
	}
	h.end()
}

// TestStdio: standard input may be a file that is at its end long before the answers.
func TestStdio(t *testing.T) {
	t.Parallel()
	w := newWorld(t, allowing)
	in := strings.NewReader(manifestLine("agent-1") + "\n" + readCall("agent-1", "a", w.file("f", "x")) + "\n" + quick)
	var out bytes.Buffer
	ServeStdio(in, &out, w.engine)
	for _, want := range []string{`{"type":"relation"`, `{"type":"control"`, `"call_id":"a","status":"ok"`} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is not in %s", want, out.String())
		}
	}
	if lines := strings.Count(out.String(), "\n"); lines != 3 {
		t.Errorf("%d lines came:\n%s", lines, out.String())
	}
}

// TestStdioHangUp: a host whose end of standard output closes is gone, whether or not
// anything is to be written.
func TestStdioHangUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	in, host := io.Pipe()
	answers, out, err := os.Pipe()
	must(t, err)
	defer out.Close()
	served := make(chan struct{})
	go func() {
		defer close(served)
		ServeStdio(in, out, w.engine)
	}()
	io.WriteString(host, manifestLine("agent-1")+"\n"+readCall("agent-1", "a", w.file("f", "x"))+"\n")
	<-w.person.asked
	must(t, answers.Close())
	interrupted(t, w.rows(ended(1)))
	host.Close()
	<-served
}

// TestStdioBroken: a writer that fails is a host that is gone.
func TestStdioBroken(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "")
	in := manifestLine("agent-1") + "\n" + readCall("agent-1", "a", w.file("f", "x")) + "\n"
	ServeStdio(strings.NewReader(in), brokenWriter{}, w.engine)
	interrupted(t, w.rows(ended(1)))
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("the host is gone") }

// TestNothingIsLeft: hosts that went in every way leave no goroutine and no socket.
func TestNothingIsLeft(t *testing.T) {
	w := newWorld(t, "")
	path, stop := w.serve()
	before := sockets()
	for i := range 50 {
		h := connect(t, path)
		agent := fmt.Sprint("agent-", i)
		h.introduce(agent)
		h.send(readCall(agent, "a", w.file("f", "x")))
		switch i % 4 {
		case 0:
			h.conn.Close()
		case 1:
			h.conn.CloseWrite()
		case 2:
			h.send(strings.Repeat("x", 2<<20))
		}
	}
	stop()
	awaited(t, func() (string, bool) {
		stacks := make([]byte, 1<<20)
		stacks = stacks[:runtime.Stack(stacks, true)]
		left := ""
		for _, stack := range strings.Split(string(stacks), "\n\n") {
			if strings.Contains(stack, "ingress.") && !strings.Contains(stack, "testing.tRunner") && !strings.Contains(stack, "_test.go") {
				left += stack + "\n\n"
			}
		}
		return left, left == ""
	})
	if after := sockets(); after > before+50 { // the test's own ends
		t.Errorf("%d sockets more than before", after-before)
	}
}

// sockets counts those that are open, where the system tells.
func sockets() (n int) {
	entries, _ := os.ReadDir("/proc/self/fd")
	for _, entry := range entries {
		if target, _ := os.Readlink("/proc/self/fd/" + entry.Name()); strings.HasPrefix(target, "socket:") {
			n++
		}
	}
	return n
}
