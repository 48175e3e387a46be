//go:build linux

package desktoptest

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDesktop(t *testing.T) {
	t.Parallel()
	d := Start(t, WindowManager, Notifications)

	if got := d.Run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK"); !strings.Contains(got, "window id") {
		t.Errorf("no window manager: %s", got)
	}
	if got := d.Run("dunstctl", "count", "history"); got != "0" {
		t.Errorf("notifications = %q, want 0", got)
	}
	info, err := os.Stat(d.Runtime)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("runtime folder: %v, %v, want mode 0700", info.Mode(), err)
	}
	for _, variable := range d.Env() {
		if strings.HasPrefix(variable, "WAYLAND_DISPLAY=") {
			t.Errorf("the environment leads to another desktop: %s", variable)
		}
	}

	shot := filepath.Join(t.TempDir(), "screen")
	d.Screenshot(shot)
	content, err := os.ReadFile(shot)
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 1280 || size.Y != 1024 {
		t.Errorf("screenshot of %v, want 1280 by 1024", size)
	}
}

func TestSetClipboard(t *testing.T) {
	t.Parallel()
	d := Start(t)
	for _, want := range []string{"first", "second"} {
		d.SetClipboard("text/plain", []byte(want))
		if got := d.Run("xclip", "-selection", "clipboard", "-out"); got != want {
			t.Errorf("clipboard = %q, want %q", got, want)
		}
	}
}

func TestGeoClue(t *testing.T) {
	t.Parallel()
	g := StartGeoClue(t, 39.9042, 116.4074, 25)
	bus := connectBus(t, g.Address)
	level, err := bus.Object("org.freedesktop.GeoClue2", "/org/freedesktop/GeoClue2/Manager").
		GetProperty("org.freedesktop.GeoClue2.Manager.AvailableAccuracyLevel")
	if err != nil {
		t.Fatal(err)
	}
	if level.Value() == uint32(0) {
		t.Error("GeoClue has no source of positions")
	}
}
