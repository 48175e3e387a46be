//go:build unix

package folder

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestReadFile: what is no regular file of a bounded size is refused at once.
func TestReadFile(t *testing.T) {
	t.Parallel()
	const limit = 10
	for name, test := range map[string]struct {
		prepare func(path string) error
		want    error
	}{
		"a file": {func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("x", limit)), 0o600) }, nil},
		"a link to one": {func(path string) error {
			return errors.Join(os.WriteFile(path+"2", nil, 0o600), os.Symlink(path+"2", path))
		}, nil},
		"too much": {func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("x", limit+1)), 0o600) }, ErrTooLarge},
		"nothing":  {func(string) error { return nil }, os.ErrNotExist},
		"a folder": {func(path string) error { return os.Mkdir(path, 0o700) }, ErrNotRegular},
		"a FIFO":   {func(path string) error { return syscall.Mkfifo(path, 0o600) }, ErrNotRegular},
		"a link to a FIFO": {func(path string) error {
			return errors.Join(syscall.Mkfifo(path+"2", 0o600), os.Symlink(path+"2", path))
		}, ErrNotRegular},
		"a device": {func(path string) error { return os.Symlink("/dev/zero", path) }, ErrNotRegular},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "file")
			if err := test.prepare(path); err != nil {
				t.Fatal(err)
			}
			if data, err := ReadFile(path, limit); !errors.Is(err, test.want) {
				t.Errorf("got %d bytes, %v, want %v", len(data), err, test.want)
			}
		})
	}
}

// TestNothingWaitsForAFIFO: an engine's start reads its clock and its lock.
func TestNothingWaitsForAFIFO(t *testing.T) {
	t.Parallel()
	places := Places{Data: t.TempDir()}
	for _, path := range []string{places.clock(), filepath.Join(places.Data, "lock"), filepath.Join(places.Data, Mark)} {
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(places.Data, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenVirtualClock(places, time.Now()); !errors.Is(err, ErrNotRegular) {
		t.Errorf("the clock: %v", err)
	}
	if err := places.Claim(places.Data); !errors.Is(err, ErrNotRegular) {
		t.Errorf("the mark: %v", err)
	}
	if lock, err := Acquire(places, "test"); err == nil {
		t.Errorf("the lock: %v", lock)
	}
}
