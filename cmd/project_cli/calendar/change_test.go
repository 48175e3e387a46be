package calendar

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"assent/cmd/project_cli/router"

	"github.com/aymanbagabas/go-udiff"
)

const (
	standup = "20260301T101500Z-4711-1000-1-0@desk"
	choir   = "7kukuqrfedlm2f9t0vaecgubbl@google.com"
)

// differences returns how the files of a home differ from those it began with.
func differences(t *testing.T, home string) string {
	t.Helper()
	var all strings.Builder
	began, err := filepath.Glob("testdata/styles/*.ics")
	must(t, err)
	for _, path := range began {
		name := filepath.Base(path)
		old, err := os.ReadFile(path)
		must(t, err)
		now, err := os.ReadFile(filepath.Join(home, "calendar", name))
		if os.IsNotExist(err) {
			all.WriteString(name + " is gone\n")
			continue
		}
		must(t, err)
		all.WriteString(udiff.Unified(name, name, visibleEnds(old), visibleEnds(now)))
	}
	return all.String()
}

// visibleEnds shows how lines end, so that the difference tells it.
func visibleEnds(data []byte) string { return strings.ReplaceAll(string(data), "\r\n", "␍\n") }

// TestChange: what each change does to the files of other programs, line by line, and what
// it answers.
func TestChange(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ method, input string }{
		"update-title":         {"update", `{"id":"evt_123@google.com","title":"Project sync, moved","location":""}`},
		"update-start":         {"update", `{"id":"evt_123@google.com","start_at":"2026-04-21T12:00:00+02:00"}`},
		"update-zone":          {"update", `{"id":"evt_123@google.com","time_zone":"Asia/Tokyo","start_at":"2026-04-21T12:00:00+02:00"}`},
		"update-floating":      {"update", `{"id":"7C9E6679-7425-40DE-944B-E07FC1F90AE7","end_at":"2026-04-21T08:30:00+02:00"}`},
		"update-all-day":       {"update", `{"id":"6E0C3B1D-1D0B-4F5C-9B59-1C2C3D4E5F60","start_at":"2026-04-22"}`},
		"update-become-day":    {"update", `{"id":"evt_123@google.com","start_at":"2026-04-22","end_at":"2026-04-23"}`},
		"update-own-rules":     {"update", `{"id":"040000008200E00074C5B7101A82E00800000000A0","start_at":"2026-04-23T01:00:00Z"}`},
		"update-occurrence":    {"update", `{"id":"` + standup + `#20260424T130000Z","title":"Standup, short","end_at":"2026-04-24T15:10:00+02:00"}`},
		"update-moved":         {"update", `{"id":"` + standup + `#20260423T130000Z","start_at":"2026-04-23T18:00:00+02:00"}`},
		"update-series":        {"update", `{"id":"` + standup + `","description":"What is new, what is next"}`},
		"update-series-hour":   {"update", `{"id":"` + standup + `","start_at":"2026-03-02T10:15:00-05:00"}`},
		"update-series-rule":   {"update", `{"id":"` + choir + `","start_at":"2026-04-16T18:30:00+01:00","recurrence":"FREQ=WEEKLY;BYDAY=TH"}`},
		"update-series-single": {"update", `{"id":"` + standup + `","recurrence":""}`},
		"delete-event":         {"delete", `{"id":"evt_123@google.com"}`},
		"delete-file":          {"delete", `{"id":"3WQJ6ZBAT5CX8G5WMP0DZ8QYNV8KXYZ4H7KA"}`},
		"delete-occurrence":    {"delete", `{"id":"` + standup + `#20260424T130000Z"}`},
		"delete-moved":         {"delete", `{"id":"` + standup + `#20260423T130000Z"}`},
		"delete-birthday":      {"delete", `{"id":"0F0E0D0C-0B0A-4908-8706-050403020100#20260422"}`},
		"delete-series":        {"delete", `{"id":"` + standup + `"}`},
		"share":                {"share", `{"id":"evt_123@google.com","attendees":[{"email":"bo@example.org","name":"Bo \"the\" Li; x"},{"email":"Ana@example.org"}]}`},
		"share-first":          {"share", `{"id":"` + choir + `","attendees":[{"email":"bo@example.org"}],"as":"me@example.org"}`},
		"accept":               {"accept_invite", `{"id":"evt_123@google.com","as":"ME@example.org"}`},
		"accept-only-guest":    {"accept_invite", `{"id":"040000008200E00074C5B7101A82E00800000000A0"}`},
		"share-occurrence":     {"share", `{"id":"` + standup + `#20260424T130000Z","attendees":[{"email":"bo@example.org"}],"as":"me@example.org"}`},
		"reject":               {"reject_invite", `{"id":"evt_123@google.com","as":"me@example.org"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dry := styles(t)
			would := route(dry, test.method, test.input, now(t), true)
			if changed := differences(t, dry); changed != "" {
				t.Errorf("the dry run wrote:\n%s", changed)
			}
			home := styles(t)
			did := call(t, home, test.method, test.input)
			if would, did := into[told](t, would), into[told](t, did); did.After != nil && !reflect.DeepEqual(would, did) {
				t.Errorf("the dry run said %+v, done was %+v", would, did)
			}
			golden(t, name+".txt", []byte(differences(t, home)+"\n"+string(printed(t, did))))
		})
	}
}

// TestChangeRefuses: what would do something else than was meant is not done.
func TestChangeRefuses(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		method, input string
		code          router.Code
		says          string
	}{
		"nothing to change":         {"update", `{"id":"evt_123@google.com","file":"google.ics"}`, router.InvalidInput, "nothing to change"},
		"an occurrence's rule":      {"update", `{"id":"` + standup + `#20260424T130000Z","recurrence":"FREQ=DAILY"}`, router.InvalidInput, "seriesId"},
		"a rule left behind":        {"update", `{"id":"` + choir + `","start_at":"2026-04-16T18:00:00+01:00"}`, router.InvalidInput, "recurrence"},
		"exceptions left behind":    {"update", `{"id":"` + choir + `","time_zone":"Asia/Tokyo"}`, router.Unsupported, "one by one"},
		"a day without its end":     {"update", `{"id":"evt_123@google.com","start_at":"2026-04-22"}`, router.InvalidInput, "end_at"},
		"an end before the start":   {"update", `{"id":"evt_123@google.com","end_at":"2026-04-20T00:00:00Z"}`, router.InvalidInput, "before"},
		"no such event":             {"update", `{"id":"x","title":"y"}`, router.NotFound, "read a day"},
		"an occurrence taken out":   {"delete", `{"id":"` + standup + `#20260422T130000Z"}`, router.NotFound, "no such occurrence"},
		"a time that is no key":     {"delete", `{"id":"` + standup + `#20260424T130001Z"}`, router.NotFound, "no such occurrence"},
		"an empty title":            {"update", `{"id":"evt_123@google.com","title":""}`, router.InvalidInput, "title"},
		"nobody invites":            {"share", `{"id":"` + choir + `","attendees":[{"email":"bo@example.org"}]}`, router.InvalidInput, "say as"},
		"who of several accepts":    {"accept_invite", `{"id":"evt_123@google.com"}`, router.InvalidInput, "2 people"},
		"not invited":               {"accept_invite", `{"id":"evt_123@google.com","as":"other@example.org"}`, router.InvalidInput, "None of"},
		"nobody is invited":         {"reject_invite", `{"id":"` + choir + `"}`, router.Unsupported, "no invitation"},
		"an unknown file":           {"delete", `{"id":"evt_123@google.com","file":"khal.ics"}`, router.NotFound, "No event"},
		"an event beside the other": {"update", `{"id":"twice","title":"x"}`, router.Ambiguous, "a.ics"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := styles(t)
			const twice = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:twice\nDTSTART:20260421\nEND:VEVENT\nEND:VCALENDAR\n"
			for _, name := range []string{"a.ics", "b.ics"} {
				must(t, os.WriteFile(filepath.Join(home, "calendar", name), []byte(twice), 0o600))
			}
			result := call(t, home, test.method, test.input)
			if result.OK || result.Error.Code != test.code || !strings.Contains(string(printed(t, result)), test.says) {
				t.Errorf("%s", printed(t, result))
			}
			if changed := differences(t, home); changed != "" {
				t.Errorf("it wrote:\n%s", changed)
			}
		})
	}
}
