package app

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/wire"
	"assent/consent"
	"assent/consent/ask"

	"github.com/go-json-experiment/json/jsontext"
)

// BenchmarkDecodeCheckEncode takes a call of 1 KiB from its line through steps 0 to 3
// of contract §4 to the line of its response. Nothing is prepared, recorded or run.
func BenchmarkDecodeCheckEncode(b *testing.B) {
	const manifest = `{"schema_version":"1.0","agent_version":"1.0.0",` +
		`"tools":[{"name":"read_file","description_i18n_key":"k","permission_scope":"filesystem:read","input_schema":` +
		`{"type":"object","properties":{"path":{"type":"string","minLength":1},"encoding":{"enum":["utf-8","base64"]}},"required":["path"],"additionalProperties":false}}],` +
		`"permission_scopes":[{"id":"filesystem:read","label_i18n_key":"k","sensitivity":"medium"}]}`
	keeper, err := consent.Open(filepath.Join(b.TempDir(), "assent.db"), consent.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer keeper.Close()
	if err := keeper.Offer(consent.Offer{AgentID: "agent-1", Version: 1, Manifest: []byte(manifest)}); err != nil {
		b.Fatal(err)
	}
	if err := keeper.Grant("agent-1", "filesystem:read"); err != nil {
		b.Fatal(err)
	}
	line := []byte(fmt.Sprintf(`{"type":"message","agent_id":"agent-1","conversation_id":"c-1","conversation_type":"h2a","msg_subtype":"artifact_tool_call",`+
		`"content_type":"artifact","payload":{"type":"artifact","artifact":{"subtype":"tool_call","call_id":"call_1","tool_name":"read_file",`+
		`"arguments":{"path":"/%s","encoding":"utf-8"},"permission_scope":"filesystem:read","timeout_ms":5000}}}`, strings.Repeat("n", 660)))
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		value, err := wire.FromHost(line)
		if err != nil {
			b.Fatal(err)
		}
		call := value.(wire.Call)
		if _, err := keeper.Check(consent.Call{
			Caller: ask.Caller{AgentID: call.AgentID, ConversationID: call.ConversationID},
			Tool:   call.Tool, Scope: call.Scope, Arguments: call.Arguments,
		}); err != nil {
			b.Fatal(err)
		}
		wire.OK(jsontext.Value(`{"delivered":true}`)).Line(call)
	}
}
