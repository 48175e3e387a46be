package scenario

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/handwritten"
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
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := Read(filepath.Base(file), data)
	if err != nil {
		t.Fatal(handwritten.InFile(file, 0, err))
	}
	if len(s.Needs) > 0 {
		return // TestScenarios plays it on a desktop
	}
	steps, err := play(t.Context(), s, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range steps {
		if !step.Pass() && !*update {
			t.Errorf("%s:%d: %s\n%s", file, step.At, step.Line, strings.Join(step.Difference(), "\n"))
		}
	}
	if *update {
		if err := os.WriteFile(file, s.Updated(steps), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
