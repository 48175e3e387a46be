package app

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/folder"
	"assent/app/script"
	"assent/audit"
	"assent/consent"
	"assent/consent/canonical"
)

// hostileHost is a host of an engine where nobody is asked.
type hostileHost struct {
	t       *testing.T
	engine  *Engine
	session *Session
	lines   chan string
}

func newHostileHost(t *testing.T) *hostileHost {
	t.Helper()
	answers, err := script.Read([]byte(`{"review":{"*":"all"}}`))
	if err != nil {
		t.Fatal(err)
	}
	return reviewedBy(t, &script.Person{Answers: answers})
}

func reviewedBy(t *testing.T, reviewer consent.Reviewer) *hostileHost {
	t.Helper()
	home := t.TempDir()
	data := filepath.Join(home, "data")
	engine, err := Open(Options{Places: folder.Places{Data: data, Socket: filepath.Join(data, "s")}, Program: "test", Home: home, Reviewer: reviewer})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { engine.Close() })
	h := &hostileHost{t: t, engine: engine, lines: make(chan string, 100)}
	h.session = engine.Connect(func(line []byte, written func()) { h.lines <- string(line); written() })
	return h
}

// ask sends a line and returns its answer, which is strict JSON.
func (h *hostileHost) ask(line string) string {
	h.t.Helper()
	receive(h.session, []byte(line))
	answer := <-h.lines
	if err := canonical.Check([]byte(answer)); err != nil {
		h.t.Errorf("the answer %q: %v", answer, err)
	}
	return answer
}

func (h *hostileHost) rows() int {
	h.t.Helper()
	rows, err := h.engine.Calls(h.t.Context(), audit.Filter{Limit: -1})
	if err != nil {
		h.t.Fatal(err)
	}
	return len(rows)
}

// TestHostileLines puts every hostile value in the place of every member of a call, in
// both shapes. Whatever has an agent, a conversation and a call_id is answered as a
// call and leaves one row; all else is an error line and leaves none; the same again leaves
// none.
func TestHostileLines(t *testing.T) {
	t.Parallel()
	h := newHostileHost(t)
	values := []string{
		`null`, `true`, `5`, `-1`, `1.5`, `1e400`, `9007199254740993`, `[]`, `{}`, `""`, `" "`, `"x y"`, `"ä"`, `"\u0000"`, `"\ud800"`, "\"\xff\"", "\"\x00\"",
		`"\u202e<img src=x>'; --"`, `"` + strings.Repeat("x", 129) + `"`, `"` + strings.Repeat("x", 1000000) + `"`,
		strings.Repeat(`[`, 100) + strings.Repeat(`]`, 100), strings.Repeat(`{"a":`, 5000), `{"a":1,"a":2}`, `x`, ``,
	}
	members := []string{"agent_id", "conversation_id", "conversation_type", "msg_subtype", "content_type", "payload", "type",
		"artifact", "subtype", "artifact_id", "call_id", "tool_name", "arguments", "permission_scope", "timeout_ms"}
	wire := func(nested bool, id, member, value string) string {
		m := func(name, usual string) string {
			if name == member {
				usual = value
			}
			return fmt.Sprintf("%q:%s", name, usual)
		}
		call := strings.Join([]string{m("call_id", `"`+id+`"`), m("tool_name", `"read_file"`), m("permission_scope", `"filesystem:read"`),
			m("timeout_ms", `5000`), m("arguments", `{"path":"/x"}`)}, ",")
		artifact := m("subtype", `"tool_call"`) + "," + m("artifact_id", `"`+id+`"`) + "," + call
		if nested {
			artifact = m("subtype", `"tool_call"`) + "," + m("artifact_id", `"`+id+`"`) + `,"payload":{` + call + "}"
		}
		payload := "{" + m("artifact", "{"+artifact+"}") + "}"
		return "{" + strings.Join([]string{m("type", `"message"`), m("agent_id", `"agent-1"`), m("conversation_id", `"c-1"`),
			m("conversation_type", `"h2a"`), m("msg_subtype", `"artifact_tool_call"`), m("content_type", `"artifact"`), m("payload", payload)}, ",") + "}"
	}
	id := 0
	for _, member := range members {
		for _, value := range values {
			for _, nested := range []bool{false, true} {
				id++
				line := wire(nested, fmt.Sprintf("id %d", id), member, value)
				before := h.rows()
				answer := h.ask(line)
				rows := h.rows() - before
				isCall := strings.HasPrefix(answer, `{"type":"message"`)
				if !isCall && !strings.HasPrefix(answer, `{"type":"error","code":"BAD_MESSAGE"`) {
					t.Errorf("%s %.40q: got %s", member, value, answer)
				}
				if member == "arguments" && value != `` && !strings.HasPrefix(value, `{"a":{`) && !isCall {
					t.Errorf("arguments %.40q are answered %s", value, answer)
				}
				if isCall && strings.Contains(answer, `"denied"`) != strings.Contains(answer, "tool_not_declared") {
					t.Errorf("%s %.40q: got %s", member, value, answer)
				}
				switch {
				case isCall && rows == 1, !isCall && rows == 0:
				case isCall && rows == 0 && (member == "call_id" || member == "agent_id" || member == "conversation_id"):
					// the same value names the same call in both shapes
				default:
					t.Errorf("%s %.40q: %d rows for %s", member, value, rows, answer)
				}
				if again := h.ask(line); again != answer {
					t.Errorf("%s %.40q: again got %s, first %s", member, value, again, answer)
				} else if more := h.rows() - before - rows; isCall && more != 0 && !strings.Contains(answer, "call_id_reused") {
					t.Errorf("%s %.40q: the same again left %d rows", member, value, more)
				}
			}
		}
	}
}

// TestGroupsHearNothing: what was answered outside a group is not replayed into it, nor
// that anything was.
func TestGroupsHearNothing(t *testing.T) {
	t.Parallel()
	h := newHostileHost(t)
	call := anyCall
	if answer := h.ask(call); !strings.Contains(answer, "tool_not_declared") {
		t.Errorf("got %s", answer)
	}
	group := strings.Replace(call, `"h2a"`, `"h2g"`, 1)
	if answer := h.ask(group); !strings.Contains(answer, `"status":"denied","reason":"tool_not_supported_in_group"`) {
		t.Errorf("got %s", answer)
	}
	h.engine.responses = newResponses(h.engine.clock) // as after a restart
	if answer := h.ask(group); !strings.Contains(answer, `"status":"denied","reason":"tool_not_supported_in_group"`) {
		t.Errorf("after a restart got %s", answer)
	}
	if rows := h.rows(); rows != 2 {
		t.Errorf("%d rows, want 2", rows)
	}
}

const anyCall = `{"type":"message","agent_id":"agent-1","conversation_id":"c-1","conversation_type":"h2a","msg_subtype":"artifact_tool_call",` +
	`"payload":{"artifact":{"subtype":"tool_call","call_id":"a","tool_name":"t","arguments":{}}}}`

// TestLargeManifest: a manifest over 128 KiB is refused by its size, before all else.
func TestLargeManifest(t *testing.T) {
	t.Parallel()
	h := newHostileHost(t)
	manifest := `{"schema_version":"?","padding":"` + strings.Repeat("x", 128<<10) + `"}`
	answer := h.ask(`{"type":"manifest","agent_id":"agent-1","manifest_version":1,"manifest_hash":"?","manifest":` + manifest + `}`)
	if !strings.HasPrefix(answer, `{"type":"error","code":"MANIFEST_TOO_LARGE","message":"`) || !strings.Contains(answer, `"agent_id":"agent-1"`) {
		t.Errorf("got %s", answer)
	}
	if agents := h.engine.Agents(); len(agents) != 0 {
		t.Errorf("there are agents: %v", agents)
	}
}

// busy is a person who does not come to the reviews.
type busy struct{}

func (busy) Review(consent.Review, func([]string)) {}

func TestManyAgentsWaitForReview(t *testing.T) {
	t.Parallel()
	h := reviewedBy(t, busy{})
	offer := func(n int) string {
		return fmt.Sprintf(`{"type":"manifest","agent_id":"agent-%d","manifest_version":1,"manifest_hash":%q,"manifest":%s}`, n, canonical.Digest([]byte(cameraManifest)), cameraManifest)
	}
	for n := range 32 {
		receive(h.session, []byte(offer(n))) // answered once it is reviewed
	}
	if answer := h.ask(offer(32)); !strings.HasPrefix(answer, `{"type":"error","code":"TOO_MANY_AGENTS","message":"`) || !strings.Contains(answer, `"agent_id":"agent-32"`) {
		t.Errorf("got %s", answer)
	}
	if agents := h.engine.Agents(); len(agents) != 32 {
		t.Errorf("there are %d agents", len(agents))
	}
}
