package calendar

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"assent/cmd/project_cli/router"
)

// FuzzSplice: whatever a file holds, a change of an event keeps every byte outside it and
// every line of it that the change does not name, and the file still reads.
func FuzzSplice(f *testing.F) {
	for _, path := range []string{"apple", "evolution", "google", "khal", "outlook"} {
		data, err := os.ReadFile(filepath.Join("testdata", "styles", path+".ics"))
		must(f, err)
		f.Add(data, "A title; with, all\nof it\\")
		f.Add(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), "中文")
	}
	f.Add([]byte("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260421\nEND:VEVENT\nEND:VCALENDAR"), "x")
	f.Add([]byte("\xef\xbb\xbfBEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\n b\r\nDTSTART:20260421T1\r\n 00000\r\nSUMM\r\n\tARY:x\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"), "y")
	f.Fuzz(func(t *testing.T, data []byte, title string) {
		file, err := split("f.ics", data)
		if err != nil {
			return
		}
		for _, b := range file.blocks {
			if sheet := newSheet(file.bytes(b), file.lineEnd()); !bytes.Equal(sheet.bytes(), file.bytes(b)) {
				t.Fatalf("the lines of %q are %q", file.bytes(b), sheet.bytes())
			}
			if b.name == "VEVENT" {
				splicesTitle(t, file, b, title)
			}
		}
	})
}

func splicesTitle(t *testing.T, file *file, b block, title string) {
	t.Helper()
	o, err := file.pick(b.event.uid, "", time.UTC)
	if err != nil {
		return
	}
	changed := &target{occurrence: o, sheet: newSheet(file.bytes(o.block), file.lineEnd())}
	in := updateInput{fields: fields{Title: &title}}
	in.apply(changed, o.start, o.end)
	changed.stampNow(router.Call{Now: time.Unix(0, 0)})
	changed.write("")
	d := changed.draft()
	if !bytes.HasPrefix(d.new, d.old[:o.block.start]) || !bytes.HasSuffix(d.new, d.old[o.block.end:]) {
		t.Fatalf("bytes outside the event changed:\n%q\n%q", d.old, d.new)
	}
	named := []string{"SUMMARY", "DTSTAMP", "LAST-MODIFIED"}
	if before, after := others(file.bytes(o.block), named), others(d.new[o.block.start:len(d.new)-len(d.old)+o.block.end], named); !slices.EqualFunc(before, after, bytes.Equal) {
		t.Fatalf("lines nobody named changed:\n%q\n%q", before, after)
	}
	again, err := split(file.name, d.new)
	if err != nil || len(again.blocks) != len(file.blocks) {
		t.Fatalf("%v: it reads otherwise: %q", err, d.new)
	}
	if read, err := again.pick(b.event.uid, "", time.UTC); err != nil || text(read.component, "SUMMARY") != unescape(escape(title)) {
		t.Fatalf("%v: the title reads otherwise: %q", err, d.new)
	}
}

// others returns the event's own lines, as they stand, but those of the named properties.
func others(event []byte, named []string) (lines [][]byte) {
	for _, l := range newSheet(event, "\n").lines {
		if !slices.ContainsFunc(named, l.own) {
			lines = append(lines, l.raw)
		}
	}
	return lines
}

// FuzzRule: no rule keeps a read from ending, or makes it panic.
func FuzzRule(f *testing.F) {
	for _, rule := range []string{
		"FREQ=WEEKLY;BYDAY=MO,WE;COUNT=10", "FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20300101T000000Z", "FREQ=YEARLY;BYWEEKNO=53", "FREQ=HOURLY;INTERVAL=24;BYHOUR=5",
		"FREQ=MINUTELY;BYSETPOS=5", "FREQ=SECONDLY;BYSECOND=59;BYMINUTE=1", "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=MONTHLY;BYDAY=53MO", "FREQ=YEARLY;BYEASTER=400",
	} {
		f.Add(rule, int64(1_700_000_000))
	}
	f.Fuzz(func(t *testing.T, rule string, at int64) {
		start := stamp{wall: time.Unix(at%(1<<34), 0).UTC(), zone: time.UTC}
		option, err := readRule(rule, start)
		if err != nil {
			return
		}
		r := recurrence{start: start}
		r.rules = append(r.rules, option)
		from := time.Date(2026, 4, 21, 0, 0, 0, 0, time.UTC)
		walls, err := r.walls(from, from.AddDate(0, 0, 3))
		if err == nil && !slices.IsSortedFunc(walls, time.Time.Compare) {
			t.Errorf("not sorted: %v", walls)
		}
	})
}

// FuzzRead: no file makes a read panic.
func FuzzRead(f *testing.F) {
	for _, path := range []string{"apple", "evolution", "google", "khal", "outlook"} {
		data, err := os.ReadFile(filepath.Join("testdata", "styles", path+".ics"))
		must(f, err)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := split("f.ics", data)
		if err != nil {
			return
		}
		from := time.Date(2026, 4, 21, 0, 0, 0, 0, time.UTC)
		found, _ := file.between(from, from.AddDate(0, 0, 3), 20260419, 20260426, time.UTC, &zoneNames{})
		for _, o := range found {
			o.detailed(time.UTC)
		}
	})
}
