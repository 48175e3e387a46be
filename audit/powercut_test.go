package audit

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"assent/audit/powercut"
)

func init() { powercut.Register() }

// TestPowerCut cuts the power while calls are recorded: what was not fsynced is
// lost, torn or kept as chance has it. Every call that began has its row, every
// outcome older than a second its status, and the chain is sound.
func TestPowerCut(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(20, 26))
	path := filepath.Join(t.TempDir(), "assent.db")
	l := openTest(t, path, Options{vfs: powercut.VFS})
	var n atomic.Int64
	var stop atomic.Bool
	var all sync.WaitGroup
	var began sync.Map
	for range 8 {
		all.Go(func() {
			for !stop.Load() {
				c := testCall(int(n.Add(1)))
				seq, err := l.Begin(c)
				if err != nil {
					t.Error(err)
					return
				}
				began.Store(c.CallID, true)
				if err := l.Finish(seq, allowed); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for cut := range 12 {
		acknowledged := map[string]bool{}
		for target := n.Load() + int64(random.IntN(200)); n.Load() < target && !t.Failed(); {
			if _, err := l.Begin(testCall(-int(n.Add(1)))); err != nil {
				t.Fatal(err)
			}
		}
		began.Range(func(id, _ any) bool { acknowledged[id.(string)] = true; return true })
		afterPowerCut(t, cut, mine(powercut.Cut(random), path), acknowledged)
	}
	stop.Store(true)
	all.Wait()
}

// mine returns of what is left the files of the database at path.
func mine(left map[string][]byte, path string) map[string][]byte {
	files := map[string][]byte{}
	for name, content := range left {
		if end, ok := strings.CutPrefix(name, path); ok {
			files[end] = content
		}
	}
	return files
}

func afterPowerCut(t *testing.T, cut int, files map[string][]byte, acknowledged map[string]bool) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "assent.db")
	for end, content := range files {
		must(t, os.WriteFile(path+end, content, 0o600))
	}
	told := newNotices()
	l := openTest(t, path, Options{Notice: told.take})
	if events := told.events(); len(events) > 0 {
		t.Fatalf("cut %d: told %v", cut, events)
	}
	rows, err := l.List(t.Context(), Filter{Limit: -1})
	must(t, err)
	for _, r := range rows {
		delete(acknowledged, r.CallID)
	}
	if len(acknowledged) > 0 {
		t.Fatalf("cut %d: %d calls began and have no row", cut, len(acknowledged))
	}
	sound(t, path, Head{})
	must(t, l.Close())
}

// TestOutcomeIsDurableWithinASecond: with no other call to bring the fsync.
func TestOutcomeIsDurableWithinASecond(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	l := openTest(t, path, Options{vfs: powercut.VFS})
	seq, err := l.Begin(testCall(1))
	must(t, err)
	before := powercut.Syncs(path + "-wal")
	start := time.Now()
	must(t, l.Finish(seq, allowed))
	if powercut.Syncs(path+"-wal") != before && time.Since(start) < settle {
		t.Error("Finish was fsynced by itself")
	}
	for powercut.Syncs(path+"-wal") == before {
		if time.Since(start) > 5*time.Second { // a loaded machine; the aim is settle
			t.Fatal("the outcome was not fsynced")
		}
		<-time.After(10 * time.Millisecond)
	}
	files := mine(powercut.Cut(rand.New(rand.NewPCG(1, 1))), path)
	copied := filepath.Join(t.TempDir(), "assent.db")
	for end, content := range files {
		must(t, os.WriteFile(copied+end, content, 0o600))
	}
	rows, err := openTest(t, copied, Options{}).List(t.Context(), Filter{})
	if err != nil || len(rows) != 1 || rows[0].Status != OK {
		t.Errorf("got %+v, %v", rows, err)
	}
}

// TestFullDisk: nothing runs while there is no room, and all works once there is.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	told := newNotices()
	l := openTest(t, path, Options{vfs: powercut.VFS, Notice: told.take})
	seq, err := l.Begin(testCall(1))
	must(t, err)
	powercut.SetFull(path, true)
	if _, err := l.Begin(testCall(2)); !errors.Is(err, ErrUnavailable) {
		t.Errorf("Begin: %v", err)
	}
	if err := l.Finish(seq, allowed); !errors.Is(err, ErrUnavailable) {
		t.Errorf("Finish: %v", err)
	}
	powercut.SetFull(path, false)
	told.await(t, Recovered)
	rows, err := l.List(t.Context(), Filter{})
	if err != nil || len(rows) != 1 || rows[0].Status != OK {
		t.Errorf("got %+v, %v, want the outcome that waited", rows, err)
	}
	sound(t, path, Head{})
}
