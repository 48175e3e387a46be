package audit

import (
	"path/filepath"
	"testing"
)

func TestPendingCallsAreInterruptedAtStart(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	l := openTest(t, path, Options{})
	silent := testCall(3)
	silent.Decision, silent.Sensitivity = "silent", "low"
	for _, c := range []Call{testCall(1), testCall(2), silent, testCall(4)} {
		if _, err := l.Begin(c); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Decided(2, "person", "high"); err != nil {
		t.Fatal(err)
	}
	if err := l.Finish(4, allowed); err != nil {
		t.Fatal(err)
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	l = openTest(t, path, Options{})
	rows, err := l.List(t.Context(), Filter{})
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for i, want := range []struct {
		status              Status
		reason, by, careful string
	}{
		{OK, "", "person", "medium"},
		{Error, "interrupted", "silent", "low"},
		{Error, "interrupted", "person", "high"},
		{Denied, "interrupted", "", ""},
	} {
		if r := rows[i]; r.Status != want.status || r.Reason != want.reason || r.Decision != want.by || r.Sensitivity != want.careful {
			t.Errorf("row %d: got %+v, want %+v", r.Seq, r, want)
		}
	}
	sound(t, path, Head{})
}

// sound checks that the log at path verifies and returns its report.
func sound(t testing.TB, path string, expected Head) Report {
	t.Helper()
	report, err := verify(t, path, expected)
	if err != nil || report.Fault != nil {
		t.Fatalf("the log does not verify: %v, %v", report.Fault, err)
	}
	return report
}

func verify(t testing.TB, path string, expected Head) (Report, error) {
	t.Helper()
	r, err := OpenReader(path)
	must(t, err)
	defer r.Close()
	return r.Verify(t.Context(), expected)
}
