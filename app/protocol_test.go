package app

import (
	"os"
	"strings"
	"testing"

	"assent/app/wire"
	"assent/consent/canonical"
)

// TestProtocolExamples: every line of docs/protocol.md that a host sends is understood,
// every line that it gets is strict JSON. What the examples leave out with … is filled.
func TestProtocolExamples(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	filled := strings.NewReplacer(
		`{"type":"message",…,"payload":{"type":"artifact",`, `{"type":"message","agent_id":"a","conversation_id":"c","conversation_type":"h2a","msg_subtype":"artifact_tool_call","payload":{"type":"artifact",`,
		`{"type":"message",…,`, `{"type":"message",`,
		`"1.0",…}`, `"1.0"}`)
	sent, got := 0, 0
	for line := range strings.Lines(string(text)) {
		line = filled.Replace(strings.TrimSpace(line))
		switch {
		case strings.HasPrefix(line, "→ "):
			sent++
			value, err := wire.FromHost([]byte(strings.TrimPrefix(line, "→ ")))
			if err != nil {
				t.Errorf("%s: %v", line, err)
			}
			if call, ok := value.(wire.Call); ok && call.Fault != nil {
				t.Errorf("%s: %v", line, call.Fault)
			}
		case strings.HasPrefix(line, "← "):
			got++
			if err := canonical.Check([]byte(strings.TrimPrefix(line, "← "))); err != nil {
				t.Errorf("%s: %v", line, err)
			}
		}
	}
	if sent < 9 || got < 9 {
		t.Errorf("only %d and %d examples were found", sent, got)
	}
}
