package host

import (
	"fmt"
	"testing"

	"assent/app/assenttest"
	"assent/app/wire"
)

func TestMain(m *testing.M) { assenttest.Main(m) }

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func connect(t *testing.T, d *assenttest.Desk) *Client {
	t.Helper()
	c, err := Connect(assenttest.Patient(t), d.Socket, nil)
	must(t, err)
	t.Cleanup(c.Close)
	return c
}

// listManifest is one with a tool that lists folders.
func listManifest(agentVersion string) []byte {
	return fmt.Appendf(nil, `{"schema_version":"1.0","agent_version":%q,"tools":[{"name":"list_directory","description_i18n_key":"d",`+
		`"permission_scope":"filesystem:read","input_schema":{"type":"object"}}],`+
		`"permission_scopes":[{"id":"filesystem:read","sensitivity":"medium","label_i18n_key":"l"}]}`, agentVersion)
}

// list asks for what is in a folder.
func list(agentID, callID, path string) wire.Request {
	return wire.Request{
		CallKey: wire.CallKey{AgentID: agentID, ConversationID: "c-1", CallID: callID}, Shape: wire.Nested,
		Tool: "list_directory", Arguments: fmt.Appendf(nil, `{"path":%q}`, path),
	}
}
