package audit

import (
	"errors"
	"math/rand/v2"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"
)

const (
	day   = 24 * time.Hour
	month = 30 * day
)

// clock is a time that a test moves, while the log may look at it.
type clock struct{ now atomic.Pointer[time.Time] }

func newClock(now time.Time) *clock {
	c := &clock{}
	c.set(now)
	return c
}

func (c *clock) Now() time.Time          { return *c.now.Load() }
func (c *clock) set(now time.Time)       { c.now.Store(&now) }
func (c *clock) advance(d time.Duration) { c.set(c.Now().Add(d)) }

func TestPruneKeepsTheRestVerifiable(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "assent.db")
	c := newClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC))
	l := openTest(t, path, Options{Now: c.Now})
	random := rand.New(rand.NewPCG(1, 2))
	var open []int64
	n := 0
	for range 40 { // days, each leaving calls open that end some days later
		for range 25 {
			n++
			seq, err := l.Begin(testCall(n))
			if err != nil {
				t.Fatal(err)
			}
			open = append(open, seq)
			if len(open) > 60 {
				i := random.IntN(len(open))
				if err := l.Finish(open[i], allowed); err != nil {
					t.Fatal(err)
				}
				open[i] = open[len(open)-1]
				open = open[:len(open)-1]
			}
		}
		c.advance(day)
	}
	for _, seq := range open {
		if err := l.Finish(seq, allowed); err != nil {
			t.Fatal(err)
		}
	}
	l.settleNow()
	head := sound(t, path, Head{}).Head
	for _, step := range []struct{ forward, remain int }{{0, 750}, {0, 750}, {1, 725}, {7, 550}, {100, 0}, {1, 0}} {
		c.advance(time.Duration(step.forward) * day)
		if _, err := l.Prune(t.Context(), month); err != nil {
			t.Fatal(err)
		}
		report := sound(t, path, head)
		if report.Rows != int64(step.remain) || report.Head != head {
			t.Fatalf("after %d days: %+v, want %d rows up to %v", step.forward, report, step.remain, head)
		}
	}
	if _, err := l.Begin(testCall(5)); !errors.Is(err, ErrDuplicate) {
		t.Errorf("a pruned call begins again: %v", err)
	}
	if seq, err := l.Begin(testCall(n + 1)); err != nil || seq != int64(n+1) {
		t.Errorf("the next call: %d, %v", seq, err)
	}
	sound(t, path, head)
}

func TestPruneChecksWhatItLeaves(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, tamper string
		kind         FaultKind
		seq          int64
	}{
		{"first removed", `DELETE FROM calls WHERE seq = 12`, Removed, 12},
		{"changed", `UPDATE calls SET scope = 'x' WHERE seq = 13`, Changed, 13},
		{"carried changed", `UPDATE chain_carried SET digest = zeroblob(32)`, Changed, 0},
		{"carried removed", `DELETE FROM chain_carried`, Changed, 12},
		{"anchor changed", `UPDATE chain SET anchor_hash = zeroblob(32)`, Changed, 12},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "assent.db")
			c := newClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC))
			l := openTest(t, path, Options{Now: c.Now})
			fill(t, l, 10)
			old, err := l.Begin(testCall(11)) // ends behind the anchor
			if err != nil {
				t.Fatal(err)
			}
			c.advance(2 * day)
			if _, err := l.Begin(testCall(12)); err != nil {
				t.Fatal(err)
			}
			if err := l.Finish(old, allowed); err != nil {
				t.Fatal(err)
			}
			fill13(t, l)
			c.advance(29 * day)
			if n, err := l.Prune(t.Context(), month); n != 11 || err != nil {
				t.Fatalf("pruned %d, %v", n, err)
			}
			sound(t, path, Head{})
			shell(t, path, test.tamper)
			report, err := verify(t, path, Head{})
			if err != nil || report.Fault == nil || report.Fault.Kind != test.kind || report.Fault.Seq != test.seq {
				t.Errorf("got %v, %v, want row %d %s", report.Fault, err, test.seq, test.kind)
			}
		})
	}
}

func fill13(t *testing.T, l *Log) {
	t.Helper()
	seq, err := l.Begin(testCall(13))
	if err == nil {
		err = l.Finish(seq, allowed)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestPruneStops(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		name    string
		days    []int // when each call began
		pending int64
		now     int
		removed int
	}{
		{"at the first young row", []int{0, 1, 2, 3}, 0, 32, 2},
		{"at a pending row", []int{0, 1, 2, 3}, 2, 60, 1},
		{"never early, by a clock that was wrong", []int{0, 1, -3000, 2}, 0, 20, 0},
		{"not at a row of the future", []int{0, 3000, 1, 20}, 0, 40, 3},
		{"at a lone row of the future", []int{0, 3000}, 0, 40, 1},
		{"with a clock set back", []int{0, 1, 2}, 0, -3000, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "assent.db")
			c := newClock(time.Time{})
			l := openTest(t, path, Options{Now: c.Now})
			for i, d := range test.days {
				c.set(start.Add(time.Duration(d) * day))
				seq, err := l.Begin(testCall(i))
				if err == nil && seq != test.pending {
					err = l.Finish(seq, allowed)
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			c.set(start.Add(time.Duration(test.now) * day))
			if n, err := l.Prune(t.Context(), month); n != test.removed || err != nil {
				t.Errorf("removed %d, %v, want %d", n, err, test.removed)
			}
			sound(t, path, Head{})
		})
	}
}
