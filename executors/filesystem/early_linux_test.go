package filesystem

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"assent/executors"
)

// TestRunEarly: a file of this machine's disks is read without a trace, and nothing else is.
func TestRunEarly(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	path := write(t, filepath.Join(home, "notes.txt"), "hello")
	for name, test := range map[string]struct {
		tool, path string
		early      bool
	}{
		"a file":                 {"read_file", path, true},
		"a folder":               {"list_directory", home, false},
		"what a file is":         {"file_info", path, false},
		"what is not there":      {"read_file", filepath.Join(home, "none"), false},
		"a file of the kernel's": {"read_file", "/proc/version", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if f, err := os.Open(test.path); err == nil {
				on, err := storageOf(f)
				test.early = test.early && on == local && err == nil // as a folder for tests mostly is
				f.Close()
			}
			plan := prepare(t, New(Options{Home: home}), test.tool, test.path).(executors.Early)
			result, err := plan.RunEarly(t.Context())
			if errors.Is(err, executors.ErrTrace) == test.early || test.early && result.(*content).Content != "hello" {
				t.Errorf("got %v, %v", result, err)
			}
		})
	}
}

// TestRunEarlyLeavesNoTrace: not even when the file was read last is different after it.
func TestRunEarlyLeavesNoTrace(t *testing.T) {
	t.Parallel()
	home := newHome(t)
	path := write(t, filepath.Join(home, "notes.txt"), "hello")
	long := time.Now().Add(-100 * 24 * time.Hour)
	read := func() syscall.Timespec {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Sys().(*syscall.Stat_t).Atim
	}
	if err := os.Chtimes(path, long, time.Now()); err != nil {
		t.Fatal(err)
	}
	before := read()
	plan := prepare(t, New(Options{Home: home}), "read_file", path)
	if _, err := plan.(executors.Early).RunEarly(t.Context()); err != nil && !errors.Is(err, executors.ErrTrace) || read() != before {
		t.Errorf("%v; it was read last at %v, then at %v", err, before, read())
	}
	if _, err := plan.Run(t.Context()); err != nil || read() == before {
		t.Logf("%v; this file system does not keep when a file was read last", err)
	}
}
