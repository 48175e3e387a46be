package calendar

import (
	"strings"
	"testing"

	"assent/cmd/project_cli/router"
)

// TestRead: the files of five programs, by day, by range and by event.
func TestRead(t *testing.T) {
	t.Parallel()
	for name, input := range map[string]string{
		"day":        `{"mode":"day","date":"2026-04-21"}`,
		"day-far":    `{"mode":"day","date":"2026-04-21","time_zone":"Pacific/Kiritimati"}`,
		"range":      `{"mode":"range","start_at":"2026-04-21T00:00:00+08:00","end_at":"2026-04-24T00:00:00+08:00"}`,
		"event":      `{"mode":"event","id":"evt_123@google.com"}`,
		"series":     `{"mode":"event","id":"20260301T101500Z-4711-1000-1-0@desk"}`,
		"occurrence": `{"mode":"event","id":"20260301T101500Z-4711-1000-1-0@desk#20260424T130000Z"}`,
		"moved":      `{"mode":"event","id":"20260301T101500Z-4711-1000-1-0@desk#20260423T130000Z"}`,
		"all-day":    `{"mode":"event","id":"0F0E0D0C-0B0A-4908-8706-050403020100#20260422"}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			golden(t, "read-"+name+".json", printed(t, call(t, styles(t), "read", input)))
		})
	}
}

// TestReadRefuses: what an input means wrongly is said with the way to put it right.
func TestReadRefuses(t *testing.T) {
	t.Parallel()
	home := styles(t)
	for name, test := range map[string]struct {
		input string
		code  router.Code
		says  string
	}{
		"no mode":            {`{}`, router.InvalidInput, "mode"},
		"an unknown mode":    {`{"mode":"week"}`, router.InvalidInput, "mode is none of the modes"},
		"another's member":   {`{"mode":"day","date":"2026-04-21","id":"x"}`, router.InvalidInput, "'id' not allowed"},
		"no date":            {`{"mode":"day","date":"2026-02-30"}`, router.InvalidInput, "date"},
		"no zone":            {`{"mode":"range","start_at":"2026-04-21T00:00:00","end_at":"2026-04-22T00:00:00"}`, router.InvalidInput, "date-time"},
		"backwards":          {`{"mode":"range","start_at":"2026-04-21T00:00:00Z","end_at":"2026-04-21T00:00:00Z"}`, router.InvalidInput, "after start_at"},
		"a zone nobody has":  {`{"mode":"day","date":"2026-04-21","time_zone":"Europe/Nowhere"}`, router.InvalidInput, "Europe/Berlin"},
		"a path as zone":     {`{"mode":"day","date":"2026-04-21","time_zone":"../../etc/passwd"}`, router.InvalidInput, "zone"},
		"two values":         {`{"mode":"day","date":"2026-04-21"} {}`, router.InvalidInput, "JSON"},
		"no such event":      {`{"mode":"event","id":"x"}`, router.NotFound, "read a day"},
		"no such occurrence": {`{"mode":"event","id":"20260301T101500Z-4711-1000-1-0@desk#20260422T130000Z"}`, router.NotFound, "no such occurrence"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := call(t, home, "read", test.input)
			if result.OK || result.Error.Code != test.code || !strings.Contains(string(printed(t, result)), test.says) {
				t.Errorf("%s", printed(t, result))
			}
		})
	}
}

// TestIDs: an id with a mark of its own is not taken for an occurrence's, and where
// several files have one the file tells them apart.
func TestIDs(t *testing.T) {
	t.Parallel()
	event := func(uid, title string) string {
		return "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:" + uid + "\nDTSTART:20260421T100000Z\nRRULE:FREQ=DAILY\nSUMMARY:" + title + "\nEND:VEVENT\nEND:VCALENDAR\n"
	}
	home := home(t, map[string]string{"a.ics": event("x", "A"), "b.ics": event("x#20260421T100000Z", "B"), "c.ics": event("y", "C"), "work/c.ics": event("y", "W")})
	for input, want := range map[string]string{
		`{"mode":"event","id":"x"}`:                                              `"title": "A"`,
		`{"mode":"event","id":"x#20260422T100000Z"}`:                             `"title": "A"`,
		`{"mode":"event","id":"x#20260421T100000Z"}`:                             `"title": "B"`,
		`{"mode":"event","id":"x#20260421T100000Z","file":"a.ics"}`:              `"title": "A"`,
		`{"mode":"event","id":"x#20260421T100000Z#20260423T100000Z"}`:            `"title": "B"`,
		`{"mode":"event","id":"y"}`:                                              `"code": "AMBIGUOUS"`,
		`{"mode":"event","id":"y#20260421T100000Z"}`:                             `"code": "AMBIGUOUS"`,
		`{"mode":"event","id":"y#20260421T100000Z","file":"work/c.ics"}`:         `"title": "W"`,
		`{"mode":"event","id":"y#20260421T100000Z","file":"work/../work/c.ics"}`: `"code": "NOT_FOUND"`,
		`{"mode":"event","id":"#"}`:                                              `"code": "NOT_FOUND"`,
	} {
		if got := string(printed(t, call(t, home, "read", input))); !strings.Contains(got, want) {
			t.Errorf("%s: %s", input, got)
		}
	}
}
