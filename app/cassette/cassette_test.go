package cassette

import (
	"fmt"
	"strings"
	"testing"

	"assent/app/wire"
)

// line is a host's call, as JSON in JSON.
func line(t *testing.T, key wire.CallKey, tool, arguments string, runs wire.Runs) string {
	t.Helper()
	line, err := wire.Request{CallKey: key, Tool: tool, Arguments: []byte(arguments), Runs: runs}.Line()
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

var recordedKey = wire.CallKey{AgentID: "agent-1", ConversationID: "c-1", CallID: "one"}

// read makes a cassette of a call of delete_note, which its host ran, and of one that was never answered.
func read(t *testing.T) *Cassette {
	t.Helper()
	answer := fmt.Sprintf(`{"type":"message","agent_id":"agent-1","conversation_id":"c-1","conversation_type":"h2a","msg_subtype":"artifact_response","content_type":"artifact",` +
		`"payload":{"type":"artifact","artifact":{"subtype":"tool_response","call_id":"one","status":"ok","result":{"ran_by":"host","at":"/home/alice/a"}}}}`)
	unanswered := recordedKey
	unanswered.CallID = "two"
	transcript := `{"event":"begin","arguments":true,"home":"/home/alice"}` + "\n" +
		`{"event":"agent","agent_id":"agent-1","scopes":["mcp:notes:act"]}` + "\n"
	for _, e := range []struct{ event, line string }{
		{"in", line(t, recordedKey, "delete_note", `{"path":"/home/alice/a"}`, wire.RunsHost)},
		{"in", line(t, unanswered, "never", `{}`, wire.RunsHere)},
		{"out", string(wire.Run{CallKey: recordedKey}.Line())},
		{"in", string(wire.Ran{CallKey: recordedKey, Status: "ok"}.Line())},
		{"out", answer},
	} {
		transcript += fmt.Sprintf(`{"event":%q,"host":1,"line":%q}`, e.event, e.line) + "\n"
	}
	c, err := Read([]byte(transcript), "/home/bob")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// say gives a session a line and returns what it answers.
func say(c *Cassette, s **Session, line string) (answers []string) {
	if *s == nil {
		*s = c.Connect(nil)
	}
	(*s).deliver = func(line []byte, written func()) {
		answers = append(answers, string(line))
		written()
	}
	if begin := (*s).Receive([]byte(line)); begin != nil {
		begin(func() {})
	}
	return answers
}

func TestAHostRunsWhatItRanWhenItWasRecorded(t *testing.T) {
	t.Parallel()
	c := read(t)
	var s *Session
	key := wire.CallKey{AgentID: "agent-1", ConversationID: "mine", CallID: "x"}
	call := line(t, key, "delete_note", `{"path":"/home/bob/a"}`, wire.RunsHost)
	for _, step := range []struct{ say, want string }{
		{string(wire.Ran{CallKey: key, Status: "ok"}.Line()), `"code":"BAD_MESSAGE"`},
		{call, `"type":"run"`},
		{string(wire.Ran{CallKey: key, Status: "ok"}.Line()), `"call_id":"x","status":"ok","result":{"at":"/home/bob/a","ran_by":"host"}`},
		{call, `"status":"ok"`}, // the same line again: the same answer
		{line(t, wire.CallKey{AgentID: "agent-1", ConversationID: "mine", CallID: "y"}, "delete_note", `{"path":"~/a"}`, wire.RunsHost), "not made so often"},
		{line(t, wire.CallKey{AgentID: "agent-1", ConversationID: "mine", CallID: "z"}, "never", `{}`, wire.RunsHere), "no call of this tool"},
		{`{"type":"hello"}`, `"protocol":1`},
		{`{"type":"control","op":"agent_list"}`, `"granted_scopes":["mcp:notes:act"]`},
		{`{"type":"control","op":"show"}`, `"ok":false`},
		{`{`, `"code":"BAD_MESSAGE"`},
	} {
		if got := say(c, &s, step.say); len(got) != 1 || !strings.Contains(got[0], step.want) {
			t.Errorf("%s is answered %q, without %s", step.say, got, step.want)
		}
	}
}

func TestACallThatDiffersIsUnknown(t *testing.T) {
	t.Parallel()
	key := wire.CallKey{AgentID: "agent-1", ConversationID: "mine", CallID: "x"}
	other := key
	other.AgentID = "agent-2"
	for want, call := range map[string]string{
		"these arguments differ: also, path": line(t, key, "delete_note", `{"path":"/home/alice/a","also":1}`, wire.RunsHost), // alice is somebody else now
		"another agent made it":              line(t, other, "delete_note", `{"path":"~/a"}`, wire.RunsHost),
		"it was to run elsewhere":            line(t, key, "delete_note", `{"path":"~/a"}`, wire.RunsHere),
		"it has no call of this tool":        line(t, key, "add_note", `{"path":"~/a"}`, wire.RunsHost),
	} {
		c := read(t)
		var told string
		c.Unknown = func(_, differs string) { told = differs }
		var s *Session
		if got := say(c, &s, call); len(got) != 1 || !strings.Contains(got[0], `"reason":"internal"`) || told != want {
			t.Errorf("told %q, not %q; answered %q", told, want, got)
		}
	}
}

func TestARecordingWithoutACallIsRefused(t *testing.T) {
	t.Parallel()
	if _, err := Read([]byte(`{"event":"begin","arguments":true}`+"\n"), "/home/bob"); err == nil {
		t.Error("it is played")
	}
}
