//go:build linux

// Package desktoptest gives tests a real desktop in a machine without one: an X
// server without a screen, a session bus, a window manager, a notification
// daemon, and a real GeoClue on a system bus of its own. It is imported by tests
// only.
//
// Everything it starts is the test's alone and ends with it, so that tests can
// run side by side. A program that is missing fails the test and names the
// Debian package that has it. Its functions fail the test themselves, so they are
// called from the test's goroutine.
package desktoptest

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Part is what a desktop may have beside its X server and its session bus.
type Part int

// The parts.
const (
	WindowManager Part = iota + 1 // openbox
	Notifications                 // dunst
	Small                         // the screen has 1024 by 768 pixels
	Wide                          // 1440 by 900
)

// Desktop is an X server without a screen and a session bus.
type Desktop struct {
	Display string // DISPLAY, ":7"
	Bus     string // DBUS_SESSION_BUS_ADDRESS
	Home    string // an empty HOME
	Runtime string // XDG_RUNTIME_DIR, with mode 0700 and a path short enough for sockets

	t testing.TB
}

// Start starts a desktop with the given parts, of 1280 by 1024 pixels unless one says
// otherwise, and returns when all of it is ready. It ends with the test.
func Start(t testing.TB, parts ...Part) *Desktop {
	t.Helper()
	d := &Desktop{t: t, Home: t.TempDir(), Runtime: shortDir(t)}
	screen := "1280x1024x24"
	for part, size := range map[Part]string{Small: "1024x768x24", Wide: "1440x900x24"} {
		if slices.Contains(parts, part) {
			screen = size
		}
	}
	d.Display = ":" + start(t, command("Xvfb", "xvfb", d.Env(),
		"-displayfd", "3", "-screen", "0", screen, "-nolisten", "tcp", "-noreset"))
	d.Bus = start(t, command("dbus-daemon", "dbus", d.Env(),
		"--session", "--nofork", "--nopidfile", "--nosyslog", "--print-address=3",
		"--address=unix:path="+filepath.Join(d.Runtime, "bus")))
	for _, part := range parts {
		switch part {
		case WindowManager:
			d.startWindowManager()
		case Notifications:
			d.startNotifications()
		case Small, Wide:
		default:
			t.Fatalf("desktoptest: there is no part %d", part)
		}
	}
	return d
}

// Env returns the environment of a program that runs on this desktop: the test's
// own, without what would lead to another desktop.
func (d *Desktop) Env() []string {
	return overlay(os.Environ(), d.variables())
}

// Setenv makes the test itself a program on this desktop. Like t.Setenv it is not
// for parallel tests.
func (d *Desktop) Setenv() {
	d.t.Helper()
	for name, value := range d.variables() {
		d.t.Setenv(name, value)
	}
}

// variables are what makes a program run on this desktop. An empty value takes
// the variable away.
func (d *Desktop) variables() map[string]string {
	return map[string]string{
		"DISPLAY":                  d.Display,
		"DBUS_SESSION_BUS_ADDRESS": d.Bus,
		"HOME":                     d.Home,
		"XDG_RUNTIME_DIR":          d.Runtime,
		"XDG_SESSION_TYPE":         "x11",
		"XDG_DATA_HOME":            "",
		"XDG_CONFIG_HOME":          "",
		"XDG_CACHE_HOME":           "",
		"XDG_CURRENT_DESKTOP":      "",
		"WAYLAND_DISPLAY":          "",
		"XAUTHORITY":               "",
		"DESKTOP_STARTUP_ID":       "",
	}
}

// overlay returns env with variables put over it, and without the empty ones.
func overlay(env []string, variables map[string]string) []string {
	var out []string
	for _, entry := range env {
		name, _, _ := strings.Cut(entry, "=")
		if _, ours := variables[name]; !ours {
			out = append(out, entry)
		}
	}
	for name, value := range variables {
		if value != "" {
			out = append(out, name+"="+value)
		}
	}
	return out
}

// Run runs a program on this desktop to its end and returns what it wrote, without
// the space around it. A program that fails fails the test.
func (d *Desktop) Run(name string, args ...string) string {
	d.t.Helper()
	cmd := exec.CommandContext(d.t.Context(), name, args...)
	cmd.Env = d.Env()
	out, err := cmd.CombinedOutput()
	if err != nil {
		d.t.Fatalf("%s: %v\n%s", name, err, out)
	}
	return strings.TrimSpace(string(out))
}

// Screenshot writes what the screen shows to a PNG file.
func (d *Desktop) Screenshot(path string) {
	d.t.Helper()
	need(d.t, "import", "imagemagick")
	d.Run("import", "-silent", "-window", "root", fmt.Sprintf("png:%s", path))
}
