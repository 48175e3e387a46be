package audit

import (
	"fmt"
	"sync"
	"testing"
	"time"
)

// spoken records a call of an agent.
func spoken(t *testing.T, l *Log, n int, agent string) {
	t.Helper()
	call := testCall(n)
	call.AgentID = agent
	if err := l.Record(call, allowed); err != nil {
		t.Error(err)
	}
}

// texts lists how many calls have a text.
func texts(t *testing.T, l *Log, text string, want int) {
	t.Helper()
	if rows, err := l.List(t.Context(), Filter{Text: text, Limit: -1}); err != nil || len(rows) != want {
		t.Errorf("%q: %d rows, %v, want %d", text, len(rows), err, want)
	}
}

// TestTextFindsWhatCameSince: what was looked up for a text before is added to, and what is
// pruned is found no more.
func TestTextFindsWhatCameSince(t *testing.T) {
	t.Parallel()
	c := newClock(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
	l := openTest(t, "", Options{Now: c.Now, listedAtOnce: 1})
	texts(t, l, "agent", 0)
	spoken(t, l, 1, "agent-1")
	texts(t, l, "AGENT", 1)
	c.advance(time.Hour)
	spoken(t, l, 2, "Agent-2")
	spoken(t, l, 3, "agent-1")
	texts(t, l, "agent", 3)
	texts(t, l, "agent-2", 1)
	if upTo := l.values.upTo; upTo != 3 {
		t.Errorf("looked up to %d", upTo)
	}
	if _, err := l.Prune(t.Context(), time.Minute); err != nil {
		t.Fatal(err)
	}
	texts(t, l, "agent-1", 1)
	must(t, l.reopen()) // as where another log took its place
	texts(t, l, "agent-1", 1)
	texts(t, l, "agent", 2)
}

// TestTextAmongVeryManyValues is asked of each row.
func TestTextAmongVeryManyValues(t *testing.T) {
	t.Parallel()
	l := openTest(t, "", Options{})
	spoken(t, l, 1, "agent-1")
	texts(t, l, "agent-1", 1)
	must(t, l.submit(&entry{apply: func(t *tx) error {
		for n := range valuesRead + 1 {
			call := testCall(n + 2)
			call.AgentID = fmt.Sprint("other-", n)
			if err := t.record(call, allowed); err != nil {
				return err
			}
		}
		return nil
	}}))
	texts(t, l, "agent-1", 1)
	texts(t, l, "other-123", 1+10+100)
	if _, few := l.values.all["agent_id"]; few {
		t.Error("all of them are kept")
	}
}

// TestTextFromManySides: searches and calls at once.
func TestTextFromManySides(t *testing.T) {
	t.Parallel()
	l := openTest(t, "", Options{})
	var all sync.WaitGroup
	for side := range 4 {
		all.Go(func() {
			for n := range 20 {
				spoken(t, l, 100*side+n, fmt.Sprintf("agent-%d-%d-", side, n))
				texts(t, l, fmt.Sprintf("agent-%d-%d-", side, n), 1)
			}
		})
	}
	all.Wait()
	texts(t, l, "agent", 80)
}
