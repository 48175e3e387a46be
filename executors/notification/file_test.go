package notification

import (
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"assent/executors"
)

// TestFile: what is shown is written as it would be shown, line by line.
func TestFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "shown")
	e := New(NewFile(path))
	if err := e.Available(t.Context()); err != nil {
		t.Fatal(err)
	}
	run := func(agent, arguments string) error {
		plan, err := e.Prepare(t.Context(), request(agent, arguments))
		if err != nil {
			return err
		}
		defer plan.Close()
		_, err = plan.Run(t.Context())
		return err
	}
	if err := errors.Join(run("DemoBot", `{"title":"<b>Done</b>","body":"two\nlines"}`), run("", `{"message":"\u202eunseen"}`)); err != nil {
		t.Fatal(err)
	}
	want := `{"title":"DemoBot: <b>Done</b>","body":"two\nlines"}` + "\n" + `{"title":"@agent-1: unseen","body":""}` + "\n"
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%v, the file has\n%s, want\n%s", err, got, want)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, mode %v", err, info.Mode())
	}

	var all sync.WaitGroup
	for range 50 {
		all.Go(func() { _ = run("a", `{"title":"x"}`) })
	}
	all.Wait()
	if info, err := os.Stat(path); err != nil || info.Size() != int64(len(want)+50*len(`{"title":"a: x","body":""}`+"\n")) {
		t.Errorf("%v, lines are missing or torn: %d bytes", err, info.Size())
	}
	e = New(NewFile(t.TempDir())) // a folder
	if err := run("a", `{"title":"x"}`); executors.AsError(err).Reason != executors.NotificationFailed {
		t.Errorf("got %v, want notification_failed", err)
	}
}
