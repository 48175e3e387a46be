package audit

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// TestClockSetBack: whatever the clock did, a filter by time chooses the rows that began
// then, and a day counts them; after a restart, a pruning and a migration, too.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	for _, atOnce := range []int{1, 7, 10_000} { // rows that indexes get at once
		t.Run(fmt.Sprint(atOnce), func(t *testing.T) {
			t.Parallel()
			clockSetBack(t, atOnce)
		})
	}
}

func clockSetBack(t *testing.T, atOnce int) {
	path := filepath.Join(t.TempDir(), "assent.db")
	start := time.Date(2026, 11, 10, 0, 0, 0, 0, time.UTC)
	c := newClock(start)
	random := rand.New(rand.NewPCG(3, 4))
	l := openTest(t, path, Options{Now: c.Now, listedAtOnce: atOnce})
	n := 0
	work := func(calls int) {
		for range calls {
			c.advance(time.Duration(random.Int64N(int64(2 * time.Hour))))
			if random.IntN(20) == 0 {
				c.advance(-time.Duration(random.Int64N(int64(30 * time.Hour))))
			}
			call := testCall(n)
			call.AgentID = fmt.Sprint("agent-", n%3)
			o := allowed
			if n%4 == 0 {
				o = Outcome{Status: Denied, Reason: "user_refused", Decision: "rule"}
			}
			must(t, l.Record(call, o))
			n++
		}
	}
	compare := func(when string) {
		t.Helper()
		all, err := l.List(t.Context(), Filter{Limit: -1})
		must(t, err)
		for range 40 {
			f := Filter{Limit: 1 + random.IntN(30)}
			if random.IntN(3) > 0 {
				f.Since = start.Add(time.Duration(random.Int64N(int64(12 * day))))
			}
			if random.IntN(3) > 0 {
				f.Until = start.Add(time.Duration(random.Int64N(int64(12 * day))))
			}
			f.Agent = []string{"", "agent-1"}[random.IntN(2)]
			f.Status = []Status{"", Denied}[random.IntN(2)]
			f.Text = []string{"", "READ"}[random.IntN(2)]
			got, err := l.List(t.Context(), f)
			must(t, err)
			var want []Row
			for _, r := range all {
				if len(want) < f.Limit && f.fits(&r) {
					want = append(want, r)
				}
			}
			if !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: %+v: got %d rows, want %d", when, f, len(got), len(want))
			}
		}
		days, err := l.PerDay(t.Context(), start.Add(12*day), 14)
		must(t, err)
		for _, d := range days {
			want := Day{Start: d.Start}
			for _, r := range all {
				if (Filter{Since: d.Start, Until: d.Start.Add(day)}).fits(&r) {
					want.add(r.Status, 1)
				}
			}
			if d != want {
				t.Errorf("%s: got %+v, want %+v", when, d, want)
			}
		}
	}
	work(200)
	compare("as it is")
	must(t, l.Close())
	l = openTest(t, path, Options{Now: c.Now, listedAtOnce: atOnce})
	work(50)
	compare("after a restart")
	if _, err := l.Prune(t.Context(), 4*day); err != nil {
		t.Fatal(err)
	}
	compare("pruned")
	_, err := l.store.conn.ExecContext(context.Background(), `DROP TABLE clock_set_back; CREATE INDEX calls_timestamp ON calls (timestamp);
		CREATE INDEX calls_conversation ON calls (conversation_id);
		DROP INDEX calls_agent; DROP INDEX calls_tool; DROP INDEX calls_scope; DROP INDEX calls_status; DROP INDEX calls_decision;
		ALTER TABLE calls DROP COLUMN listed; ALTER TABLE chain DROP COLUMN listed_seq;
		CREATE INDEX calls_agent ON calls (agent_id); CREATE INDEX calls_tool ON calls (tool_name); CREATE INDEX calls_scope ON calls (scope);
		CREATE INDEX calls_status ON calls (status); CREATE INDEX calls_decision ON calls (decision) WHERE decision <> '';
		DELETE FROM audit_migrations WHERE version_id >= 3`)
	must(t, err)
	compare("of an earlier version")
	must(t, l.Close())
	l = openTest(t, path, Options{Now: c.Now})
	compare("migrated")
	sound(t, path, Head{})
}

// TestManyValues: a text that very many agents have, and tools of very many names, is
// found as any other.
func TestManyValues(t *testing.T) {
	t.Parallel()
	l := openTest(t, "", Options{})
	must(t, l.transact(false, func(t *tx) error {
		for i := range 3 * valuesFound {
			call := testCall(i)
			call.AgentID, call.Tool = fmt.Sprint("Agent-", i), fmt.Sprint("tool ", i)
			if err := t.record(call, allowed); err != nil {
				return err
			}
		}
		return nil
	}))
	for _, f := range []Filter{
		{Text: "agent"}, {Text: "agent", Tool: "tool 7"}, {Text: "tool", Status: OK}, {Text: "T-17", Named: []string{"Agent-3"}},
		{Text: "agent", Worded: []string{"filesystem:read"}},
	} {
		got, err := l.List(t.Context(), f)
		must(t, err)
		all, err := l.List(t.Context(), Filter{Limit: -1})
		must(t, err)
		var want []Row
		for _, r := range all {
			if len(want) < defaultLimit && f.fits(&r) {
				want = append(want, r)
			}
		}
		if !reflect.DeepEqual(got, want) || len(want) == 0 {
			t.Errorf("%+v: got %d rows, want %d", f, len(got), len(want))
		}
	}
}

// TestCount: calls are counted by agent, scope and how they ended.
func TestCount(t *testing.T) {
	t.Parallel()
	l, start := mixed(t)
	got, err := l.Count(t.Context(), Filter{Agent: "agent-1", Since: start.Add(30 * time.Hour), Limit: 8})
	must(t, err)
	want := map[Kind]int{
		{"agent-1", "filesystem:read", Pending, ""}:  1,
		{"agent-1", "filesystem:read", OK, "person"}: 4,
		{"agent-1", "location:read", Denied, "rule"}: 3,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
