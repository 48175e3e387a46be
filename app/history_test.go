package app

import (
	"fmt"
	"testing"

	"assent/app/wire"
	"assent/consent/clock"
	"assent/executors/projectcli"

	"github.com/go-json-experiment/json/jsontext"
)

// What the results of project CLIs look like is kept in memory, of the newest calls, and
// only of a result that names its own call.
func TestHintsAreKeptInMemory(t *testing.T) {
	t.Parallel()
	h := newHistory(clock.System())
	output := func(callID string) wire.Response {
		return wire.OK(jsontext.Value(fmt.Sprintf(`{"tool_name":"project_cli","tool_call_id":%q,"ui_hints":[{"type":"outcome","title":%[1]q}],"content":"{}"}`, callID)))
	}
	for i := range hintsKept + 1 {
		call, other := shoot(fmt.Sprint("call-", i)), shoot(fmt.Sprint("other-", i))
		h.start(call).end(projectcli.Scope, output(call.CallID))
		if hint, ok := h.hint(call.CallKey); !ok || hint.Title != call.CallID {
			t.Fatalf("%s: %+v, %v", call.CallID, hint, ok)
		}
		h.start(other).end(projectcli.Scope, output(call.CallID))
		if hint, ok := h.hint(other.CallKey); ok {
			t.Fatalf("another call's result is shown: %+v", hint)
		}
	}
	if _, ok := h.hint(shoot("call-0").CallKey); ok {
		t.Error("the oldest is still kept")
	}
}
