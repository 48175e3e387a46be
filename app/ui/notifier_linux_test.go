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
	n.show("One asks", "<b>first</b>")
	n.busy.Wait()
	n.show("Another asks", "<b>second</b>")
	n.busy.Wait()
	if got := d.Run("dunstctl", "count", "displayed"); got != "1" {
		t.Errorf("%s notifications are shown, want 1", got)
	}
	n.withdraw()
	n.busy.Wait()
	if got := d.Run("dunstctl", "count", "displayed"); got != "0" {
		t.Errorf("%s notifications are left", got)
	}
	got := d.Run("dunstctl", "history")
	if !strings.Contains(got, "Another asks") || !strings.Contains(got, "&lt;b&gt;second&lt;/b&gt;") || strings.Contains(got, "One asks") {
		t.Errorf("dunst showed %s", got)
	}
	n.show("One more", "")
	n.withdraw()
	n.close()
	if got := d.Run("dunstctl", "count", "displayed"); got != "0" {
		t.Errorf("%s notifications are left at the end", got)
	}
}
