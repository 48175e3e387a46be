package ui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestStartAtLogin(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("XDG_CONFIG_HOME", folder)
	for _, on := range []bool{false, true, true, false} {
		if err := startAtLogin(on); err != nil {
			t.Fatal(err)
		}
		if got := startsAtLogin(); got != on {
			t.Errorf("starts at login: %v, want %v", got, on)
		}
		if !on {
			continue
		}
		entry, err := os.ReadFile(filepath.Join(folder, "autostart", "io.assent.Assent.desktop"))
		if program, _ := os.Executable(); err != nil || !strings.Contains(string(entry), `Exec="`+program+`" --hidden`) {
			t.Errorf("entry %q, %v", entry, err)
		}
	}
}
