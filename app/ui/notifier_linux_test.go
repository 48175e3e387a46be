package ui

import (
	"strings"
	"testing"

	"assent/app"
	"assent/executors/desktoptest"
	"assent/executors/notification"
)

// TestNotifier: a later notification takes the place of the one before, and what an
// agent is called is no markup to the desktop.
func TestNotifier(t *testing.T) {
	d := desktoptest.Start(t, desktoptest.Notifications)
	d.Setenv()
	n := notifier{sender: notification.NewSender(app.ID)}
	defer n.sender.Close()
	n.show("One asks", "<b>first</b>")
	n.show("Another asks", "<b>second</b>")
	if got := d.Run("dunstctl", "count", "displayed"); got != "1" {
		t.Errorf("%s notifications are shown, want 1", got)
	}
	d.Run("dunstctl", "close-all")
	got := d.Run("dunstctl", "history")
	if !strings.Contains(got, "Another asks") || !strings.Contains(got, "&lt;b&gt;second&lt;/b&gt;") || strings.Contains(got, "One asks") {
		t.Errorf("dunst showed %s", got)
	}
}
