package audit

import (
	"database/sql"
	"path/filepath"
	"testing"
	"time"
)

// fill records n calls, of which each even one begins before the odd one before
// it has ended, and returns the log's path. Links: 1 and 2 begin rows 1 and 2, 3
// and 4 end rows 2 and 1, and so on.
func fill(t testing.TB, l *Log, n int) {
	t.Helper()
	for i := 1; i <= n; i += 2 {
		odd, err := l.Begin(testCall(i))
		if err != nil {
			t.Fatal(err)
		}
		even, err := l.Begin(testCall(i + 1))
		if err != nil {
			t.Fatal(err)
		}
		for _, seq := range []int64{even, odd} {
			if err := l.Finish(seq, allowed); err != nil {
				t.Fatal(err)
			}
		}
	}
	l.settleNow() // the last outcomes, too, stand in the database
}

// shell runs statements on the file as the sqlite3 shell would.
func shell(t testing.TB, path, statements string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statements); err != nil {
		t.Fatal(err)
	}
}

func TestVerifyNamesTheFirstFault(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, tamper string
		kind         FaultKind
		seq          int64
	}{
		{"intact", ``, "", 0},
		{"changed tool", `UPDATE calls SET tool_name = 'other' WHERE seq = 5`, Changed, 5},
		{"changed agent", `UPDATE calls SET agent_id = 'other' WHERE seq IN (4, 5)`, Changed, 4},
		{"changed digest", `UPDATE calls SET arguments_digest = replace(arguments_digest, 'a', 'b') WHERE seq = 3`, Changed, 3},
		{"changed status", `UPDATE calls SET status = 'denied' WHERE seq = 3`, Changed, 3},
		{"changed reason", `UPDATE calls SET reason = 'user_refused' WHERE seq = 10`, Changed, 10},
		{"changed decision", `UPDATE calls SET decision = 'rule' WHERE seq = 1`, Changed, 1},
		{"changed time", `UPDATE calls SET timestamp = '2026-01-01T00:00:00.000Z' WHERE seq = 7`, Changed, 7},
		{"changed durations", `UPDATE calls SET shown_ms = duration_ms, duration_ms = shown_ms WHERE seq = 8`, Changed, 8},
		{"changed hash", `UPDATE calls SET begin_hash = zeroblob(32) WHERE seq = 6`, Changed, 6},
		{"outcome taken out", `UPDATE calls SET status = 'pending', end_link = NULL, end_hash = NULL WHERE seq = 5`, Changed, 5},
		{"last outcome taken out", `UPDATE calls SET status = 'pending', end_link = NULL, end_hash = NULL WHERE seq = 9`, Changed, 9},
		{"back to pending", `UPDATE calls SET status = 'pending' WHERE seq = 5`, Changed, 5},
		{"removed first", `DELETE FROM calls WHERE seq = 1`, Removed, 1},
		{"removed", `DELETE FROM calls WHERE seq = 6`, Removed, 6},
		{"removed some", `DELETE FROM calls WHERE seq BETWEEN 3 AND 6`, Removed, 3},
		{"removed all", `DELETE FROM calls`, Cut, 1},
		{"cut", `DELETE FROM calls WHERE seq > 8`, Cut, 9},
		{"cut last", `DELETE FROM calls WHERE seq = 10`, Removed, 10},
		{"swapped", `UPDATE calls SET seq = 99 WHERE seq = 3; UPDATE calls SET seq = 3 WHERE seq = 5; UPDATE calls SET seq = 5 WHERE seq = 99`, Reordered, 3},
		{"moved to the end", `UPDATE calls SET seq = 99 WHERE seq = 3`, Reordered, 4},
		{"inserted copy", `INSERT INTO calls SELECT 99, call_id, agent_id, conversation_id, tool_name, scope, arguments_digest, status, reason,
			sensitivity, decision, shown_ms, duration_ms, timestamp, begin_link, begin_hash, end_link, end_hash, listed FROM calls WHERE seq = 4`, Inserted, 99},
		{"inserted at the end", `INSERT INTO calls SELECT 11, call_id, agent_id, conversation_id, tool_name, scope, arguments_digest, status, reason,
			sensitivity, decision, shown_ms, duration_ms, timestamp, 21, begin_hash, 22, end_hash, listed FROM calls WHERE seq = 4`, Inserted, 11},
		{"taken out of the indexes", `UPDATE calls SET listed = 0 WHERE seq = 5`, Changed, 5},
		{"taken twice into the indexes", `UPDATE calls SET listed = 2 WHERE seq = 10`, Changed, 10},
		{"put into the indexes alone", `UPDATE calls SET listed = 1 WHERE seq = 10`, Changed, 10},
		{"indexes said to lack it", `UPDATE chain SET listed_seq = 4`, Changed, 5},
		{"indexes said to have it", `UPDATE chain SET listed_seq = 10`, Changed, 10},
		{"head moved back", `UPDATE chain SET head_link = 18`, Inserted, 10},
		{"head changed", `UPDATE chain SET head_hash = zeroblob(32)`, Changed, 10},
		{"head taken out", `DELETE FROM chain`, Removed, 0},
		{"last seq set back", `UPDATE chain SET last_seq = 0`, Changed, 0},
		{"last seq moved on", `UPDATE chain SET last_seq = 11`, Changed, 0},
		{"anchor's seq moved on", `UPDATE chain SET anchor_seq = 5`, Changed, 0},
		{"calls seen emptied", `DELETE FROM seen_calls`, Removed, 0},
		{"a call seen removed", `DELETE FROM seen_calls WHERE id = (SELECT max(id) FROM seen_calls)`, Removed, 0},
		{"a call seen changed", `UPDATE seen_calls SET what = zeroblob(16) WHERE id = (SELECT max(id) FROM seen_calls)`, Changed, 0},
		{"a call seen exchanged", `UPDATE seen_calls SET id = zeroblob(16) WHERE id = (SELECT max(id) FROM seen_calls)`, Changed, 0},
		{"a call seen inserted", `INSERT INTO seen_calls VALUES (zeroblob(16), zeroblob(16))`, Inserted, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "assent.db")
			fill(t, openTest(t, path, Options{}), 10)
			shell(t, path, test.tamper)
			report, err := verify(t, path, Head{})
			switch {
			case err != nil:
				t.Fatal(err)
			case test.kind == "" && report.Fault != nil:
				t.Errorf("got %v, want none", report.Fault)
			case test.kind != "" && report.Fault == nil:
				t.Errorf("got no fault, want row %d %s", test.seq, test.kind)
			case test.kind != "" && (report.Fault.Kind != test.kind || report.Fault.Seq != test.seq):
				t.Errorf("got %v, want row %d %s", report.Fault, test.seq, test.kind)
			case test.kind == "" && (report.Rows != 10 || report.Links != 20 || report.Head.Link != 20):
				t.Errorf("got %+v, want 10 rows and 20 links", report)
			}
		})
	}
}

// TestExpectedHead: a head kept elsewhere shows what the log itself no longer can.
func TestExpectedHead(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	fill(t, openTest(t, path, Options{}), 10)
	head, err := ParseHead(sound(t, path, Head{}).Head.String())
	must(t, err)
	sound(t, path, head)
	other := head
	other.Hash[0]++
	later := head
	later.Link++
	for _, test := range []struct {
		expected Head
		kind     FaultKind
	}{{other, Changed}, {later, Cut}} {
		report, err := verify(t, path, test.expected)
		if err != nil || report.Fault == nil || report.Fault.Kind != test.kind {
			t.Errorf("got %v, %v, want %s", report.Fault, err, test.kind)
		}
	}
	// The tail cut and the log's own head set back to fit: only the kept one tells.
	shell(t, path, `DELETE FROM calls WHERE seq > 8;
		UPDATE chain SET last_seq = 8, head_link = 16, head_hash = (SELECT end_hash FROM calls WHERE end_link = 16)`)
	sound(t, path, Head{})
	report, err := verify(t, path, head)
	if err != nil || report.Fault == nil || report.Fault.Kind != Cut || report.Fault.Seq != 9 {
		t.Errorf("got %v, %v, want row 9 cut", report.Fault, err)
	}
	for _, bad := range []string{"", "12", "12:", "12:zz", "-1:" + head.String()[3:], "x:" + head.String()[3:], head.String() + "00"} {
		if h, err := ParseHead(bad); err == nil {
			t.Errorf("ParseHead(%q) = %v", bad, h)
		}
	}
}

// TestVerifyWhenAllIsPruned: the numbers given and the calls seen outlive their rows.
func TestVerifyWhenAllIsPruned(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, tamper string
		kind         FaultKind
	}{
		{"intact", ``, ""},
		{"last seq set back", `UPDATE chain SET last_seq = 0`, Changed},
		{"calls seen emptied", `DELETE FROM seen_calls`, Removed},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "assent.db")
			c := newClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC))
			l := openTest(t, path, Options{Now: c.Now})
			fill(t, l, 10)
			c.advance(31 * day)
			if n, err := l.Prune(t.Context(), month); n != 10 || err != nil {
				t.Fatalf("pruned %d, %v", n, err)
			}
			shell(t, path, test.tamper)
			report, err := verify(t, path, Head{})
			must(t, err)
			if got := report.Fault; (got == nil) != (test.kind == "") || got != nil && got.Kind != test.kind {
				t.Errorf("got %v, want %s", got, test.kind)
			}
		})
	}
}

// TestVerifyAfterMigration: what an earlier version saw is summed up once.
func TestVerifyAfterMigration(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	earlier(t, path, 1)
	shell(t, path, `INSERT INTO seen_calls VALUES (randomblob(16), randomblob(16)), (randomblob(16), randomblob(16))`)
	if report, err := verify(t, path, Head{}); err == nil {
		t.Errorf("an earlier version's log: got %+v", report)
	}
	must(t, openTest(t, path, Options{}).Close())
	sound(t, path, Head{})
	shell(t, path, `UPDATE seen_calls SET what = randomblob(16)`)
	if report, err := verify(t, path, Head{}); err != nil || report.Fault == nil || report.Fault.Kind != Changed {
		t.Errorf("got %v, %v", report.Fault, err)
	}
}
