package calendar

import (
	"fmt"
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

// yearlyRule returns the rule of an onset that comes every year on the same weekday of the
// same week of its month, the last one where it is the last in all of the next years.
func yearlyRule(wall, onset time.Time) (string, bool) {
	week := (wall.Day()-1)/7 + 1
	for _, n := range []int{-1, week} {
		for year := 1; ; year++ {
			if year > 8 {
				return fmt.Sprintf("FREQ=YEARLY;BYMONTH=%d;BYDAY=%d%s", wall.Month(), n, []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}[wall.Weekday()]), true
			}
			then := weekdayOf(wall, wall.Year()+year, n)
			// The instant at the offset of before must be where the zone changes.
			instant := then.Add(onset.Sub(wall))
			if begin, _ := instant.In(onset.Location()).ZoneBounds(); !begin.Equal(instant) {
				break
			}
		}
	}
	return "", false
}

// weekdayOf returns the nth (-1: last) of wall's weekday in its month of a year, at its
// time.
func weekdayOf(wall time.Time, year, n int) time.Time {
	first := time.Date(year, wall.Month(), 1, wall.Hour(), wall.Minute(), wall.Second(), 0, time.UTC)
	if n > 0 {
		return first.AddDate(0, 0, (int(wall.Weekday()-first.Weekday())+7)%7+(n-1)*7)
	}
	last := first.AddDate(0, 1, -1)
	return last.AddDate(0, 0, -((int(last.Weekday()-wall.Weekday()) + 7) % 7))
}
