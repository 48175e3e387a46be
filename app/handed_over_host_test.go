package app_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assent/app/assenttest"
	"assent/app/ingress"
	"assent/app/wire"
	"assent/audit"
	"assent/consent/ask"

	"github.com/go-json-experiment/json/jsontext"
)

// line is a connection of a host that says what it likes.
type line struct {
	t    *testing.T
	conn *ingress.Conn
}

// notes starts an engine that knows agent-1 and its notes, and connects hosts to it.
func notes(t *testing.T, hosts int) (*assenttest.Desk, []*line) {
	t.Helper()
	d := assenttest.New(t, "")
	must(t, d.Engine.AddAgent("agent-1", "Bot", []byte(notesManifest)))
	(<-d.Person.Reviews)("mcp:notes:danger", "mcp:notes:read")
	var all []*line
	for range hosts {
		conn, err := ingress.Dial(t.Context(), d.Socket)
		must(t, err)
		t.Cleanup(func() { conn.Close() })
		all = append(all, &line{t, conn})
	}
	return d, all
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func (l *line) say(line []byte) {
	l.t.Helper()
	must(l.t, l.conn.Write(line))
}

// call sends a call of a tool that somebody else runs.
func (l *line) call(id, tool string, runs wire.Runs) {
	l.t.Helper()
	line, err := wire.Request{CallKey: key(id), Tool: tool, Runs: runs, Arguments: jsontext.Value(`{"where":{"name":"shopping"}}`)}.Line()
	must(l.t, err)
	l.say(line)
}

// said is what comes next, in a word or two.
func (l *line) said() string {
	l.t.Helper()
	data, err := l.conn.Read()
	if err != nil {
		return err.Error()
	}
	value, err := wire.FromEngine(data)
	must(l.t, err)
	switch value := value.(type) {
	case wire.Run:
		return "run " + value.CallID
	case wire.Reply:
		return strings.TrimSpace(fmt.Sprintf("%s %s %s", value.CallID, value.Status, value.Reason))
	case *wire.Error:
		return value.Code
	case wire.ControlAnswer:
		return "control"
	}
	return fmt.Sprintf("%T", value)
}

func (l *line) hears(want ...string) {
	l.t.Helper()
	for _, want := range want {
		if got := l.said(); got != want {
			l.t.Fatalf("the host hears %q, want %q", got, want)
		}
	}
}

// barrier returns when all that was said was heard.
func (l *line) barrier() {
	l.t.Helper()
	l.say(wire.Control{Op: wire.AgentList}.Line())
	l.hears("control")
}

func key(id string) wire.CallKey {
	return wire.CallKey{AgentID: "agent-1", ConversationID: "c-1", CallID: id}
}

func ran(id, status string) []byte { return wire.Ran{CallKey: key(id), Status: status}.Line() }

func rowsOf(t *testing.T, d *assenttest.Desk) string {
	t.Helper()
	rows, err := d.Engine.Calls(t.Context(), audit.Filter{})
	must(t, err)
	var all []string
	for _, row := range rows {
		all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", row.CallID, row.Status, row.Decision, row.Reason)))
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

var allow = ask.Answer{Choice: ask.Allow}
