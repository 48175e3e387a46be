package audit

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// inDatabase returns the status that the row has in the database itself.
func inDatabase(t *testing.T, path string, seq int64) (status Status) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	must(t, err)
	defer db.Close()
	must(t, db.QueryRow(`SELECT status FROM calls WHERE seq = ?`, seq).Scan(&status))
	return status
}

// TestOutcomeWaitsAndIsRead: an outcome costs no commit of its own, and every reader has
// it at once, in its place among the others.
func TestOutcomeWaitsAndIsRead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	l := openTest(t, path, Options{})
	for n := range 5 {
		_, err := l.Begin(testCall(n))
		must(t, err)
	}
	must(t, l.Record(testCall(9), Outcome{Status: Denied, Reason: "user_refused", Decision: "rule"})) // row 6
	l.turn.Lock()                                                                                     // no commit
	must(t, l.Finish(2, allowed))
	must(t, l.Finish(4, allowed))
	if status := inDatabase(t, path, 4); status != Pending {
		t.Fatalf("the outcome was committed: %s", status)
	}
	reader, err := OpenReader(path)
	must(t, err)
	defer reader.Close()
	for _, r := range []*Reader{l.Reader, reader} {
		for _, test := range []struct {
			filter Filter
			want   []int64
		}{
			{Filter{}, []int64{6, 5, 4, 3, 2, 1}},
			{Filter{Limit: 3}, []int64{6, 5, 4}},
			{Filter{Limit: -1}, []int64{6, 5, 4, 3, 2, 1}},
			{Filter{Before: 4}, []int64{3, 2, 1}},
			{Filter{Status: OK}, []int64{4, 2}},
			{Filter{Status: OK, Limit: 1}, []int64{4}},
			{Filter{Status: Pending}, []int64{5, 3, 1}},
			{Filter{Decided: []string{"person"}}, []int64{4, 2}},
			{Filter{Status: Denied}, []int64{6}},
			{Filter{Since: time.Now().Add(time.Hour)}, nil},
		} {
			rows, err := r.List(t.Context(), test.filter)
			must(t, err)
			var got []int64
			for _, row := range rows {
				got = append(got, row.Seq)
				if test.filter.Status != "" && row.Status != test.filter.Status {
					t.Errorf("%+v: row %d is %s", test.filter, row.Seq, row.Status)
				}
			}
			if len(got) != len(test.want) {
				t.Errorf("%+v: got %v, want %v", test.filter, got, test.want)
				continue
			}
			for i := range got {
				if got[i] != test.want[i] {
					t.Errorf("%+v: got %v, want %v", test.filter, got, test.want)
				}
			}
		}
		days, err := r.PerDay(t.Context(), time.Now().UTC(), 2)
		must(t, err)
		if all := (Day{OK: days[0].OK + days[1].OK, Denied: days[0].Denied + days[1].Denied, Pending: days[0].Pending + days[1].Pending}); all != (Day{OK: 2, Denied: 1, Pending: 3}) {
			t.Errorf("counted %+v", all)
		}
	}
	l.turn.Unlock()
	if _, err := l.Begin(testCall(20)); err != nil {
		t.Fatal(err)
	}
	if status := inDatabase(t, path, 4); status != OK {
		t.Errorf("the next commit left the outcome out: %s", status)
	}
	sound(t, path, Head{})
}

// TestOutcomeIsBroughtIn: with no other call to bring it.
func TestOutcomeIsBroughtIn(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	l := openTest(t, path, Options{})
	seq, err := l.Begin(testCall(1))
	must(t, err)
	must(t, l.Finish(seq, allowed))
	for start := time.Now(); inDatabase(t, path, seq) != OK; {
		if time.Since(start) > 20*time.Second {
			t.Fatal("the outcome is not in the database")
		}
	}
}

// TestManyOutcomesWait: what has no place is written at once.
func TestManyOutcomesWait(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	l := openTest(t, path, Options{})
	const n = 3*places + 7
	for i := range n {
		_, err := l.Begin(testCall(i))
		must(t, err)
	}
	for seq := int64(1); seq <= n; seq++ {
		o := allowed
		if seq%5 == 0 { // too long for its place
			o.Reason = strings.Repeat("long ", 40)
		}
		must(t, l.Finish(seq, o))
	}
	rows, err := l.List(t.Context(), Filter{Status: OK, Limit: -1})
	if err != nil || len(rows) != n {
		t.Errorf("%d of %d ended, %v", len(rows), n, err)
	}
	l.settleNow()
	if report := sound(t, path, Head{}); report.Links != 2*n {
		t.Errorf("%d links for %d calls", report.Links, n)
	}
}

// TestOutcomesFile: whatever stands in the place of the file, calls are recorded.
func TestOutcomesFile(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(t *testing.T, file string){
		"removed": func(t *testing.T, file string) { must(t, os.Remove(file)) },
		"replaced": func(t *testing.T, file string) {
			must(t, os.Remove(file))
			must(t, os.WriteFile(file, []byte("other"), 0o600))
		},
		"a folder":  func(t *testing.T, file string) { must(t, os.Remove(file)); must(t, os.Mkdir(file, 0o700)) },
		"truncated": func(t *testing.T, file string) { must(t, os.Truncate(file, 3)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "assent.db")
			l := openTest(t, path, Options{})
			for n := range 6 {
				if n == 2 {
					spoil(t, outcomesPath(path))
				}
				seq, err := l.Begin(testCall(n))
				must(t, err)
				must(t, l.Finish(seq, allowed))
			}
			must(t, l.Close())
			if status := inDatabase(t, path, 6); status != OK {
				t.Errorf("the last call is %s", status)
			}
			sound(t, path, Head{})
		})
	}
}

// TestStaleOutcomesAreNotTaken: the file of an earlier log says nothing of a new one's calls.
func TestStaleOutcomesAreNotTaken(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	l := openTest(t, path, Options{})
	seq, err := l.Begin(testCall(1))
	must(t, err)
	must(t, l.Finish(seq, allowed))
	left, err := os.ReadFile(outcomesPath(path))
	must(t, err)
	must(t, l.Close())
	for _, file := range []string{path, path + "-wal", path + "-shm"} {
		os.Remove(file)
	}
	must(t, os.WriteFile(outcomesPath(path), left, 0o600))
	l = openTest(t, path, Options{})
	if _, err := l.Begin(testCall(1)); err != nil {
		t.Fatal(err)
	}
	if rows, err := l.List(t.Context(), Filter{}); err != nil || rows[0].Status != Pending {
		t.Errorf("got %+v, %v", rows, err)
	}
}

func FuzzReadPlace(f *testing.F) {
	place, _ := late{7, allowed}.place()
	f.Add(place[:])
	f.Add(make([]byte, placeSize))
	f.Fuzz(func(t *testing.T, b []byte) {
		if len(b) != placeSize {
			return
		}
		if l, ok := readPlace(b); ok {
			again, fits := l.place()
			back, ok := readPlace(again[:])
			if !fits || !ok || back != l {
				t.Errorf("%+v reads back as %+v", l, back)
			}
		}
	})
}
