package ui

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"assent/consent"
	"assent/consent/ask"
	"assent/consent/manifest"
)

// wrapped is a server behind the consent, as it declares itself.
func wrapped(t *testing.T) consent.Agent {
	t.Helper()
	m, err := manifest.Parse([]byte(`{"schema_version":"1.0","agent_version":"1.0.0","tools":[` +
		`{"name":"delete_file","description_i18n_key":"k","description_fallback":"Deletes a file","input_schema":{"type":"object"},"permission_scope":"mcp:files:danger"},` +
		`{"name":"move_file","description_i18n_key":"k","description_fallback":"Moves a file","input_schema":{"type":"object"},"permission_scope":"mcp:files:act"}],` +
		`"permission_scopes":[{"id":"mcp:files:danger","label_i18n_key":"k","label_fallback":"Use tools that delete","sensitivity":"high"},` +
		`{"id":"mcp:files:act","label_i18n_key":"k","label_fallback":"Use its other tools","sensitivity":"medium"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	return consent.Agent{
		ID: "mcp.cursor.files.0a1b2c", Name: "files", Version: 1, Manifest: m, Reviewed: true,
		Program: ask.Program{Path: "/usr/bin/assentctl", Parent: "/opt/cursor"}, Grants: []consent.Grant{
			{Scope: "mcp:files:danger", Granted: true, Sensitivity: manifest.High}, {Scope: "mcp:files:act", Granted: true, Sensitivity: manifest.Medium},
		},
	}
}

// TestLowering: a tool that is high by its server's word has a switch, and no other has.
func TestLowering(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		d.agents = []consent.Agent{wrapped(t)}
		u.ShowPage("agents", "mcp.cursor.files.0a1b2c")
		drain()
		var switches []*widget.Check
		for _, o := range test.LaidOutObjects(u.main.window.Content()) {
			switch o := o.(type) {
			case *widget.Check:
				switches = append(switches, o)
			case *widget.Label:
				if o.Text == u.words.Say("grant.not_served") {
					t.Error("what the server runs is said not to work")
				}
			}
		}
		switches = slices.DeleteFunc(switches, func(c *widget.Check) bool { return !strings.HasPrefix(c.Text, "Ask about") })
		if len(switches) != 1 || switches[0].Text != "Ask about delete_file as medium, until it changes" {
			t.Fatalf("%d tools can be lowered", len(switches))
		}
		test.Tap(switches[0])
		drain()
		test.Tap(switches[0])
		drain()
		if want := []string{"lower mcp.cursor.files.0a1b2c delete_file", "raise mcp.cursor.files.0a1b2c delete_file"}; !slices.Equal(d.did, want) {
			t.Errorf("it did %q", d.did)
		}
	})
}
