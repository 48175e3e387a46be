package calendar

import (
	"strings"
	"testing"
	"time"
)

// TestZoneLines: what is written of a zone means the zone, for years to come.
func TestZoneLines(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"Europe/Berlin", "America/New_York", "Australia/Sydney", "America/Santiago", "Europe/Lisbon", "Asia/Tokyo", "Asia/Kolkata", "Asia/Kathmandu", "Africa/Abidjan", "Pacific/Chatham", "Europe/Dublin",
	} {
		zone, err := time.LoadLocation(name)
		must(t, err)
		at := time.Date(2026, 4, 21, 12, 0, 0, 0, time.UTC)
		c, err := parse([]byte(join(zoneLines(zone, at), "\r\n")))
		must(t, err)
		read, err := byRules(c)
		must(t, err)
		for hours := 0; hours < 6*366*24; hours += 7 {
			when := at.Add(time.Duration(hours) * time.Hour)
			if got, want := offset(when, read), offset(when, zone); got != want {
				t.Errorf("%s at %s: %v, want %v", name, when, got, want)
				break
			}
		}
	}
}

// TestOwnRules: a zone that only the file knows, by every form of its rules.
func TestOwnRules(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		rules string
		want  map[string]string // an hour's offset
	}{
		"rules from 1601": {"BEGIN:STANDARD\nDTSTART:16011028T030000\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD\n" +
			"BEGIN:DAYLIGHT\nDTSTART:16010325T020000\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT\n",
			map[string]string{"2026-03-29T00:59:59Z": "1h0m0s", "2026-03-29T01:00:00Z": "2h0m0s", "2026-10-25T00:59:59Z": "2h0m0s", "2026-10-25T01:00:00Z": "1h0m0s", "2099-07-01T00:00:00Z": "2h0m0s"}},
		"days, not rules": {"BEGIN:STANDARD\nDTSTART:20200101T000000\nRDATE:20260501T000000,20280501T000000\nTZOFFSETFROM:+0530\nTZOFFSETTO:-0330\nEND:STANDARD\n",
			map[string]string{"2019-01-01T00:00:00Z": "5h30m0s", "2026-04-01T00:00:00Z": "-3h30m0s"}},
		"rules that ended": {"BEGIN:STANDARD\nDTSTART:19701025T030000\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nEND:STANDARD\n" +
			"BEGIN:DAYLIGHT\nDTSTART:19700329T020000\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3;UNTIL=20200329T010000Z\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nEND:DAYLIGHT\n",
			map[string]string{"2020-07-01T00:00:00Z": "2h0m0s", "2021-07-01T00:00:00Z": "1h0m0s"}},
		"to the second": {"BEGIN:STANDARD\nDTSTART:19000101T000000\nTZOFFSETFROM:+000000\nTZOFFSETTO:+005328\nEND:STANDARD\n",
			map[string]string{"2026-01-01T00:00:00Z": "53m28s"}},
	} {
		c, err := parse([]byte("BEGIN:VTIMEZONE\nTZID:Mine\n" + test.rules + "END:VTIMEZONE\n"))
		must(t, err)
		zone, err := byRules(c)
		must(t, err)
		for at, want := range test.want {
			when, err := time.Parse(time.RFC3339, at)
			must(t, err)
			if got := offset(when, zone).String(); got != want {
				t.Errorf("%s at %s: %s, want %s", name, at, got, want)
			}
		}
	}
}

// TestOwnRulesRefused: what is no zone is none.
func TestOwnRulesRefused(t *testing.T) {
	t.Parallel()
	const good = "BEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0000\nTZOFFSETTO:+0100\nEND:STANDARD\n"
	for name, rules := range map[string]string{
		"nothing":               "",
		"no start":              strings.Replace(good, "DTSTART:19700101T000000\n", "", 1),
		"no offset":             strings.Replace(good, "TZOFFSETTO:+0100\n", "", 1),
		"an offset of two days": strings.Replace(good, "+0100", "+4800", 1),
		"an offset in words":    strings.Replace(good, "+0100", "later", 1),
		"an hourly rule":        strings.Replace(good, "TZOFFSETTO", "RRULE:FREQ=HOURLY\nTZOFFSETTO", 1),
		"too many":              strings.Repeat(good, maxObservances+1),
	} {
		c, err := parse([]byte("BEGIN:VTIMEZONE\nTZID:Mine\n" + rules + "END:VTIMEZONE\n"))
		must(t, err)
		if zone, err := byRules(c); err == nil {
			t.Errorf("%s is the zone %v", name, zone)
		}
	}
}
