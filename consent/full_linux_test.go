package consent

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"assent/executors/executortest"

	"golang.org/x/sys/unix"
)

// TestTakenAwayOnAFullDisk: the journal has its room from before.
func TestTakenAwayOnAFullDisk(t *testing.T) {
	if !executortest.Again(t, executortest.OwnNamespaces(unix.CLONE_NEWNS)) {
		return
	}
	for taking, test := range takings {
		t.Run(taking, func(t *testing.T) {
			disk := t.TempDir()
			must(t, unix.Mount("disk", disk, "tmpfs", 0, "size=2m"))
			defer unix.Unmount(disk, unix.MNT_DETACH)
			d := taken(t)
			d.restart(func() {
				from := d.path
				d.path = filepath.Join(disk, "assent.db")
				duplicate(t, from, d.path, "")
			})
			filler := fill(t, disk)
			test.take(t, d)
			if unwritten, forgetful := d.Unwritten(); !unwritten || forgetful {
				t.Errorf("unwritten %v, forgetful %v", unwritten, forgetful)
			}
			killed := left(t, d.path, "", "-wal", journalEnd)
			must(t, os.Remove(filler))
			d.clock.Advance(retryDelay)
			if unwritten, _ := d.Unwritten(); unwritten {
				t.Error("it was not written when there was room")
			}
			test.holds(t, d)
			test.holds(t, at(t, killed, d.clock.Now()))
		})
	}
}

// fill leaves no room on a disk.
func fill(t *testing.T, disk string) (filler string) {
	t.Helper()
	filler = filepath.Join(disk, "filler")
	file, err := os.Create(filler)
	must(t, err)
	defer file.Close()
	for err == nil {
		_, err = file.Write(bytes.Repeat([]byte{1}, 4096))
	}
	if !errors.Is(err, unix.ENOSPC) {
		t.Fatal(err)
	}
	return filler
}

func TestJournalIsNoFIFO(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "journal")
	must(t, unix.Mkfifo(path, 0o600))
	if _, _, err := openJournal(path); err == nil {
		t.Error("a FIFO was opened")
	}
}
