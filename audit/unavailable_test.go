package audit

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"assent/audit/database"
)

// notices collects what a log tells.
type notices struct {
	mu   sync.Mutex
	told []Notice
	came chan Notice
}

func newNotices() *notices { return &notices{came: make(chan Notice, 100)} }

func (n *notices) take(notice Notice) {
	n.mu.Lock()
	n.told = append(n.told, notice)
	n.mu.Unlock()
	n.came <- notice
}

// await waits until event was told.
func (n *notices) await(t *testing.T, event Event) {
	t.Helper()
	for {
		select {
		case notice := <-n.came:
			if notice.Event == event {
				return
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("event %d was not told", event)
		}
	}
}

func (n *notices) events() []Event {
	n.mu.Lock()
	defer n.mu.Unlock()
	var events []Event
	for _, notice := range n.told {
		events = append(events, notice.Event)
	}
	return events
}

// TestFailsClosedAndRecovers: while the cause lasts nothing is written and every
// call hears so; when it is gone, the log works again by itself.
func TestFailsClosedAndRecovers(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		cause func(t *testing.T, l *Log, path string) (undo func())
		told  Event
	}{
		{"replaced by another file", replacedFile, Lost},
		{"removed", removedFile(""), Lost},
		{"write-ahead log removed", removedFile("-wal"), Lost},
		{"shared memory removed", removedFile("-shm"), Lost},
		{"locked", lockedFile, Failed},
		{"read-only", readOnly, Failed},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "assent.db")
			told := newNotices()
			l := openTest(t, path, Options{Notice: told.take})
			running, err := l.Begin(testCall(1))
			if err != nil {
				t.Fatal(err)
			}
			undo := test.cause(t, l, path)
			if _, err := l.Begin(testCall(2)); !errors.Is(err, ErrUnavailable) {
				t.Errorf("Begin: %v", err)
			}
			if err := l.Finish(running, allowed); !errors.Is(err, ErrUnavailable) {
				t.Errorf("Finish: %v", err)
			}
			if err := l.Record(testCall(3), allowed); !errors.Is(err, ErrUnavailable) {
				t.Errorf("Record: %v", err)
			}
			undo()
			told.await(t, Recovered)
			rows, err := l.List(t.Context(), Filter{})
			if err != nil || len(rows) != 1 || rows[0].Status != OK {
				t.Errorf("got %+v, %v, want the outcome that waited", rows, err)
			}
			if _, err := l.Begin(testCall(2)); err != nil {
				t.Errorf("after recovery: %v", err)
			}
			if events := told.events(); !slices.Equal(events, []Event{test.told, Recovered}) {
				t.Errorf("told %v, want %v", events, []Event{test.told, Recovered})
			}
			sound(t, path, Head{})
		})
	}
}

func replacedFile(t *testing.T, _ *Log, path string) func() {
	must(t, os.Rename(path, path+".away"))
	must(t, os.WriteFile(path, []byte("not the log"), 0o600))
	return func() { must(t, os.Rename(path+".away", path)) }
}

// removedFile takes a file of the database away, the one whose name ends so.
func removedFile(end string) func(t *testing.T, _ *Log, path string) func() {
	return func(t *testing.T, _ *Log, path string) func() {
		must(t, os.Rename(path+end, path+".away"))
		return func() { must(t, os.Rename(path+".away", path+end)) }
	}
}

func lockedFile(t *testing.T, _ *Log, path string) func() {
	db, err := sql.Open("sqlite3", path)
	must(t, err)
	conn, err := db.Conn(t.Context())
	must(t, err)
	_, err = conn.ExecContext(t.Context(), "BEGIN IMMEDIATE")
	must(t, err)
	return func() { must(t, errors.Join(conn.Close(), db.Close())) }
}

func readOnly(t *testing.T, l *Log, _ string) func() {
	pragma(t, l, "PRAGMA query_only = true")
	return func() { pragma(t, l, "PRAGMA query_only = false") }
}

// pragma sets something on the connection that writes.
func pragma(t testing.TB, l *Log, text string) {
	t.Helper()
	l.turn.Lock()
	defer l.turn.Unlock()
	_, err := l.store.conn.ExecContext(context.Background(), text)
	must(t, err)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestWriteAheadLogDeleted: nothing is written into a file that has no name any more, the
// user hears of it with the next call, and what was recorded outlives a kill.
func TestWriteAheadLogDeleted(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	told := newNotices()
	l := openTest(t, path, Options{Notice: told.take})
	for n := range 3 {
		must(t, l.Record(testCall(n), allowed))
	}
	must(t, os.Remove(path+"-wal"))
	if _, err := l.Begin(testCall(4)); !errors.Is(err, ErrUnavailable) || !errors.Is(err, database.ErrLost) {
		t.Errorf("Begin: %v", err)
	}
	if events := told.events(); !slices.Equal(events, []Event{Lost}) {
		t.Errorf("told %v", events)
	}
	killed := filepath.Join(t.TempDir(), "assent.db") // what a kill would leave: the database alone
	content, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(killed, content, 0o600))
	if report := sound(t, killed, Head{}); report.Rows != 3 {
		t.Errorf("%d rows are left, want 3", report.Rows)
	}
	if err := openTest(t, killed, Options{}).Record(testCall(4), allowed); err != nil {
		t.Errorf("after starting anew: %v", err)
	}
}

// TestWriteAheadLogCut: what is behind the hole would be lost with it at the next kill.
func TestWriteAheadLogCut(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	told := newNotices()
	l := openTest(t, path, Options{Notice: told.take})
	must(t, l.Record(testCall(1), allowed))
	must(t, l.Record(testCall(2), allowed))
	must(t, os.Truncate(path+"-wal", 0))
	if err := l.Record(testCall(3), allowed); !errors.Is(err, database.ErrLost) {
		t.Errorf("Record: %v", err)
	}
	if events := told.events(); !slices.Equal(events, []Event{Lost}) {
		t.Errorf("told %v", events)
	}
}

func TestClosedLogIsUnavailable(t *testing.T) {
	t.Parallel()
	l := openTest(t, "", Options{})
	must(t, l.Close())
	if _, err := l.Begin(testCall(1)); !errors.Is(err, ErrUnavailable) {
		t.Errorf("got %v", err)
	}
}

func TestOpenRefuses(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	later := filepath.Join(folder, "later.db")
	must(t, openTest(t, later, Options{}).Close())
	shell(t, later, `INSERT INTO audit_migrations (version_id, is_applied) VALUES (9999, 1)`)
	for name, path := range map[string]string{
		"a folder":        folder,
		"no folder":       filepath.Join(folder, "none", "assent.db"),
		"a later version": later,
	} {
		if l, err := Open(path, Options{}); !errors.Is(err, ErrUnavailable) {
			t.Errorf("%s: got %v, %v", name, l, err)
		}
	}
	if left, _ := filepath.Glob(filepath.Join(folder, "*corrupt*")); left != nil {
		t.Errorf("a database was set aside that is not corrupt: %s", left)
	}
}
