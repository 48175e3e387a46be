package ui

import (
	"slices"
	"strings"
	"testing"
	"time"
)

func (d *desk) Undo(agent string) error {
	d.did = append(d.did, "undo "+agent)
	return nil
}

// TestWhatIsTakenAwayCanBeUndone: every page offers the way back for a moment.
func TestWhatIsTakenAwayCanBeUndone(t *testing.T) {
	for button, says := range map[string]string{
		"End now":   "DemoBot is asked about again: Read local files",
		"Lift":      "Lifted for DemoBot: Read your location",
		"Take back": "Taken back from DemoBot: Read local files",
	} {
		t.Run(button, func(t *testing.T) {
			open(t, "en", false, func(u *UI, d *desk, drain func()) {
				u.main.show("permissions")
				drain()
				tap(t, u, drain, button)
				u.ShowPage("settings", "")
				drain()
				if text := said(u); !strings.Contains(text, says) {
					t.Errorf("%q is not said:\n%s", says, text)
				}
				tap(t, u, drain, "Undo")
				if len(d.did) != 2 || d.did[1] != "undo agent-1" {
					t.Errorf("did %q", d.did)
				}
				if strings.Contains(said(u), says) {
					t.Error("it is offered twice")
				}
			})
			open(t, "en", false, func(u *UI, d *desk, drain func()) {
				u.main.show("permissions")
				drain()
				tap(t, u, drain, button)
				time.Sleep(undoStays + time.Second) // the bubble's clock
				drain()
				if strings.Contains(said(u), says) || slices.Contains(d.did, "undo agent-1") {
					t.Errorf("it is offered for ever, did %q", d.did)
				}
			})
		})
	}
}

// TestSwitchOffCanBeUndone on the agent's page.
func TestSwitchOffCanBeUndone(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		u.ShowPage("agents", "agent-1")
		drain()
		tick(t, u, 0)
		drain()
		tap(t, u, drain, "Undo")
		if want := []string{"revoke agent-1 notification:send", "undo agent-1"}; !slices.Equal(d.did, want) {
			t.Errorf("did %q, want %q", d.did, want)
		}
	})
}
