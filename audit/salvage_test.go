package audit

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// corrupted makes a log with many calls and returns its path and size.
func corrupted(t *testing.T) (path string, size int64) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "assent.db")
	l := openTest(t, path, Options{})
	for i := range 2000 {
		must(t, l.Record(testCall(i), allowed))
	}
	must(t, l.Close())
	info, err := os.Stat(path)
	must(t, err)
	return path, info.Size()
}

// overwrite fills length bytes at offset with what is no page of a database.
func overwrite(t *testing.T, path string, offset, length int64) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	must(t, err)
	garbage := make([]byte, length)
	for i := range garbage {
		garbage[i] = byte(i*7 + 13)
	}
	_, err = f.WriteAt(garbage, offset)
	must(t, errors.Join(err, f.Close()))
}

func TestCorruptDatabaseIsSetAside(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 6, 43, 16, 0, time.UTC)
	for _, test := range []struct {
		name           string
		offset, length int64 // a negative length counts from the file's end
	}{
		{"header", 0, 100},
		{"schema", 0, 4096},
		{"all but the header", 100, -100},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path, size := corrupted(t)
			if test.length < 0 {
				test.length += size
			}
			overwrite(t, path, test.offset, test.length)
			damaged, err := os.ReadFile(path)
			must(t, err)
			told := newNotices()
			l := openTest(t, path, Options{Now: func() time.Time { return now }, Notice: told.take})
			aside := filepath.Join(filepath.Dir(path), "assent.corrupt-20261121T064316Z.db")
			if len(told.told) != 1 || told.told[0] != (Notice{Event: SetAside, Path: aside}) {
				t.Errorf("told %+v", told.told)
			}
			kept, err := os.ReadFile(aside)
			if err != nil || string(kept) != string(damaged) {
				t.Errorf("the corrupt database was not kept as it was: %v", err)
			}
			if _, err := l.Begin(testCall(1_000_000)); err != nil {
				t.Error(err)
			}
			sound(t, path, Head{})
		})
	}
}

func TestDatabaseCorruptInUseIsReplaced(t *testing.T) {
	t.Parallel()
	path, size := corrupted(t)
	told := newNotices()
	l := openTest(t, path, Options{Notice: told.take})
	first, err := l.Begin(testCall(5000))
	must(t, err)
	pragma(t, l, "PRAGMA wal_checkpoint(RESTART)")
	pragma(t, l, "PRAGMA shrink_memory") // what is cached hides the damage
	overwrite(t, path, 100, size-100)
	var began int64
	for n := 6000; began == 0; n++ {
		began, err = l.Begin(testCall(n))
		if err != nil && !errors.Is(err, ErrUnavailable) {
			t.Fatal(err)
		}
		if n > 6100 {
			t.Fatal("the log does not come back")
		}
	}
	if began <= first {
		t.Errorf("seq %d was given again", began)
	}
	if err := l.Finish(first, allowed); !errors.Is(err, errNotPending) {
		t.Errorf("a call of the corrupt database ends in the new one: %v", err)
	}
	if events := told.events(); len(events) == 0 || events[0] != SetAside {
		t.Errorf("told %v", events)
	}
	rows, err := l.List(t.Context(), Filter{})
	if err != nil || len(rows) != 1 {
		t.Errorf("got %d rows, %v, want those of the new database", len(rows), err)
	}
	sound(t, path, Head{})
}

// TestSeenCallsSurviveCorruption: what can be read of them still runs no twice.
func TestSeenCallsSurviveCorruption(t *testing.T) {
	t.Parallel()
	path, _ := corrupted(t)
	overwrite(t, path, (rootPage(t, path, "calls")-1)*4096, 4096)
	told := newNotices()
	l := openTest(t, path, Options{Notice: told.take})
	if events := told.events(); len(events) == 0 || events[0] != SetAside {
		t.Errorf("with a bad page, told %v", events)
	}
	for i := range 2000 {
		if err := l.Record(testCall(i), allowed); !errors.Is(err, ErrDuplicate) {
			t.Fatalf("call %d: %v, want ErrDuplicate", i, err)
		}
	}
	if seq, err := l.Begin(testCall(3000)); err != nil || seq != 2001 {
		t.Errorf("the next call: %d, %v", seq, err)
	}
	sound(t, path, Head{})
}

func rootPage(t *testing.T, path, table string) (page int64) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	must(t, err)
	defer db.Close()
	must(t, db.QueryRow(`SELECT rootpage FROM sqlite_schema WHERE name = ?`, table).Scan(&page))
	return page
}
