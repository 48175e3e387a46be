package calendar

import "bytes"

// glance is what a look at an event's lines tells without parsing it: enough to pass over
// most events of a folder when a day is asked for.
type glance struct {
	uid         string
	first, last int  // days as yyyymmdd, in the event's own zone; 0: not told
	until       int  // the day on which its recurrence ends
	recurs      bool // last is not its last day
	lasting     bool // its length is told, not its end
	anywhere    bool // it recurs on days of its own, which may be before its first
}

// see takes in one line of the event.
func (g *glance) see(l line) {
	if len(l.text) == 0 {
		return
	}
	switch l.text[0] { // most lines are none of these
	case 'U', 'u':
		if l.is("UID") {
			g.uid = unescape(string(l.value()))
		}
	case 'D', 'd':
		switch {
		case l.is("DTSTART"):
			g.first = day(l.value())
		case l.is("DTEND"):
			g.last = day(l.value())
		case l.is("DURATION"):
			g.lasting = true
		}
	case 'R', 'r':
		switch {
		case l.is("RRULE"):
			g.recurs = true
			if _, until, ok := bytes.Cut(l.text, []byte("UNTIL=")); ok {
				g.until = day(until)
			}
		case l.is("RDATE"):
			g.anywhere = true
		}
	}
}

// touches reports whether the event may touch a day from first to last: it is true of all
// that do, and of some that do not.
func (g glance) touches(first, last int) bool {
	switch {
	case g.first == 0 || g.anywhere:
		return true
	case g.first > last:
		return false
	case g.lasting:
		return true
	case g.recurs && g.until > 0 && g.last-g.first <= 1: // it is over the day after, at the latest
		return g.until+1 >= first
	case g.recurs:
		return true
	case g.last == 0:
		return g.first >= first
	}
	return g.last >= first
}

// day returns the date that a value begins with, 0 where it begins with none.
func day(value []byte) (n int) {
	if len(value) < 8 {
		return 0
	}
	for _, c := range value[:8] {
		if c < '0' || c > '9' {
			return 0
		}
		n = n*10 + int(c-'0')
	}
	if n%100 > 31 || n/100%100 > 12 {
		return 0
	}
	return n
}
