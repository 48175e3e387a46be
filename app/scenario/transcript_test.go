package scenario

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "write the transcripts and scenarios as they are now")

// TestTranscripts plays the golden exchanges: the plays (see player) in
// testdata, and the scenarios.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/transcripts/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	scenarios, err := filepath.Glob("../../assets/scenarios/*.txtar")
	if err != nil || len(scenarios) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	withoutDesktop(t)
	for _, file := range append(files, scenarios...) {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			playFile(t, file)
		})
	}
}

// withoutDesktop makes this process one that no desktop started.
func withoutDesktop(t *testing.T) {
	t.Helper()
	for _, unset := range []string{"DISPLAY", "WAYLAND_DISPLAY"} {
		t.Setenv(unset, "")
	}
	for _, bus := range []string{"DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS"} {
		t.Setenv(bus, "unix:path="+filepath.Join(t.TempDir(), "none"))
	}
}

func playFile(t *testing.T, file string) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(archive.Comment), "\nneeds: ") {
		return // TestScenarios plays it on a desktop
	}
	steps, err := play(t.Context(), archive, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	got := exchangeOf(steps)
	for i, f := range archive.Files {
		if f.Name != "exchange" || bytes.Equal(f.Data, got) {
			continue
		}
		if !*update {
			t.Errorf("the exchange is now:\n%s\nwant:\n%s", got, f.Data)
			continue
		}
		archive.Files[i].Data = got
		if err := os.WriteFile(file, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// exchangeOf is the exchange of steps as they went. The order of a step that went as
// expected stays.
func exchangeOf(steps []Step) []byte {
	var b strings.Builder
	for _, step := range steps {
		fmt.Fprintln(&b, step.Line)
		lines := step.Got
		if step.Pass() {
			lines = step.Want
		}
		for _, line := range lines {
			fmt.Fprintln(&b, line)
		}
	}
	return []byte(b.String())
}
