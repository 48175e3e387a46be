package calendar

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assent/cmd/project_cli/router"
)

// TestCreate: what was created reads as it was said, in a file of its own or in a named
// one, whose other bytes stay.
func TestCreate(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		input   string
		start   string
		end     string
		written []string
	}{
		"a time": {`{"title":"Lunch","start_at":"2026-04-21T12:00:00+02:00","end_at":"2026-04-21T13:00:00+02:00"}`,
			"2026-04-21T12:00:00+02:00", "2026-04-21T13:00:00+02:00", []string{"DTSTART:20260421T100000Z"}},
		"a day": {`{"title":"Off","start_at":"2026-04-21","end_at":"2026-04-22"}`,
			"2026-04-21", "2026-04-22", []string{"DTSTART;VALUE=DATE:20260421", "DTEND;VALUE=DATE:20260422"}},
		"a series": {`{"title":"Yoga","start_at":"2026-04-21T18:00:00+02:00","end_at":"2026-04-21T19:00:00+02:00","time_zone":"Europe/Berlin","recurrence":"FREQ=WEEKLY;BYDAY=TU"}`,
			"2026-04-21T18:00:00+02:00", "2026-04-21T19:00:00+02:00",
			[]string{"DTSTART;TZID=Europe/Berlin:20260421T180000", "RRULE:FREQ=WEEKLY;BYDAY=TU", "TZID:Europe/Berlin", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"}},
		"with a reminder": {`{"title":"Bus","start_at":"2026-04-21T12:00:00Z","end_at":"2026-04-21T12:00:00Z","reminder_minutes":5}`,
			"2026-04-21T14:00:00+02:00", "2026-04-21T14:00:00+02:00", []string{"BEGIN:VALARM", "TRIGGER:-PT5M"}},
		"hostile text": {`{"title":"a\r\nEND:VEVENT\r\nBEGIN:VEVENT","start_at":"2026-04-21","end_at":"2026-04-22","attendees":[{"email":"a@example.org","name":"x\":\r\nSUMMARY:y"}]}`,
			"2026-04-21", "2026-04-22", []string{`SUMMARY:a\nEND:VEVENT\nBEGIN:VEVENT`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			old := strings.ReplaceAll("BEGIN:VCALENDAR\nX-MINE: kept  \nEND:VCALENDAR\n", "\n", "\r\n")
			home := home(t, map[string]string{"work.ics": old})
			alone := into[Outcome](t, call(t, home, "create", test.input))
			shared := into[Outcome](t, call(t, home, "create", strings.TrimSuffix(test.input, "}")+`,"file":"work.ics"}`))
			for _, o := range []Outcome{alone, shared} {
				if o.StartAt != test.start || o.EndAt != test.end {
					t.Errorf("from %s to %s", o.StartAt, o.EndAt)
				}
				for _, line := range test.written {
					if !strings.Contains(data(t, home, o.File), "\r\n"+line+"\r\n") {
						t.Errorf("%s lacks %q:\n%s", o.File, line, data(t, home, o.File))
					}
				}
				read := into[Item](t, call(t, home, "read", `{"mode":"event","id":"`+o.ID+`"}`))
				if read.StartAt != test.start || read.ID != o.ID {
					t.Errorf("reads as %+v", read)
				}
			}
			begin, end, _ := strings.Cut(old, "END:VCALENDAR")
			if got := data(t, home, "work.ics"); !strings.HasPrefix(got, begin) || !strings.HasSuffix(got, "END:VCALENDAR"+end) {
				t.Errorf("the file's other bytes changed:\n%q", got)
			}
		})
	}
}

// TestCreateRefuses: nothing is written of what cannot be meant.
func TestCreateRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ input, says string }{
		"no title":                     {`{"start_at":"2026-04-21","end_at":"2026-04-22"}`, "title"},
		"an unknown member":            {`{"title":"x","start_at":"2026-04-21","end_at":"2026-04-22","token":"x"}`, "token"},
		"a date and a time":            {`{"title":"x","start_at":"2026-04-21","end_at":"2026-04-22T00:00:00Z"}`, "both"},
		"an end before the start":      {`{"title":"x","start_at":"2026-04-22T01:00:00Z","end_at":"2026-04-22T00:00:00Z"}`, "before"},
		"a day without length":         {`{"title":"x","start_at":"2026-04-22","end_at":"2026-04-22"}`, "day after"},
		"a series in no zone":          {`{"title":"x","start_at":"2026-04-22T01:00:00Z","end_at":"2026-04-22T02:00:00Z","recurrence":"FREQ=DAILY"}`, "Europe/Berlin"},
		"a rule that is none":          {`{"title":"x","start_at":"2026-04-22","end_at":"2026-04-23","recurrence":"FREQ=OFTEN"}`, "recurrence"},
		"a rule with a line in it":     {`{"title":"x","start_at":"2026-04-22","end_at":"2026-04-23","recurrence":"DTSTART:20260422\nFREQ=DAILY"}`, "recurrence"},
		"a rule that never happens":    {`{"title":"x","start_at":"2026-04-22T00:00:00Z","end_at":"2026-04-22T00:00:00Z","time_zone":"UTC","recurrence":"FREQ=HOURLY;INTERVAL=24;BYHOUR=5"}`, "never"},
		"a file that is not there":     {`{"title":"x","start_at":"2026-04-21","end_at":"2026-04-22","file":"other.ics"}`, "no such file"},
		"a file outside":               {`{"title":"x","start_at":"2026-04-21","end_at":"2026-04-22","file":"../../x.ics"}`, "no such file"},
		"an address that is none":      {`{"title":"x","start_at":"2026-04-21","end_at":"2026-04-22","attendees":[{"email":"me"}]}`, "email"},
		"a zone instead of an offset":  {`{"title":"x","start_at":"2026-04-21T10:00:00 Europe/Berlin","end_at":"2026-04-22"}`, "date-time"},
		"a file that cannot be parsed": {`{"title":"x","start_at":"2026-04-21","end_at":"2026-04-22","file":"broken.ics"}`, "cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := home(t, map[string]string{"broken.ics": "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n"})
			result := call(t, home, "create", test.input)
			if result.OK || !strings.Contains(string(printed(t, result)), test.says) {
				t.Errorf("%s", printed(t, result))
			}
			entries, err := os.ReadDir(filepath.Join(home, "calendar"))
			must(t, err)
			if len(entries) != 1 {
				t.Errorf("%d files", len(entries))
			}
		})
	}
}

// TestDryRun: nothing at all is written, not even the home.
func TestDryRun(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "none")
	result := route(home, "create", `{"title":"Lunch","start_at":"2026-04-21T12:00:00+02:00","end_at":"2026-04-21T13:00:00+02:00"}`, now(t), true)
	d := into[told](t, result)
	if d.Before != nil || d.After == nil || d.After.Title != "Lunch" || d.After.StartAt != "2026-04-21T12:00:00+02:00" {
		t.Errorf("%s", printed(t, result))
	}
	if _, err := os.Stat(home); !os.IsNotExist(err) {
		t.Errorf("the home: %v", err)
	}
	if result := route(home, "read", `{"mode":"day","date":"2026-04-21"}`, now(t), true); result.OK || result.Error.Code != router.UnknownMethod {
		t.Errorf("a dry run of read: %s", printed(t, result))
	}
}
