package audit

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// million is the log that BenchmarkMillion reads: agents, conversations and tools
// as a busy year would leave them, one call in fifty denied.
const million = 1_000_000

func BenchmarkMillion(b *testing.B) {
	path := filepath.Join(b.TempDir(), "assent.db")
	start := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	c := newClock(start)
	l := openTest(b, path, Options{Now: c.Now})
	for n := 0; n < million; n += 1000 {
		must(b, l.transact(false, func(t *tx) error { return grow(t, n) }))
		c.advance(50 * time.Minute)
	}
	pragma(b, l, "PRAGMA wal_checkpoint(RESTART)")
	info, err := os.Stat(path)
	must(b, err)

	for _, page := range []struct {
		name   string
		filter Filter
	}{
		{"first", Filter{}},
		{"deep", Filter{Before: million / 2}},
		{"agent", Filter{Agent: "agent-3"}},
		{"denied", Filter{Status: Denied}},
		{"agent+denied", Filter{Agent: "agent-3", Status: Denied}},
		{"rare tool", Filter{Tool: "tool_7", Scope: "location:read", Decided: []string{"person"}}},
		{"nothing", Filter{Agent: "agent-3", Status: Pending}},
		{"since", Filter{Since: start.Add(10 * day)}},
		{"since+denied", Filter{Since: start.Add(10 * day), Status: Denied}},
		{"until", Filter{Until: start.Add(day)}},
		{"until+agent", Filter{Until: start.Add(day), Agent: "agent-3"}},
		{"until+denied", Filter{Until: start.Add(day), Status: Denied}},
		{"until+agent+denied", Filter{Until: start.Add(10 * day), Agent: "agent-3", Status: Denied}},
		{"a day", Filter{Since: start.Add(day), Until: start.Add(2 * day)}},
		{"a day+asked", Filter{Since: start.Add(day), Until: start.Add(2 * day), Decided: []string{"person", "timeout"}}},
		{"asked", Filter{Decided: []string{"person", "timeout"}}},
		{"silent", Filter{Decided: []string{"silent", "window"}}},
		{"text", Filter{Text: "tool_7"}},
		{"text of nothing", Filter{Text: "zzz"}},
		{"text of every agent", Filter{Text: "AGENT"}},
		{"text+denied", Filter{Text: "agent-1", Status: Denied}},
		{"text+until+scope", Filter{Text: "agent-1", Scope: "location:read", Until: start.Add(day)}},
	} {
		b.Run("page/"+page.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := l.List(b.Context(), page.filter); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("count", func(b *testing.B) {
		for b.Loop() {
			if _, err := l.Count(b.Context(), Filter{Since: start, Limit: 2000}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("days", func(b *testing.B) {
		for b.Loop() {
			if _, err := l.PerDay(b.Context(), c.Now(), 30); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			sound(b, path, Head{})
		}
		b.ReportMetric(b.Elapsed().Seconds()*1000/float64(b.N)/(million/100_000), "ms/100k-rows")
		b.ReportMetric(float64(info.Size())/million, "bytes/row")
	})
	b.Run("prune", func(b *testing.B) {
		var slowest, total time.Duration
		removed := 0
		for b.Loop() {
			begin := time.Now()
			must(b, l.submit(&entry{apply: func(t *tx) error {
				n, err := t.prune(c.Now())
				removed += n
				return unavailable(err)
			}}))
			took := time.Since(begin)
			slowest, total = max(slowest, took), total+took
		}
		b.ReportMetric(total.Seconds()*1000/float64(removed)*100_000, "ms/100k-rows")
		b.ReportMetric(float64(slowest.Microseconds())/1000, "ms-slowest-step")
	})
}

// grow records a thousand calls from the n-th on.
func grow(t *tx, n int) error {
	for i := n; i < n+1000; i++ {
		call := Call{
			AgentID: fmt.Sprintf("agent-%d", i%20), ConversationID: fmt.Sprintf("conversation-%d", i/500),
			CallID: fmt.Sprintf("call_%012x", i), Tool: fmt.Sprintf("tool_%d", i%11), Scope: "filesystem:read",
			ArgumentsDigest: strings.Repeat(fmt.Sprintf("%08x", i), 8),
		}
		outcome := Outcome{Status: OK, Sensitivity: "medium", Decision: "window", Took: time.Millisecond}
		if i%50 == 0 {
			outcome = Outcome{Status: Denied, Reason: "user_refused", Sensitivity: "high", Decision: "person", Shown: time.Second}
			call.Scope = "location:read"
		}
		if err := t.claim(call); err != nil {
			return err
		}
		if err := t.record(call, outcome); err != nil {
			return err
		}
	}
	return nil
}
