package ui

import (
	"log"
	"strings"
	"testing"
)

// TestToolkitLog: that there is no tray is no error; that a tray takes no icon is.
func TestToolkitLog(t *testing.T) {
	t.Parallel()
	for _, tray := range []bool{true, false} {
		var out strings.Builder
		toolkit := log.New(toolkitLog{&out, func() bool { return tray }}, "", log.LstdFlags)
		toolkit.Printf("systray error: failed to register: %v\n", "The name org.kde.StatusNotifierWatcher was not provided by any .service files")
		toolkit.Printf("systray error: failed to request name: %s\n", "x")
		if said := strings.Contains(out.String(), "failed to register"); said != tray || !strings.Contains(out.String(), "failed to request name: x") {
			t.Errorf("tray %v: it says %q", tray, out.String())
		}
	}
}
