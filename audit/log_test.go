package audit

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// testCall returns the n-th of many different calls.
func testCall(n int) Call {
	return Call{
		AgentID: "agent-1", ConversationID: "c-1", CallID: fmt.Sprintf("call_%06d", n),
		Tool: "read_file", Scope: "filesystem:read", ArgumentsDigest: strings.Repeat("ab", 32),
	}
}

var allowed = Outcome{Status: OK, Sensitivity: "medium", Decision: "person", Shown: 1500 * time.Millisecond, Took: 20 * time.Millisecond}

// openTest opens a log in a folder of its own, closed when the test ends.
func openTest(t testing.TB, path string, o Options) *Log {
	t.Helper()
	if path == "" {
		path = filepath.Join(t.TempDir(), "assent.db")
	}
	if _, bench := t.(*testing.B); !bench && o.listedAtOnce == 0 {
		o.listedAtOnce = 3 // most rows are found by indexes, and some are not
	}
	l, err := Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func TestCallIsRecorded(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 9, 30, 0, 7e6, time.FixedZone("CST", 8*3600))
	l := openTest(t, "", Options{Now: func() time.Time { return now }})
	seq, err := l.Begin(testCall(1))
	if err != nil {
		t.Fatal(err)
	}
	want := Row{
		Seq: 1, CallID: "call_000001", AgentID: "agent-1", ConversationID: "c-1", Tool: "read_file", Scope: "filesystem:read",
		ArgumentsDigest: strings.Repeat("ab", 32), Status: Pending, Timestamp: "2026-11-21T01:30:00.007Z",
	}
	onlyRow(t, l, want)
	if err := l.Decided(seq, "person", "medium"); err != nil {
		t.Fatal(err)
	}
	want.Decision, want.Sensitivity = "person", "medium"
	onlyRow(t, l, want)
	if err := l.Finish(seq, allowed); err != nil {
		t.Fatal(err)
	}
	want.Status, want.ShownMS, want.DurationMS = OK, 1500, 20
	onlyRow(t, l, want)
	if err := l.Finish(seq, allowed); err != errNotPending {
		t.Errorf("a second outcome: %v", err)
	}
}

func onlyRow(t *testing.T, l *Log, want Row) {
	t.Helper()
	rows, err := l.List(t.Context(), Filter{})
	if err != nil || len(rows) != 1 || rows[0] != want {
		t.Fatalf("got  %+v, %v\nwant %+v", rows, err, want)
	}
}
