package ask

import "testing"

// An id names a door where Assent's own program speaks for it, and nowhere else.
func TestDoor(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		path, id string
		want     Door
	}{
		{"/usr/bin/assentctl", "mcp.cursor", DoorMCP},
		{"/usr/bin/assentctl", "mcp.cursor.files.0a1b2c", DoorMCP},
		{"/usr/bin/assentctl", "hook.claude-code", DoorHook},
		{"/usr/bin/assentctl", "acp.zed", DoorACP},
		{`C:\Assent\assentctl.exe`, "acp.zed", DoorACP},
		{"/usr/bin/assentctl", "agent-1", DoorSocket},
		{"/usr/bin/assentctl", "mcpx.cursor", DoorSocket},
		{"/usr/bin/python3", "mcp.cursor", DoorSocket},
		{"/tmp/assentctl/python3", "hook.claude-code", DoorSocket},
		{"", "mcp.cursor", ""},
	} {
		if got := (Program{Path: test.path}).Door(test.id); got != test.want {
			t.Errorf("%s through %s asks by %q, want %q", test.id, test.path, got, test.want)
		}
	}
}
