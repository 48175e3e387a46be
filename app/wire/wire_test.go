package wire

import (
	"errors"
	"strings"
	"testing"
	"time"

	"assent/consent/ask"
	"assent/consent/canonical"
	"assent/executors"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const (
	flatCall = `{"type":"message","agent_id":"agent-1","conversation_id":"c-1","conversation_type":"h2a",` +
		`"msg_subtype":"artifact_tool_call","content_type":"artifact","payload":{"type":"artifact","artifact":{"subtype":"tool_call",` +
		`"call_id":"call_1","tool_name":"read_file","arguments":{"path":"/n"},"permission_scope":"filesystem:read","timeout_ms":5000}}}`
	nestedCall = `{"type":"message","agent_id":"agent-1","conversation_id":"c-1","conversation_type":"h2a",` +
		`"msg_subtype":"artifact_tool_call","content_type":"artifact","payload":{"type":"artifact","artifact":{"subtype":"tool_call",` +
		`"artifact_id":"call_1","payload":{"call_id":"call_1","tool_name":"read_file","arguments":{"path":"/n"},"permission_scope":"filesystem:read","timeout_ms":5000}}}}`
)

func TestBothShapesAreOneCall(t *testing.T) {
	t.Parallel()
	for shape, line := range map[Shape]string{Flat: flatCall, Nested: nestedCall} {
		value, err := FromHost([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		call := value.(Call)
		if call.Fault != nil {
			t.Fatalf("shape %d: %v", shape, call.Fault)
		}
		want := Call{CallKey: CallKey{AgentID: "agent-1", ConversationID: "c-1", CallID: "call_1"}, Shape: shape, Tool: "read_file", Scope: "filesystem:read",
			Arguments: jsontext.Value(`{"path":"/n"}`), Timeout: 5 * time.Second, Digest: canonical.Digest([]byte(`{"path":"/n"}`))}
		if call.AgentID != want.AgentID || call.ConversationID != want.ConversationID || call.CallID != want.CallID || call.Shape != want.Shape ||
			call.Tool != want.Tool || call.Scope != want.Scope || string(call.Arguments) != string(want.Arguments) ||
			call.Timeout != want.Timeout || call.Digest != want.Digest {
			t.Errorf("shape %d: got %+v, want %+v", shape, call, want)
		}
	}
}

func TestFaultsLeaveTheCallItsName(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, old, new string }{
		{"duplicate name in arguments", `{"path":"/n"}`, `{"path":"/n","path":"/m"}`},
		{"lone surrogate", `"/n"`, `"\ud800"`},
		{"invalid UTF-8", `"/n"`, "\"\xff\""},
		{"number out of range", `"/n"`, `1e400`},
		{"integer out of range", `"/n"`, `9007199254740993`},
		{"too deep", `"/n"`, strings.Repeat("[", 80) + strings.Repeat("]", 80)},
		{"arguments is an array", `{"path":"/n"}`, `[]`},
		{"arguments is missing", `"arguments":{"path":"/n"},`, ``},
		{"tool_name is missing", `"tool_name":"read_file",`, ``},
		{"permission_scope is a number", `"filesystem:read"`, `7`},
		{"timeout_ms is zero", `5000`, `0`},
		{"timeout_ms is a fraction", `5000`, `0.5`},
		{"timeout_ms is text", `5000`, `"5000"`},
		{"timeout_ms is null", `5000`, `null`},
		{"unknown conversation type", `"h2a"`, `"h2x"`},
		{"names differ in case", `"tool_name"`, `"Tool_Name"`},
		{"fault after the call", `"timeout_ms":5000`, `"timeout_ms":5000,"timeout_ms":1`},
	} {
		for shape, line := range map[string]string{"flat": flatCall, "nested": nestedCall} {
			if test.name == "fault after the call" && shape == "nested" {
				continue // the artifact's other members come after it
			}
			t.Run(test.name+", "+shape, func(t *testing.T) {
				t.Parallel()
				value, err := FromHost([]byte(strings.Replace(line, test.old, test.new, 1)))
				if err != nil {
					t.Fatal(err)
				}
				call := value.(Call)
				if call.Fault == nil || call.AgentID != "agent-1" || call.ConversationID != "c-1" || call.CallID != "call_1" {
					t.Errorf("got %+v", call)
				}
				if call.Fault != nil && strings.Contains(call.Fault.Error(), "/n") {
					t.Errorf("the fault holds a value: %v", call.Fault)
				}
			})
		}
	}
}

// TestWhatIsNoShape: a call is nested only where the artifact's payload holds one.
func TestWhatIsNoShape(t *testing.T) {
	t.Parallel()
	with := func(payload string) string {
		return strings.Replace(flatCall, `"subtype":"tool_call",`, `"subtype":"tool_call","payload":`+payload+`,`, 1)
	}
	for _, payload := range []string{`null`, `5`, `"x"`, `true`, `[]`, `{}`, `{"note":{"call_id":"call_2"}}`} {
		value, err := FromHost([]byte(with(payload)))
		if err != nil {
			t.Fatalf("payload %s: %v", payload, err)
		}
		if call := value.(Call); call.Fault != nil || call.Shape != Flat || call.CallID != "call_1" {
			t.Errorf("payload %s: got %+v", payload, call)
		}
	}
	for _, payload := range []string{`{"call_id":"call_1"}`, `{"call_id":"call_2"}`, `{"tool_name":5}`, `{"arguments":null}`} {
		value, err := FromHost([]byte(with(payload)))
		if err != nil {
			t.Fatalf("payload %s: %v", payload, err)
		}
		if call := value.(Call); call.Fault == nil || call.Shape != Flat || call.CallID != "call_1" {
			t.Errorf("payload %s: got %+v", payload, call)
		}
	}
	both := strings.Replace(with(`{"call_id":"call_2"}`), `"call_id":"call_1"`, `"call_id":7`, 1)
	if value, err := FromHost([]byte(both)); err != nil || value.(Call).CallID != "call_2" || value.(Call).Fault == nil {
		t.Errorf("the only call_id there is: got %+v, %v", value, err)
	}
}

func TestTimeoutIsBoundedNotRefused(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]time.Duration{
		`5000`: 5 * time.Second, `5e3`: 5 * time.Second, `1.0`: time.Millisecond,
	} {
		if got, ok := timeout(jsontext.Value(raw)); !ok || got != want {
			t.Errorf("timeout(%s) = %v, %v", raw, got, ok)
		}
	}
	if got, ok := timeout(jsontext.Value(`1e300`)); !ok || got < 24*time.Hour {
		t.Errorf("a huge timeout is %v, %v", got, ok)
	}
}

func TestWordsOfEachShape(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		reason       ask.Reason
		flat, nested string
	}{
		{ask.NotInGroup, "tool_not_supported_in_group", "tool_not_supported_in_group"},
		{ask.ToolNotDeclared, "tool_not_declared", "tool_not_declared"},
		{ask.ScopeNotGranted, "scope_not_granted", "scope_not_granted"},
		{ask.PermissionRevoked, "scope_not_granted", "permission_revoked"},
		{ask.UserRefused, "user_refused", "user_rejected"},
		{ask.UserTimeout, "user_timeout", "user_timeout"},
	} {
		for shape, want := range map[Shape]string{Flat: test.flat, Nested: test.nested} {
			line := Denied(test.reason).Line(Call{CallKey: CallKey{CallID: "x"}, Shape: shape})
			if !strings.Contains(string(line), `"reason":"`+want+`"`) {
				t.Errorf("%s in shape %d: %s", test.reason, shape, line)
			}
		}
	}
}

// TestSamplePrograms runs the handlers of the pages that agents are written from
// (000 and 002) on what Assent answers.
func TestSamplePrograms(t *testing.T) {
	t.Parallel()
	type fields struct {
		Subtype string         `json:"subtype"`
		Ref     string         `json:"ref_artifact_subtype"`
		Type    string         `json:"type"`
		CallID  string         `json:"call_id"`
		Status  string         `json:"status"`
		Reason  string         `json:"reason"`
		Result  jsontext.Value `json:"result"`
	}
	// settle is what both pages do once they found the response's fields.
	settle := func(f fields) (string, error) {
		if f.CallID != "call_1" {
			return "", errors.New("not pending")
		}
		if f.Status == "ok" {
			return string(f.Result), nil
		}
		return "", errors.New("tool " + f.Status + ": " + f.Reason)
	}
	handlers := map[Shape]func(event struct {
		MsgSubtype string         `json:"msg_subtype"`
		Payload    jsontext.Value `json:"payload"`
	}) (string, error){
		Flat: func(event struct {
			MsgSubtype string         `json:"msg_subtype"`
			Payload    jsontext.Value `json:"payload"`
		}) (string, error) {
			var payload struct {
				Artifact fields `json:"artifact"`
			}
			if err := json.Unmarshal(event.Payload, &payload); err != nil || payload.Artifact.Subtype != "tool_response" {
				return "", errors.New("ignored")
			}
			return settle(payload.Artifact)
		},
		Nested: func(event struct {
			MsgSubtype string         `json:"msg_subtype"`
			Payload    jsontext.Value `json:"payload"`
		}) (string, error) {
			var payload fields
			if err := json.Unmarshal(event.Payload, &payload); err != nil || payload.Type != event.MsgSubtype || payload.Ref != "tool_response" {
				return "", errors.New("ignored")
			}
			return settle(payload)
		},
	}
	for shape, line := range map[Shape]string{Flat: flatCall, Nested: nestedCall} {
		value, err := FromHost([]byte(line))
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			response Response
			want     string
			fails    map[Shape]string
		}{
			{response: OK(jsontext.Value(`{"content":"x"}`)), want: `{"content":"x"}`},
			{response: Denied(ask.UserRefused), fails: map[Shape]string{Flat: "tool denied: user_refused", Nested: "tool denied: user_rejected"}},
			{response: Failed(executors.Errorf(executors.ToolTimeout, "late")), fails: map[Shape]string{Flat: "tool error: tool_timeout", Nested: "tool error: tool_timeout"}},
		} {
			answer := test.response.Line(value.(Call))
			var event struct {
				MsgSubtype string         `json:"msg_subtype"`
				Payload    jsontext.Value `json:"payload"`
			}
			if err := json.Unmarshal(answer, &event); err != nil {
				t.Fatal(err)
			}
			got, err := handlers[shape](event)
			failed := ""
			if err != nil {
				failed = err.Error()
			}
			if got != test.want || failed != test.fails[shape] {
				t.Errorf("shape %d: got %q, %q; want %q, %q", shape, got, failed, test.want, test.fails[shape])
			}
		}
	}
}

func FuzzFromHost(f *testing.F) {
	for _, seed := range []string{flatCall, nestedCall, `{"type":"hello"}`, `{"type":"manifest","agent_id":"a","manifest_version":1,"manifest_hash":"x","manifest":{}}`,
		`{"type":"h2a.reauth_required","agent_id":"a","new_manifest_version":1,"new_manifest_hash":"x","scopes_requiring_reauth":[]}`,
		`{"type":"relation","agent_id":"a","granted_scopes":[]}`, strings.Replace(flatCall, `"/n"`, `"\ud800"`, 1),
		`{"type":"ran","agent_id":"a","conversation_id":"c","call_id":"1","status":"ok"}`, `{"type":"withdraw","agent_id":"a","conversation_id":"c","call_id":"1"}`,
		strings.Replace(flatCall, `"conversation_type"`, `"runs":"host","window":false,"conversation_type"`, 1)} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		value, err := FromHost(line)
		var bad *Error
		if err != nil {
			if !errors.As(err, &bad) {
				t.Fatalf("an error of another kind: %v", err)
			}
			if err := canonical.Check(bad.Line()); err != nil {
				t.Fatalf("the error line is not strict: %v", err)
			}
			return
		}
		call, ok := value.(Call)
		if !ok {
			return
		}
		if call.AgentID == "" || call.ConversationID == "" || call.CallID == "" || call.Digest == "" {
			t.Fatalf("a call without a name: %+v", call)
		}
		if call.Fault == nil && (call.Tool == "" || call.Arguments.Kind() != '{' || canonical.Check(line) != nil) {
			t.Fatalf("a faulty call passes: %+v", call)
		}
		answer := Failed(executors.Errorf(executors.InvalidArguments, "x")).Line(call)
		if err := canonical.Check(answer); err != nil {
			t.Fatalf("the answer is not strict: %v", err)
		}
	})
}

func BenchmarkCallAndResponse(b *testing.B) {
	line := []byte(strings.Replace(flatCall, `"/n"`, `"/`+strings.Repeat("n", 650)+`"`, 1))
	b.ReportAllocs()
	b.SetBytes(int64(len(line)))
	for b.Loop() {
		value, err := FromHost(line)
		if err != nil {
			b.Fatal(err)
		}
		OK(jsontext.Value(`{"delivered":true}`)).Line(value.(Call))
	}
}
