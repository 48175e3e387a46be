package calendar

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"assent/cmd/project_cli/router"
)

// starts reads a range in Berlin of a calendar with these event lines, and returns when
// the occurrences start.
func starts(t *testing.T, lines, from, to string) (found []string) {
	t.Helper()
	home := home(t, map[string]string{"a.ics": "BEGIN:VCALENDAR\n" + lines + "END:VCALENDAR\n"})
	result := call(t, home, "read", fmt.Sprintf(`{"mode":"range","start_at":"%sT00:00:00Z","end_at":"%sT00:00:00Z","time_zone":"Europe/Berlin"}`, from, to))
	for _, item := range into[router.List[Item]](t, result).Items {
		found = append(found, item.StartAt)
	}
	return found
}

// TestRecurrence: the hours that a series is at, over the change of the clocks, with what
// was taken out, added and moved.
func TestRecurrence(t *testing.T) {
	t.Parallel()
	const head = "BEGIN:VEVENT\nUID:a\n"
	const berlin = "DTSTART;TZID=Europe/Berlin:20260327T090000\nDTEND;TZID=Europe/Berlin:20260327T100000\n"
	for name, test := range map[string]struct {
		lines    string
		from, to string
		want     string
	}{
		"nine is nine in summer too": {head + berlin + "RRULE:FREQ=DAILY\nEND:VEVENT\n", "2026-03-28", "2026-03-31",
			"2026-03-28T09:00:00+01:00 2026-03-29T09:00:00+02:00 2026-03-30T09:00:00+02:00"},
		"an hour that the clock skips": {head + "DTSTART;TZID=Europe/Berlin:20260328T023000\nRRULE:FREQ=DAILY\nEND:VEVENT\n", "2026-03-28", "2026-03-31",
			"2026-03-28T02:30:00+01:00 2026-03-29T03:30:00+02:00 2026-03-30T02:30:00+02:00"},
		"an hour that it shows twice": {head + "DTSTART;TZID=Europe/Berlin:20261025T023000\nEND:VEVENT\n", "2026-10-24", "2026-10-27",
			"2026-10-25T02:30:00+02:00"},
		"until includes its moment": {head + berlin + "RRULE:FREQ=DAILY;UNTIL=20260330T070000Z\nEND:VEVENT\n", "2026-03-29", "2026-04-03",
			"2026-03-29T09:00:00+02:00 2026-03-30T09:00:00+02:00"},
		"until a day includes it": {head + "DTSTART;VALUE=DATE:20260327\nRRULE:FREQ=DAILY;UNTIL=20260329\nEND:VEVENT\n", "2026-03-26", "2026-04-03",
			"2026-03-27 2026-03-28 2026-03-29"},
		"a count from the start": {head + berlin + "RRULE:FREQ=WEEKLY;COUNT=3\nEND:VEVENT\n", "2026-04-01", "2026-05-01",
			"2026-04-03T09:00:00+02:00 2026-04-10T09:00:00+02:00"},
		"every other week, for years": {head + "DTSTART:20160104T090000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,SU;WKST=MO\nEND:VEVENT\n", "2026-04-01", "2026-04-30",
			"2026-04-05T11:00:00+02:00 2026-04-13T11:00:00+02:00 2026-04-19T11:00:00+02:00 2026-04-27T11:00:00+02:00"},
		"the last day of the month": {head + "DTSTART;VALUE=DATE:20200131\nRRULE:FREQ=MONTHLY;BYMONTHDAY=-1\nEND:VEVENT\n", "2026-02-01", "2026-04-29",
			"2026-02-28 2026-03-31"},
		"the thirty-first, where there is one": {head + "DTSTART;VALUE=DATE:20200131\nRRULE:FREQ=MONTHLY\nEND:VEVENT\n", "2026-03-01", "2026-06-01",
			"2026-03-31 2026-05-31"},
		"a leap day": {head + "DTSTART;VALUE=DATE:20000229\nRRULE:FREQ=YEARLY\nEND:VEVENT\n", "2026-01-01", "2029-01-01",
			"2028-02-29"},
		"the third Friday every quarter": {head + "DTSTART;VALUE=DATE:20190118\nRRULE:FREQ=MONTHLY;INTERVAL=3;BYDAY=FR;BYSETPOS=3\nEND:VEVENT\n", "2026-01-01", "2026-08-01",
			"2026-01-16 2026-04-17 2026-07-17"},
		"thanksgiving": {head + "DTSTART;VALUE=DATE:19701126\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH\nEND:VEVENT\n", "2026-01-01", "2028-01-01",
			"2026-11-26 2027-11-25"},
		"every six hours, for years": {head + "DTSTART:20160101T030000Z\nRRULE:FREQ=HOURLY;INTERVAL=6\nEND:VEVENT\n", "2026-01-01", "2026-01-02",
			"2026-01-01T04:00:00+01:00 2026-01-01T10:00:00+01:00 2026-01-01T16:00:00+01:00 2026-01-01T22:00:00+01:00"},
		"days added and taken out": {head + berlin + "RRULE:FREQ=DAILY;COUNT=3\nEXDATE;TZID=Europe/Berlin:20260328T090000\nRDATE;TZID=Europe/Berlin:20260401T090000,20260402T100000\nEND:VEVENT\n", "2026-03-27", "2026-04-05",
			"2026-03-27T09:00:00+01:00 2026-03-29T09:00:00+02:00 2026-04-01T09:00:00+02:00 2026-04-02T10:00:00+02:00"},
		"taken out in another zone's words": {head + berlin + "RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20260328T080000Z\nEND:VEVENT\n", "2026-03-27", "2026-04-05",
			"2026-03-27T09:00:00+01:00 2026-03-29T09:00:00+02:00"},
		"taken out by the day": {head + berlin + "RRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20260328\nEND:VEVENT\n", "2026-03-27", "2026-04-05",
			"2026-03-27T09:00:00+01:00 2026-03-29T09:00:00+02:00"},
		"moved out of the range": {head + berlin + "RRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT\n" +
			head + "RECURRENCE-ID;TZID=Europe/Berlin:20260328T090000\nDTSTART;TZID=Europe/Berlin:20260501T090000\nEND:VEVENT\n", "2026-03-27", "2026-04-05",
			"2026-03-27T09:00:00+01:00 2026-03-29T09:00:00+02:00"},
		"moved into the range": {head + berlin + "RRULE:FREQ=DAILY;COUNT=3\nEND:VEVENT\n" +
			head + "RECURRENCE-ID:20260328T080000Z\nDTSTART;TZID=Europe/Berlin:20260501T090000\nEND:VEVENT\n", "2026-05-01", "2026-05-02",
			"2026-05-01T09:00:00+02:00"},
		"days in a row that began before": {head + "DTSTART;VALUE=DATE:20260301\nDURATION:P10D\nRRULE:FREQ=MONTHLY\nEND:VEVENT\n", "2026-04-05", "2026-04-06",
			"2026-04-01"},
		"days in a row that began before the last": {head + "DTSTART;VALUE=DATE:20260301\nDURATION:P10D\nRRULE:FREQ=MONTHLY;UNTIL=20260401\nEND:VEVENT\n", "2026-04-07", "2026-04-08",
			"2026-04-01"},
		"a length in days over the change of clocks": {head + "DTSTART;TZID=Europe/Berlin:20260328T120000\nDURATION:P1D\nEND:VEVENT\n", "2026-03-29", "2026-03-30",
			"2026-03-28T12:00:00+01:00"},
		"over at midnight":                {head + "DTSTART;TZID=Europe/Berlin:20260330T220000\nDTEND;TZID=Europe/Berlin:20260331T020000\nEND:VEVENT\n", "2026-03-31", "2026-04-01", ""},
		"of no length, at midnight":       {head + "DTSTART:20260331T000000Z\nEND:VEVENT\n", "2026-03-31", "2026-04-01", "2026-03-31T02:00:00+02:00"},
		"floating is here":                {head + "DTSTART:20260331T090000\nRRULE:FREQ=DAILY;COUNT=2\nEND:VEVENT\n", "2026-03-31", "2026-04-05", "2026-03-31T09:00:00+02:00 2026-04-01T09:00:00+02:00"},
		"lower case and a trailing colon": {head + "dtstart:20260331T090000Z\nrrule:freq=daily;count=2;\nEND:VEVENT\n", "2026-03-31", "2026-04-05", "2026-03-31T11:00:00+02:00 2026-04-01T11:00:00+02:00"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := strings.Join(starts(t, test.lines, test.from, test.to), " "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestForward: a rule that begins late gives what it gives from its start.
func TestForward(t *testing.T) {
	t.Parallel()
	start := stamp{wall: time.Date(2011, 1, 31, 9, 30, 0, 0, time.UTC), zone: time.UTC}
	from, to := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)
	for _, rule := range []string{
		"FREQ=DAILY;INTERVAL=7", "FREQ=WEEKLY;INTERVAL=3;BYDAY=TU,SA", "FREQ=WEEKLY;INTERVAL=3;BYDAY=SU;WKST=SU", "FREQ=MONTHLY;INTERVAL=2", "FREQ=MONTHLY;BYDAY=-1MO,2WE",
		"FREQ=YEARLY;INTERVAL=3;BYMONTH=3,4,5", "FREQ=YEARLY;BYWEEKNO=10,20;BYDAY=MO", "FREQ=YEARLY;INTERVAL=5;BYYEARDAY=100,-260", "FREQ=HOURLY;INTERVAL=7", "FREQ=MINUTELY;INTERVAL=400;BYDAY=MO",
		"FREQ=DAILY;INTERVAL=11;BYHOUR=8,20", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=-1;BYSETPOS=1",
	} {
		option, err := readRule(rule, start)
		must(t, err)
		late := recurrence{start: start}
		late.rules = append(late.rules, option)
		got, err := late.walls(from, to)
		must(t, err)
		all, err := late.walls(time.Time{}, to)
		must(t, err)
		all = slices.DeleteFunc(all, from.After)
		if !slices.EqualFunc(got, all, time.Time.Equal) || len(got) == 0 {
			t.Errorf("%s:\ngot  %v\nwant %v", rule, got, all)
		}
	}
}

// TestBroken: an event that cannot be read is said, and the others are read.
func TestBroken(t *testing.T) {
	t.Parallel()
	const good = "BEGIN:VEVENT\nUID:good\nDTSTART:20260421T100000Z\nEND:VEVENT\n"
	for name, test := range map[string]struct {
		lines string
		says  string
		count int
	}{
		"no start":               {"BEGIN:VEVENT\nUID:bad\nEND:VEVENT\n", "no start", 1},
		"a start that is none":   {"BEGIN:VEVENT\nUID:bad\nDTSTART:next week\nEND:VEVENT\n", "no time", 1},
		"a date that is none":    {"BEGIN:VEVENT\nUID:bad\nDTSTART:20261321\nEND:VEVENT\n", "no date", 1},
		"a line without a colon": {"BEGIN:VEVENT\nUID:bad\nDTSTART:20260421\nSUMMARY\nEND:VEVENT\n", "cannot be read", 1},
		"an open parameter":      {"BEGIN:VEVENT\nUID:bad\nDTSTART:20260421\nX;A\nEND:VEVENT\n", "cannot be read", 1},
		"an end within a value":  {"BEGIN:VEVENT\nUID:bad\nDTSTART:20260421\nX;A=\nEND:VEVENT\n", "cannot be read", 1},
		"a rule that is none":    {"BEGIN:VEVENT\nUID:bad\nDTSTART:20260421\nRRULE:FREQ=OFTEN\nEND:VEVENT\n", "no rule", 2},
		"a rule without an end":  {"BEGIN:VEVENT\nUID:bad\nDTSTART:20260421T000000Z\nRRULE:FREQ=HOURLY;INTERVAL=24;BYHOUR=5\nEND:VEVENT\n", "never happens", 2},
		"a weekday out of range": {"BEGIN:VEVENT\nUID:bad\nDTSTART:20260421T000000Z\nRRULE:FREQ=MONTHLY;BYDAY=-53MO\nEND:VEVENT\n", "out of range", 2},
		"too often":              {"BEGIN:VEVENT\nUID:bad\nDTSTART:20200421T000000Z\nRRULE:FREQ=SECONDLY;COUNT=900000000\nEND:VEVENT\n", "too often", 1},
		"a zone nobody knows":    {"BEGIN:VEVENT\nUID:bad\nDTSTART;TZID=Mars/Olympus:20260421T100000\nEND:VEVENT\n", "time zone", 2},
		"a zone without rules":   {"BEGIN:VTIMEZONE\nTZID:Mine\nEND:VTIMEZONE\nBEGIN:VEVENT\nUID:bad\nDTSTART;TZID=Mine:20260421T100000\nEND:VEVENT\n", "time zone", 2},
		"a length that is none":  {"BEGIN:VEVENT\nUID:bad\nDTSTART:20260421\nDURATION:P-1D\nEND:VEVENT\n", "length", 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := home(t, map[string]string{"a.ics": "BEGIN:VCALENDAR\n" + test.lines + good + "END:VCALENDAR\n"})
			result := call(t, home, "read", `{"mode":"day","date":"2026-04-21"}`)
			list := into[router.List[Item]](t, result)
			if !result.Partial || list.Count != test.count || len(list.Problems) != 1 || !strings.Contains(list.Problems[0].Message, test.says) {
				t.Errorf("%s", printed(t, result))
			}
		})
	}
	for name, content := range map[string]string{
		"no calendar":  "hello\n",
		"empty":        "",
		"cut off":      "BEGIN:VCALENDAR\n" + good,
		"crossed":      "BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\nEND:VEVENT\n",
		"nested deep":  "BEGIN:VCALENDAR\n" + strings.Repeat("BEGIN:VEVENT\n", 20),
		"a vCard":      "BEGIN:VCARD\nEND:VCARD\n",
		"binary zeros": strings.Repeat("\x00", 1000),
	} {
		result := call(t, home(t, map[string]string{"a.ics": content, "b.ics": "BEGIN:VCALENDAR\n" + good + "END:VCALENDAR\n"}), "read", `{"mode":"day","date":"2026-04-21"}`)
		if list := into[router.List[Item]](t, result); !result.Partial || list.Count != 1 || len(list.Problems) != 1 || list.Problems[0].File != "a.ics" {
			t.Errorf("%s: %s", name, printed(t, result))
		}
	}
}
