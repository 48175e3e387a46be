package calendar

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// many is the number of events of the benchmarks.
const many = 10_000

// event n of many: of ten, one recurs weekly, one daily with an end long ago, one lasts for
// days; all are spread over ten years.
func eventLines(n int) string {
	day := time.Date(2017, 1, 1, 8, 0, 0, 0, time.UTC).Add(time.Duration(n) * 9 * time.Hour)
	var b strings.Builder
	fmt.Fprintf(&b, "BEGIN:VEVENT\r\nUID:event-%d@example.org\r\nDTSTAMP:20260101T000000Z\r\nSUMMARY:Event number %d\\, of many\r\n", n, n)
	switch n % 10 {
	case 0:
		fmt.Fprintf(&b, "DTSTART;TZID=Europe/Berlin:%s\r\nDTEND;TZID=Europe/Berlin:%s\r\nRRULE:FREQ=WEEKLY;BYDAY=%s\r\n",
			day.Format(clockForm), day.Add(time.Hour).Format(clockForm), strings.ToUpper(day.Format("Mon")[:2]))
	case 1:
		fmt.Fprintf(&b, "DTSTART:%sZ\r\nDTEND:%sZ\r\nRRULE:FREQ=DAILY;UNTIL=%sZ\r\n",
			day.Format(clockForm), day.Add(time.Hour).Format(clockForm), day.AddDate(0, 1, 0).Format(clockForm))
	case 2:
		fmt.Fprintf(&b, "DTSTART;VALUE=DATE:%s\r\nDTEND;VALUE=DATE:%s\r\n", day.Format(dateForm), day.AddDate(0, 0, 3).Format(dateForm))
	default:
		fmt.Fprintf(&b, "DTSTART;TZID=Europe/Berlin:%s\r\nDTEND;TZID=Europe/Berlin:%s\r\n", day.Format(clockForm), day.Add(time.Hour).Format(clockForm))
	}
	b.WriteString("LOCATION:Room 4\\, third floor\r\nDESCRIPTION:What this is about and what to bring along when one comes\\n\r\n and who else will be there\r\nSEQUENCE:0\r\nSTATUS:CONFIRMED\r\nEND:VEVENT\r\n")
	return b.String()
}

// TestFew: of many events few are parsed for a day: those that may touch it, and the
// series that have no end.
func TestFew(t *testing.T) {
	t.Parallel()
	var lines strings.Builder
	for n := range many {
		lines.WriteString(eventLines(n))
	}
	file, err := split("all.ics", []byte("BEGIN:VCALENDAR\r\n"+lines.String()+"END:VCALENDAR\r\n"))
	must(t, err)
	touching := 0
	for _, b := range file.blocks {
		if b.event.touches(20260419, 20260424) {
			touching++
		}
	}
	if touching > many/10+50 {
		t.Errorf("%d of %d events would be parsed for a day", touching, many)
	}
}
