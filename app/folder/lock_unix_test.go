//go:build unix

package folder

import (
	"testing"

	"golang.org/x/sys/unix"
)

// A process that is being started has the lock's file open for a moment. It keeps nobody
// from the folder.
func TestReleaseIsForEveryDescriptor(t *testing.T) {
	t.Parallel()
	places := Places{Data: t.TempDir()}
	lock, err := Acquire(places, "assent")
	if err != nil {
		t.Fatal(err)
	}
	other, err := unix.Dup(int(lock.file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(other)
	if err := lock.Release(); err != nil {
		t.Fatal(err)
	}
	again, err := Acquire(places, "assent")
	if err != nil {
		t.Fatal(err)
	}
	again.Release()
}
