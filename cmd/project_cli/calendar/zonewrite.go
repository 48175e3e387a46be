package calendar

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// zoneLines describes a zone of the zone database, as RFC 5545 wants it beside every TZID,
// for an event at that time and after it.
func zoneLines(zone *time.Location, at time.Time) []string {
	begin, next := at.In(zone).ZoneBounds()
	lines := []string{"BEGIN:VTIMEZONE", property("TZID", zone.String())}
	if begin.IsZero() {
		begin = time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)
		lines = append(lines, observanceLines(begin, begin.In(zone), false)...)
	} else {
		lines = append(lines, observanceLines(begin.Add(-time.Second).In(zone), begin.In(zone), true)...)
	}
	if !next.IsZero() {
		lines = append(lines, observanceLines(next.Add(-time.Second).In(zone), next.In(zone), true)...)
	}
	return append(lines, "END:VTIMEZONE")
}

// observanceLines describes what begins at onset and, where it does so every year at such
// a day, goes on doing so; before is the last moment before it.
func observanceLines(before, onset time.Time, yearly bool) []string {
	name := "STANDARD"
	if onset.IsDST() {
		name = "DAYLIGHT"
	}
	short, _ := onset.Zone()
	wall := wallOf(onset, time.FixedZone("", int(offset(before, before.Location())/time.Second)))
	lines := []string{
		"BEGIN:" + name,
		property("DTSTART", wall.Format(clockForm)),
		property("TZOFFSETFROM", before.Format("-0700")),
		property("TZOFFSETTO", onset.Format("-0700")),
		property("TZNAME", short),
	}
	if rule, ok := yearlyRule(wall, onset); yearly && ok {
		lines = append(lines, "RRULE:"+rule)
	}
	return append(lines, "END:"+name)
}

// yearsTried is for how many years a rule must hold to be written.
const yearsTried = 14

// yearlyRule returns the rule of an onset that comes every year on the same weekday: the
// last of its month, or the one in the same seven days of it.
func yearlyRule(wall, onset time.Time) (rule string, ok bool) {
	weekday := strings.ToUpper(wall.Weekday().String()[:2])
	month := fmt.Sprintf("FREQ=YEARLY;BYMONTH=%d;", wall.Month())
	if everyYear(wall, onset, -6) {
		return month + "BYDAY=-1" + weekday, true
	}
	week := (wall.Day()-1)/7*7 + 1 // the first of whole weeks, then of any seven days
	for _, first := range []int{week, wall.Day(), wall.Day() - 1, wall.Day() - 2, wall.Day() - 3, wall.Day() - 4, wall.Day() - 5, wall.Day() - 6} {
		switch {
		case first < 1 || first > 22 || !everyYear(wall, onset, first):
		case first%7 == 1:
			return fmt.Sprintf("%sBYDAY=%d%s", month, first/7+1, weekday), true
		default:
			days := strconv.Itoa(first)
			for day := first + 1; day < first+7; day++ {
				days += "," + strconv.Itoa(day)
			}
			return month + "BYMONTHDAY=" + days + ";BYDAY=" + weekday, true
		}
	}
	return "", false
}

// everyYear reports whether in the next years too the zone changes on wall's weekday in the
// seven days from the first-th of its month on; -6: in its last seven.
func everyYear(wall, onset time.Time, first int) bool {
	for year := wall.Year() + 1; year <= wall.Year()+yearsTried; year++ {
		month := wall.Month()
		if first < 0 {
			month++ // seven days before the first of the next month is the last week's begin
		}
		day := time.Date(year, month, first, wall.Hour(), wall.Minute(), wall.Second(), 0, time.UTC)
		day = day.AddDate(0, 0, (int(wall.Weekday()-day.Weekday())+7)%7)
		instant := day.Add(onset.Sub(wall)) // at the offset of before
		if begin, _ := instant.In(onset.Location()).ZoneBounds(); !begin.Equal(instant) {
			return false
		}
	}
	return true
}
