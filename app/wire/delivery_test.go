package wire

import (
	"errors"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// TestDeliveryIsHandedOnAsItIs: an engine reads from the line what the agent wrote, wrong
// members of the call too, and nothing of who is calling.
func TestDeliveryIsHandedOnAsItIs(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		payload string
		want    Call
		fault   bool
	}{
		"flat": {`{"type":"artifact", "artifact":{"subtype":"tool_call","call_id":"c1","tool_name":"t","arguments":{"a":1.50}}}`,
			Call{Tool: "t", Arguments: jsontext.Value(`{"a":1.50}`)}, false},
		"nested": {`{"type":"artifact","artifact":{"artifact_id":"c1","subtype":"tool_call","payload":{"call_id":"c1","tool_name":"t","arguments":{}}},"agent_id":"other"}`,
			Call{Tool: "t", Arguments: jsontext.Value(`{}`), Shape: Nested}, false},
		"no tool": {`{"type":"artifact","artifact":{"subtype":"tool_call","call_id":"c1","arguments":{}}}`,
			Call{Arguments: jsontext.Value(`{}`)}, true},
	} {
		d, err := NewDelivery("agent", "conversation", true, jsontext.Value(test.payload))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		line, err := d.Line()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		value, err := FromHost(line)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		got, key := value.(Call), CallKey{AgentID: "agent", ConversationID: "conversation", CallID: "c1"}
		if got.CallKey != key || d.CallKey != key || !got.Group || got.Tool != test.want.Tool || got.Shape != test.want.Shape ||
			string(got.Arguments) != string(test.want.Arguments) || (got.Fault != nil) != test.fault {
			t.Errorf("%s arrives as %+v", name, got)
		}
	}
	var bad *Error
	for _, payload := range []string{`{}`, `{"type":"artifact","artifact":{"subtype":"tool_call"}}`, `{"type":"artifact","artifact":{"subtype":"tool_response","call_id":"c1"}}`, `[]`} {
		if _, err := NewDelivery("agent", "conversation", false, jsontext.Value(payload)); !errors.As(err, &bad) {
			t.Errorf("%s gave %v", payload, err)
		}
	}
	if _, err := NewDelivery("agent", "conversation", false, jsontext.Value(`{"a":1,"a":2}`)); err == nil {
		t.Error("a payload that is not strict was taken")
	}
}

// TestReplyPayload: of both shapes the payload is the line's.
func TestReplyPayload(t *testing.T) {
	t.Parallel()
	for shape, want := range map[Shape]string{
		Flat:   `{"type":"artifact","artifact":{"subtype":"tool_response","call_id":"c1","status":"ok","result":{"a":1}}}`,
		Nested: `{"type":"artifact_response","ref_artifact_subtype":"tool_response","call_id":"c1","status":"ok","result":{"a":1}}`,
	} {
		call := Call{CallKey: CallKey{AgentID: "a", ConversationID: "c", CallID: "c1"}, Shape: shape}
		value, err := FromEngine(OK(jsontext.Value(`{"a":1}`)).Line(call))
		if err != nil {
			t.Fatal(err)
		}
		if got := value.(Reply).Payload(); string(got) != want {
			t.Errorf("the payload is %s", got)
		}
	}
}
