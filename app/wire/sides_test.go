package wire

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"assent/consent/ask"
	"assent/consent/canonical"
	"assent/consent/manifest"
	"assent/executors"

	"github.com/go-json-experiment/json/jsontext"
)

var update = flag.Bool("update", false, "write testdata/lines.txt as the lines are now")

var someCall = CallKey{AgentID: "agent-1", ConversationID: "c-1", CallID: "call_1"}

// fromHosts are lines that a host writes, with what the engine's side reads in them.
func fromHosts(t *testing.T) (lines [][]byte, values []any) {
	add := func(line []byte, err error, value any) {
		if err != nil {
			t.Fatal(err)
		}
		lines, values = append(lines, line), append(values, value)
	}
	for _, r := range []Request{
		{CallKey: someCall, Tool: "read_file"},
		{CallKey: someCall, Tool: "read_file", Scope: "filesystem:read", Arguments: jsontext.Value(`{"path":"/ü\n"}`), TimeoutMS: new(50)},
		{CallKey: someCall, Tool: "read_file", Group: true},
		{CallKey: someCall, Tool: "read_file", Shape: Nested, Arguments: jsontext.Value(`{"n":1e2}`)},
		{CallKey: someCall, Tool: "write_file", Runs: RunsHost, NoWindow: true},
		{CallKey: someCall, Tool: "shell", Runs: RunsElsewhere},
	} {
		line, err := r.Line()
		add(line, err, callOf(r))
	}
	m := Manifest{AgentID: "agent-1", AgentName: "Demo \"Bot\"", Version: 7, Hash: "9f86", Manifest: jsontext.Value(`{"schema_version":"1.0"}`)}
	line, err := m.Line()
	add(line, err, m)
	for _, value := range []interface{ Line() []byte }{
		Reauth{AgentID: "agent-1", Version: 8, Hash: "4f53", Scopes: []string{"filesystem:read"}},
		Reauth{AgentID: "agent-1", Version: 8, Hash: "4f53"},
		Reauth{AgentID: "agent-1", Version: 8, Hash: "4f53", Tools: []string{"read_file"}},
		Ran{someCall, StatusOK},
		Ran{someCall, StatusError},
		Withdraw{someCall},
		Hello{},
		Control{Op: AgentList},
		Control{Op: AgentRemove, AgentID: "agent-1"},
		Control{Op: ClockAdvance, By: "25h"},
	} {
		add(value.Line(), nil, value)
	}
	add(Relation{AgentID: "agent-1", Granted: []string{}}.Line(), nil, Relation{AgentID: "agent-1", Granted: []string{}})
	return lines, values
}

// callOf is the call that the engine's side is to read of a request.
func callOf(r Request) Call {
	c := Call{CallKey: r.CallKey, Group: r.Group, Shape: r.Shape, Tool: r.Tool, Scope: r.Scope, Arguments: r.Arguments, Runs: r.Runs, NoWindow: r.NoWindow}
	if c.Arguments == nil {
		c.Arguments = jsontext.Value(`{}`)
	}
	if r.TimeoutMS != nil {
		c.Timeout = time.Duration(*r.TimeoutMS) * time.Millisecond
	}
	c.Digest = canonical.Digest(c.Arguments)
	return c
}

// fromEngines are lines that an engine writes, with what the host's side reads in them.
func fromEngines() (lines [][]byte, values []any) {
	for _, shape := range []Shape{Flat, Nested} {
		for _, r := range []Response{
			OK(jsontext.Value(`{"delivered":true}`)),
			Denied(ask.UserRefused),
			Denied(ask.ScopeNotGranted),
			Failed(executors.Errorf(executors.ToolTimeout, "The tool took too long.")),
			Failed(executors.Errorf(executors.Paused, "The user paused Assent. Try again later.")),
			Failed(&executors.Error{Reason: executors.InvalidArguments, Message: "It does not fit.", Details: jsontext.Value(`{"code":"INVALID_ACTION_INPUT"}`)}),
		} {
			lines = append(lines, r.Line(Call{CallKey: someCall, Shape: shape, Group: shape == Nested}))
			values = append(values, Reply{CallKey: someCall, Shape: shape, Group: shape == Nested, Response: r})
		}
	}
	revoked := Denied(ask.PermissionRevoked)
	lines = append(lines, revoked.Line(Call{CallKey: someCall, Shape: Nested}))
	values = append(values, Reply{CallKey: someCall, Shape: Nested, Response: revoked})
	for _, value := range []interface{ Line() []byte }{
		Relation{AgentID: "agent-1", Version: 7, Granted: []string{"filesystem:read"}, Warnings: []manifest.Issue{{Path: "/tools/0", Message: "x"}}},
		Relation{AgentID: "agent-1", Version: 7, Granted: []string{}, Warnings: []manifest.Issue{}},
		Run{someCall},
		&Error{Code: BadMessage, Message: "type is missing", CallKey: someCall},
		&Error{Code: ManifestInvalid, Message: "x", CallKey: CallKey{AgentID: "agent-1"}, Details: []manifest.Issue{{Path: "/tools/0/name", Message: "y"}}},
		NewGreeting("0.1.0", map[string]string{"location:read": "unavailable: The location service is not installed."}),
		ControlAnswer{Op: AgentRemove, OK: true},
		ControlAnswer{Op: AgentList, OK: true, Agents: []AgentStatus{{"agent-1", "DemoBot", 7, "9f86", []string{"filesystem:read"}, "mcp", "/usr/bin/assentctl", "/opt/claude", "2026-11-21T22:00:00Z", map[string]string{"read_file": "4f53"}}}},
		ControlAnswer{Op: ClockAdvance, Message: "no"},
	} {
		lines, values = append(lines, value.Line()), append(values, value)
	}
	return lines, values
}

// What one side writes, the other reads equal.
func TestSidesAgree(t *testing.T) {
	t.Parallel()
	compare := func(line []byte, got any, err error, want any) {
		if r, ok := got.(Reply); ok {
			r.Raw = nil
			got = r
		}
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s\nis read as %+v, %v,\nwant       %+v", line, got, err, want)
		}
	}
	lines, values := fromHosts(t)
	for i, line := range lines {
		got, err := FromHost(line)
		compare(line, got, err, values[i])
	}
	lines, values = fromEngines()
	for i, line := range lines {
		got, err := FromEngine(line)
		compare(line, got, err, values[i])
	}
}

// TestLines keeps every line as it is written, byte for byte.
func TestLines(t *testing.T) {
	t.Parallel()
	var b bytes.Buffer
	hosts, _ := fromHosts(t)
	engines, _ := fromEngines()
	for _, line := range hosts {
		b.WriteString("→ " + string(line) + "\n")
	}
	for _, line := range engines {
		b.WriteString("← " + string(line) + "\n")
	}
	const file = "testdata/lines.txt"
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(b.String(), "\n") {
		if was := strings.Split(string(want), "\n"); i >= len(was) || was[i] != line {
			t.Fatalf("line %d is now\n%s\nsee what differs with -update", i+1, line)
		}
	}
}

// A call that its writer left unnamed gets a name of its own.
func TestRequestsAreNamed(t *testing.T) {
	t.Parallel()
	id := func() string {
		line, err := Request{CallKey: CallKey{AgentID: "a", ConversationID: "c"}, Tool: "t"}.Line()
		if err != nil {
			t.Fatal(err)
		}
		call, err := FromHost(line)
		if err != nil || call.(Call).Fault != nil {
			t.Fatalf("%s: %v", line, err)
		}
		return call.(Call).CallID
	}
	if a, b := id(), id(); a == b {
		t.Errorf("two calls are named %s", a)
	}
}

func TestWhatIsNotJSONIsNotWritten(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"x", `{"a":1,"a":2}`, "\"\xff\"", ""} {
		if line, err := (Request{Arguments: jsontext.Value(bad)}).Line(); err == nil {
			t.Errorf("the arguments %q are sent: %s", bad, line)
		}
		if line, err := (Manifest{Manifest: jsontext.Value(bad)}).Line(); err == nil {
			t.Errorf("the manifest %q is sent: %s", bad, line)
		}
	}
}

// Nothing that an engine writes is longer than a line may be.
func TestLongLines(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", MaxOutbound/2)
	call := Call{CallKey: someCall}
	reply, err := FromEngine(OK(jsontext.Value(`{"a":"` + long + `","b":"` + long + `"}`)).Line(call))
	if r, ok := reply.(Reply); err != nil || !ok || r.Reason != "too_large" {
		t.Errorf("a long result becomes %.100v, %v", reply, err)
	}
	issues := []manifest.Issue{{Path: "/first", Message: "y"}, {Path: long, Message: "y"}, {Path: long, Message: "y"}}
	line := (&Error{Code: ManifestInvalid, Message: "x", Details: issues}).Line()
	if said, err := FromEngine(line); err != nil || len(line) > MaxOutbound || said.(*Error).Details[0].Path != "/first" {
		t.Errorf("long details make %d bytes, %v", len(line), err)
	}
	line = ControlAnswer{Op: AgentList, OK: true, Agents: []AgentStatus{{AgentName: long}, {AgentName: long}}}.Line()
	if said, err := FromEngine(line); err != nil || said.(ControlAnswer).Err() == nil {
		t.Errorf("a long list becomes %.100s, %v", line, err)
	}
}

func TestLinesThatAnEngineDoesNotSay(t *testing.T) {
	t.Parallel()
	for line, unknown := range map[string]bool{
		`{"type":"tomorrow"}`: true, `{}`: true, `[]`: true, `{"type":5}`: true,
		`{"type":"message","msg_subtype":"artifact_tool_call"}`: true,
		``: false, `x`: false, `{"type":"message","msg_subtype":"artifact_response"}`: false,
		`{"type":"message","msg_subtype":"artifact_response","payload":{"artifact":5}}`: false,
		`{"type":"relation","granted_scopes":5}`:                                        false, `{"type":"error","agent_id":5}`: false,
	} {
		if value, err := FromEngine([]byte(line)); err == nil || errors.Is(err, ErrUnknown) != unknown {
			t.Errorf("%s is %+v, %v", line, value, err)
		}
	}
}

// FuzzSides has a host say anything about a call and an engine answer it: whatever can
// be written is read as it was meant.
func FuzzSides(f *testing.F) {
	f.Add("agent-1", "c-1", "call_1", "read_file", "filesystem:read", `{"path":"/n"}`, 5000, byte(0), "user_refused", "No.")
	f.Add("a", "c", "1", "t", "", `{}`, 0, byte(3), "permission_revoked", "")
	f.Fuzz(func(t *testing.T, agent, conversation, id, tool, scope, arguments string, limit int, flags byte, reason, message string) {
		r := Request{CallKey: CallKey{AgentID: agent, ConversationID: conversation, CallID: id}, Tool: tool, Scope: scope, Arguments: jsontext.Value(arguments), Group: flags&1 != 0}
		if flags&2 != 0 {
			r.Shape = Nested
		}
		if limit > 0 {
			r.TimeoutMS = &limit
		}
		line, err := r.Line()
		if err != nil {
			return
		}
		value, err := FromHost(line)
		if (err == nil) != r.Valid() && id != "" {
			t.Fatalf("%s is %+v, %v", line, value, err)
		}
		call, ok := value.(Call)
		if !ok {
			return
		}
		if call.Fault == nil && (call.Tool != tool || call.Scope != scope || call.Group != r.Group || call.Shape != r.Shape || call.Digest != canonical.Digest([]byte(arguments))) {
			t.Fatalf("%s is read as %+v", line, call)
		}
		said := Response{Status: StatusDenied, Reason: reason, Message: message}
		reply, err := FromEngine(said.Line(call))
		if err != nil {
			t.Fatal(err)
		}
		got := reply.(Reply)
		lost := call.Shape == Flat && reason == PermissionRevoked || call.Shape == Nested && reason == userRejected
		valid := utf8.ValidString(reason) && utf8.ValidString(message)
		if got.CallKey != call.CallKey || got.Group != call.Group || got.Shape != call.Shape ||
			valid && !lost && !reflect.DeepEqual(got.Response, said) {
			t.Fatalf("%+v is read as %+v", said, got)
		}
	})
}

// An error line names the call as far as it can be read.
func TestErrorsNameTheCall(t *testing.T) {
	t.Parallel()
	flat := strings.Replace(flatCall, `"agent_id":"agent-1",`, ``, 1)
	nested := strings.Replace(nestedCall, `"conversation_id":"c-1"`, `"conversation_id":7`, 1)
	for line, want := range map[string][3]string{
		flat:   {"", "c-1", "call_1"},
		nested: {"agent-1", "", "call_1"},
		strings.Replace(flatCall, `"msg_subtype":"artifact_tool_call"`, `"msg_subtype":"text"`, 1):  {"agent-1", "c-1", "call_1"},
		strings.Replace(flatCall, `"call_id":"call_1"`, `"call_id":"\u0000"`, 1):                    {"agent-1", "c-1", ""},
		`{"type":"ran","agent_id":"a","conversation_id":"c","call_id":"1","status":"maybe"}`:        {"a", "c", "1"},
		`{"type":"withdraw","agent_id":"a","call_id":"1"}`:                                          {"a", "", "1"},
		`{"type":"manifest","agent_id":"a","manifest_version":0}`:                                   {"a", "", ""},
		`{"type":"message","agent_id":"a","conversation_id":"c","conversation_id":"d","call_id":1}`: {"a", "c", ""},
		`{"agent_id":"a","conversation_id":"c"} x`:                                                  {"a", "c", ""},
		`[]`:                                  {},
		"\xff":                                {},
		`{"type":"control","op":7,"by":"25h"`: {},
	} {
		value, err := FromHost([]byte(line))
		var bad *Error
		if !errors.As(err, &bad) || bad.CallKey != (CallKey{AgentID: want[0], ConversationID: want[1], CallID: want[2]}) || bad.Code != BadMessage {
			t.Errorf("%s: %+v, %+v", line, value, err)
		}
	}
}
