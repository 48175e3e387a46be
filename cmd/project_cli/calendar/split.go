package calendar

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// maxNesting is how deep components may stand in each other; alarms stand at three.
const maxNesting = 8

// file is the bytes of a calendar file and where its components are. It may hold several
// calendars, one after the other.
type file struct {
	name    string // relative to the calendar's folder, with slashes
	data    []byte
	blocks  []block // the components of the calendars, in order
	headers []header
}

// header is one VCALENDAR of a file.
type header struct {
	end   int // where its END line begins
	named bool
}

// block is one component of a calendar: the lines from its BEGIN to its END.
type block struct {
	start, end int
	calendar   int    // which of the headers it stands in
	name       string // VEVENT, VTIMEZONE, …
	event      glance
}

// split finds the components of a file. The error says what is wrong with it; then it is
// neither read nor written.
func split(name string, data []byte) (*file, error) {
	f := &file{name: name, data: data}
	at := 0
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		at = 3
	}
	open := make([]string, 0, maxNesting)
	for at < len(data) {
		l := nextLine(data, at)
		at = l.end
		switch {
		case l.is("BEGIN"):
			open = append(open, componentName(l.value()))
			if err := f.begin(l, open); err != nil {
				return nil, err
			}
		case l.is("END"):
			if len(open) == 0 || !strings.EqualFold(open[len(open)-1], string(l.value())) {
				return nil, fmt.Errorf("the line at byte %d ends what did not begin", l.start)
			}
			f.finish(l, len(open))
			open = open[:len(open)-1]
		case len(open) == 0:
			if len(l.text) > 0 {
				return nil, fmt.Errorf("the line at byte %d stands in no calendar", l.start)
			}
		case len(open) == 1:
			if l.is("X-WR-CALNAME") || l.is("NAME") {
				f.headers[len(f.headers)-1].named = true
			}
		case len(open) == 2:
			f.blocks[len(f.blocks)-1].event.see(l)
		}
	}
	if len(open) > 0 {
		return nil, fmt.Errorf("the file ends within %s", open[len(open)-1])
	}
	if len(f.headers) == 0 {
		return nil, errors.New("there is no calendar in it")
	}
	return f, nil
}

// componentName returns the name in upper case; those there are many of cost no memory.
func componentName(value []byte) string {
	for _, known := range []string{"VEVENT", "VALARM", "VCALENDAR", "VTIMEZONE", "STANDARD", "DAYLIGHT"} {
		if string(value) == known {
			return known
		}
	}
	return strings.ToUpper(string(value))
}

func (f *file) begin(l line, open []string) error {
	switch len(open) {
	case 1:
		if open[0] != "VCALENDAR" {
			return fmt.Errorf("the line at byte %d begins no calendar", l.start)
		}
		f.headers = append(f.headers, header{})
	case 2:
		f.blocks = append(f.blocks, block{start: l.start, name: open[1], calendar: len(f.headers) - 1})
	case maxNesting:
		return fmt.Errorf("the line at byte %d is nested too deep", l.start)
	}
	return nil
}

func (f *file) finish(l line, depth int) {
	switch depth {
	case 1:
		f.headers[len(f.headers)-1].end = l.start
	case 2:
		b := &f.blocks[len(f.blocks)-1]
		b.end = l.end
		if b.event.uid == "" { // against RFC 5545, but it is there
			b.event.uid = fmt.Sprintf("%s@%d", f.name, len(f.blocks))
		}
	}
}

// bytes returns those of a component.
func (f *file) bytes(b block) []byte { return f.data[b.start:b.end] }

// lineEnd returns how the file ends its lines.
func (f *file) lineEnd() string {
	if i := bytes.IndexByte(f.data, '\n'); i > 0 && f.data[i-1] != '\r' {
		return "\n"
	}
	return "\r\n"
}

// series returns which of the file's blocks are events with that UID.
func (f *file) series(uid string) (at []int) {
	for i, b := range f.blocks {
		if b.name == "VEVENT" && b.event.uid == uid {
			at = append(at, i)
		}
	}
	return at
}
