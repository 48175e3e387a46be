package audit

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// mixed records 60 calls, one an hour from the start, of several kinds.
func mixed(t *testing.T) (*Log, time.Time) {
	t.Helper()
	start := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	c := newClock(start)
	l := openTest(t, "", Options{Now: c.Now})
	for i := range 60 {
		call := testCall(i)
		call.AgentID = fmt.Sprintf("agent-%d", i%3)
		call.ConversationID = fmt.Sprintf("c-%d", i%5)
		outcome := allowed
		if i%2 == 1 {
			call.Tool, call.Scope = "get_location", "location:read"
			outcome = Outcome{Status: Denied, Reason: "user_refused", Decision: "rule"}
		}
		must(t, l.Record(call, outcome))
		c.advance(time.Hour)
	}
	_, err := l.Begin(testCall(100))
	must(t, err)
	return l, start
}

func TestListFilters(t *testing.T) {
	t.Parallel()
	l, start := mixed(t)
	for _, test := range []struct {
		name   string
		filter Filter
		want   []int64
	}{
		{"newest", Filter{Limit: 3}, []int64{61, 60, 59}},
		{"next page", Filter{Limit: 3, Before: 59}, []int64{58, 57, 56}},
		{"past the end", Filter{Before: 1}, nil},
		{"agent", Filter{Agent: "agent-2", Limit: 2}, []int64{60, 57}},
		{"tool", Filter{Tool: "get_location", Limit: 2}, []int64{60, 58}},
		{"scope", Filter{Scope: "filesystem:read", Limit: 2}, []int64{61, 59}},
		{"status", Filter{Status: Pending}, []int64{61}},
		{"decision", Filter{Decided: []string{"person"}, Limit: 2}, []int64{59, 57}},
		{"any of two decisions", Filter{Decided: []string{"person", "rule"}, Limit: 2}, []int64{60, 59}},
		{"text of a tool", Filter{Text: "GET_loc", Limit: 2}, []int64{60, 58}},
		{"text of an agent", Filter{Text: "t-2", Limit: 2}, []int64{60, 57}},
		{"text of two", Filter{Text: "ent-", Limit: 3}, []int64{61, 60, 59}},
		{"text of a scope, denied", Filter{Text: "location", Status: Denied, Limit: 2}, []int64{60, 58}},
		{"text of nothing", Filter{Text: "%"}, nil},
		{"text of a name", Filter{Text: "Demo", Named: []string{"agent-1", "agent-9"}, Limit: 2}, []int64{61, 59}},
		{"text of a scope's words", Filter{Text: "your place", Worded: []string{"location:read"}, Limit: 2}, []int64{60, 58}},
		{"since", Filter{Since: start.Add(58 * time.Hour)}, []int64{61, 60, 59}},
		{"until", Filter{Until: start.Add(3 * time.Hour)}, []int64{3, 2, 1}},
		{"between", Filter{Since: start.Add(2 * time.Hour), Until: start.Add(4 * time.Hour)}, []int64{4, 3}},
		{"until, of an agent", Filter{Agent: "agent-1", Until: start.Add(6 * time.Hour)}, []int64{5, 2}},
		{"until the beginning", Filter{Until: start}, nil},
		{"since, before", Filter{Since: start.Add(4 * time.Hour), Before: 7}, []int64{6, 5}},
		{"all at once", Filter{Agent: "agent-1", Tool: "get_location", Scope: "location:read", Status: Denied,
			Decided: []string{"rule"}, Since: start.Add(8 * time.Hour), Until: start.Add(30 * time.Hour), Before: 26}, []int64{20, 14}},
		{"conversation", Filter{Conversation: "c-0", Limit: 2}, []int64{56, 51}},
		{"call", Filter{CallID: testCall(7).CallID}, []int64{8}},
		{"call of an agent", Filter{CallID: testCall(7).CallID, Agent: "agent-1", Tool: "get_location"}, []int64{8}},
		{"call of another agent", Filter{CallID: testCall(7).CallID, Agent: "agent-2"}, nil},
		{"none", Filter{Agent: "agent-1", Status: Pending, Decided: []string{"rule"}}, nil},
		{"hostile", Filter{Agent: "' OR 1=1 --"}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			rows, err := l.List(t.Context(), test.filter)
			must(t, err)
			var got []int64
			for _, r := range rows {
				got = append(got, r.Seq)
			}
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
	rows, err := l.List(t.Context(), Filter{Limit: -1})
	if err != nil || len(rows) != 61 {
		t.Errorf("all: %d, %v", len(rows), err)
	}
}

func TestPerDay(t *testing.T) {
	t.Parallel()
	l, start := mixed(t)
	zone := time.FixedZone("CST", 8*3600)
	days, err := l.PerDay(t.Context(), start.Add(60*time.Hour).In(zone), 4)
	must(t, err)
	at := func(date int) time.Time { return time.Date(2026, 11, date, 0, 0, 0, 0, zone) }
	want := []Day{{Start: at(19)}, {at(20), 8, 8, 0, 0}, {at(21), 12, 12, 0, 0}, {at(22), 10, 10, 0, 1}}
	if !reflect.DeepEqual(days, want) {
		t.Errorf("got  %v\nwant %v", days, want)
	}
}

func TestExport(t *testing.T) {
	t.Parallel()
	c := newClock(time.Date(2026, 11, 21, 6, 0, 0, 0, time.UTC))
	l := openTest(t, "", Options{Now: c.Now})
	call := testCall(1)
	call.Tool = "=HYPERLINK(\"x\",\n1)"
	must(t, l.Record(call, Outcome{Status: Denied, Reason: "tool_not_declared"}))
	digest := strings.Repeat("ab", 32)
	for _, test := range []struct {
		format Format
		want   string
	}{
		{JSONLines, `{"seq":1,"call_id":"call_000001","agent_id":"agent-1","conversation_id":"c-1","tool_name":"=HYPERLINK(\"x\",\n1)",` +
			`"scope":"filesystem:read","arguments_digest":"` + digest + `","status":"denied","reason":"tool_not_declared","sensitivity":"",` +
			`"decision":"","shown_ms":0,"duration_ms":0,"timestamp":"2026-11-21T06:00:00.000Z"}` + "\n"},
		{CSV, "seq,call_id,agent_id,conversation_id,tool_name,scope,arguments_digest,status,reason,sensitivity,decision,shown_ms,duration_ms,timestamp\n" +
			"1,call_000001,agent-1,c-1,\"'=HYPERLINK(\"\"x\"\",\n1)\",filesystem:read," + digest + ",denied,tool_not_declared,,,0,0,2026-11-21T06:00:00.000Z\n"},
	} {
		var out strings.Builder
		must(t, l.Export(t.Context(), &out, test.format, Filter{}))
		if out.String() != test.want {
			t.Errorf("got  %s\nwant %s", out.String(), test.want)
		}
	}
}

func TestLongAndBrokenNamesAreBounded(t *testing.T) {
	t.Parallel()
	l := openTest(t, "", Options{})
	for i, name := range []string{strings.Repeat("读", 5000), "a\x00b", "a\xffb", strings.Repeat("x", 128)} {
		call := testCall(i)
		call.Tool = name
		must(t, l.Record(call, Outcome{Status: Denied}))
	}
	rows, err := l.List(t.Context(), Filter{})
	must(t, err)
	for i, want := range []string{strings.Repeat("x", 128), "a\uFFFDb", "a\uFFFDb", strings.Repeat("读", 41) + "…"} {
		if rows[i].Tool != want {
			t.Errorf("got %q, want %q", rows[i].Tool, want)
		}
	}
	sound(t, l.path, Head{})
}

// TestListIntersects: filters that thousands of rows meet choose the same rows.
func TestListIntersects(t *testing.T) {
	t.Parallel()
	c := newClock(time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC))
	start := c.Now()
	l := openTest(t, "", Options{Now: c.Now})
	for n := 0; n < 20_000; n += 1000 {
		must(t, l.transact(false, func(t *tx) error { return grow(t, n) }))
		c.advance(time.Hour)
	}
	all, err := l.List(t.Context(), Filter{Limit: -1})
	must(t, err)
	since := start.Add(15 * time.Hour)
	for _, f := range []Filter{
		{Scope: "filesystem:read", Status: OK},
		{Status: OK, Since: since},
		{Since: since},
		{Since: start.Add(time.Hour), Before: 9000},
		{Scope: "filesystem:read", Decided: []string{"window"}, Since: start.Add(time.Hour), Before: 12_345},
	} {
		got, err := l.List(t.Context(), f)
		must(t, err)
		var want []Row
		for _, r := range all {
			if len(want) < defaultLimit && f.chooses(r) {
				want = append(want, r)
			}
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%+v: got %d rows, want %d", f, len(got), len(want))
		}
	}
}

// chooses says the slow way what the fields used above choose.
func (f Filter) chooses(r Row) bool {
	return (f.Scope == "" || f.Scope == r.Scope) && (f.Status == "" || f.Status == r.Status) &&
		(f.Decided == nil || slices.Contains(f.Decided, r.Decision)) && (f.Since.IsZero() || r.Timestamp >= timestamp(f.Since)) &&
		(f.Before == 0 || r.Seq < f.Before)
}
