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
