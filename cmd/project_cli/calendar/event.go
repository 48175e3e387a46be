package calendar

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-ical"
)

// event is one VEVENT, parsed: an event, a series, or an occurrence of one that was
// changed by itself.
type event struct {
	file       *file
	block      block
	component  *ical.Component
	start, end stamp
	nominal    bool  // its length is one of days on the wall's clock, not of hours
	occurrence stamp // which occurrence of a series it stands for; zero: none
	recurrence recurrence
	problem    error // it is shown as far as it can be read
}

// readEvent parses the event in a block. An event without a start is an error.
func readEvent(f *file, b block, zones zones) (*event, error) {
	c, err := parse(f.bytes(b))
	if err != nil {
		return nil, err
	}
	e := &event{file: f, block: b, component: c}
	start := c.Props.Get(ical.PropDateTimeStart)
	if start == nil {
		return nil, errors.New("it has no start")
	}
	if e.start, err = e.stamp(start, zones); err != nil {
		return nil, err
	}
	if err := e.readEnd(zones); err != nil {
		return nil, err
	}
	if p := c.Props.Get(ical.PropRecurrenceID); p != nil {
		if e.occurrence, err = e.stamp(p, zones); err != nil {
			return nil, err
		}
		return e, nil
	}
	e.recurrence, err = readRecurrence(c.Props, e.start, zones)
	if err != nil { // its first occurrence is better than nothing
		e.recurrence, e.problem = recurrence{start: e.start}, err
	}
	return e, nil
}

// stamp reads a property of the event; a zone nobody knows is a problem, no more.
func (e *event) stamp(p *ical.Prop, zones zones) (stamp, error) {
	s, err := readStamp(p, strings.TrimSpace(p.Value), zones)
	if errors.Is(err, errUnknownZone) {
		e.problem, err = err, nil
	}
	return s, err
}

// readEnd reads when the event ends: what has neither end nor length lasts for a day when
// it starts with one, else for no time (RFC 5545 §3.6.1).
func (e *event) readEnd(zones zones) (err error) {
	e.nominal = e.start.date
	if p := e.component.Props.Get(ical.PropDateTimeEnd); p != nil {
		if e.end, err = e.stamp(p, zones); err != nil {
			return err
		}
		if e.end.date != e.start.date || e.end.at(time.UTC).Before(e.start.at(time.UTC)) {
			e.end = e.start
		}
		if e.start.date && e.end.wall.Equal(e.start.wall) {
			e.end = e.start.add(24 * time.Hour)
		}
		return nil
	}
	if p := e.component.Props.Get(ical.PropDuration); p != nil {
		length, err := p.Duration()
		if err != nil || length < 0 {
			return fmt.Errorf("its length is none")
		}
		e.nominal = e.nominal || !strings.Contains(strings.ToUpper(p.Value), "T")
		e.end = e.from(e.start, length)
		return nil
	}
	e.end = e.start
	if e.start.date {
		e.end = e.start.add(24 * time.Hour)
	}
	return nil
}

// from returns when what begins at start and lasts for length ends.
func (e *event) from(start stamp, length time.Duration) stamp {
	if e.nominal || start.zone == nil {
		return start.add(length)
	}
	return stamp{wall: wallOf(start.at(nil).Add(length), start.zone), zone: start.zone, tzid: start.tzid}
}

// length returns how long the event lasts.
func (e *event) length() time.Duration {
	if e.nominal || e.start.zone == nil || e.end.zone == nil {
		return e.end.wall.Sub(e.start.wall)
	}
	return e.end.at(nil).Sub(e.start.at(nil))
}

// recurs reports whether the event is a series.
func (e *event) recurs() bool { return len(e.recurrence.rules)+len(e.recurrence.dates) > 0 }

// changed reports whether the event is an occurrence that was changed by itself.
func (e *event) changed() bool { return !e.occurrence.wall.IsZero() }

// series is all that a file says of one UID.
type series struct {
	uid     string
	masters []*event // one, where the file is sound
	changes []*event // occurrences changed by themselves
}

// readSeries parses all events of the file with that UID. What cannot be read is told as
// errors, each by itself.
func readSeries(f *file, uid string, at []int, zones zones) (s series, problems []error) {
	s.uid = uid
	for _, i := range at {
		e, err := readEvent(f, f.blocks[i], zones)
		switch {
		case err != nil:
			problems = append(problems, fmt.Errorf("the event %s cannot be read: %w", uid, err))
			continue
		case e.changed():
			s.changes = append(s.changes, e)
		default:
			s.masters = append(s.masters, e)
		}
		if e.problem != nil {
			problems = append(problems, fmt.Errorf("the event %s: %w", uid, e.problem))
		}
	}
	return s, problems
}

// occurrence is one event at one time.
type occurrence struct {
	*event
	start, end stamp
	id         string
	series     string // the id of the series it is of, "" when it is of none
}

// between returns the occurrences that touch the time from from until before to, as a
// reader in local sees them, in no order.
func (s series) between(from, to time.Time, local *time.Location) (found []occurrence, err error) {
	touch := func(o occurrence) {
		start, end := o.start.at(local), o.end.at(local)
		if start.Before(to) && (end.After(from) || start.Equal(end) && !start.Before(from)) {
			found = append(found, o)
		}
	}
	for _, m := range s.masters {
		if !m.recurs() {
			touch(occurrence{event: m, start: m.start, end: m.end, id: s.uid})
			continue
		}
		const slack = 48 * time.Hour // whatever the zones are
		length := m.length()
		walls, err := m.recurrence.walls(from.UTC().Add(-length-slack), to.UTC().Add(slack))
		if err != nil {
			return nil, fmt.Errorf("the event %s: %w", s.uid, err)
		}
		for _, wall := range walls {
			if o := s.occurrence(m, wall, length); !s.gone(m, o.start, local) {
				touch(o)
			}
		}
	}
	for _, e := range s.changes {
		touch(s.change(e))
	}
	return found, nil
}

// occurrence returns the one that a series has at that time on its wall's clock.
func (s series) occurrence(m *event, wall time.Time, length time.Duration) occurrence {
	start := m.start
	start.wall = wall
	return occurrence{event: m, start: start, end: m.from(start, length), id: s.uid + "#" + start.key(), series: s.uid}
}

// change returns the occurrence that was changed by itself.
func (s series) change(e *event) occurrence {
	return occurrence{event: e, start: e.start, end: e.end, id: s.uid + "#" + e.occurrence.key(), series: s.uid}
}

// gone reports whether the series has no occurrence of its own at start: it was taken out,
// or another stands for it.
func (s series) gone(m *event, start stamp, local *time.Location) bool {
	return slices.ContainsFunc(m.recurrence.gone, func(x stamp) bool {
		return x.same(start, local) || x.date && !start.date && x.wall.Equal(start.wall.Truncate(24*time.Hour))
	}) || slices.ContainsFunc(s.changes, func(e *event) bool { return e.occurrence.same(start, local) })
}

// find returns the occurrence with that key, and whether there is one.
func (s series) find(key string, local *time.Location) (occurrence, bool) {
	for _, e := range s.changes {
		if e.occurrence.key() == key {
			return s.change(e), true
		}
	}
	for _, m := range s.masters {
		wall, ok := m.start.wallOfKey(key)
		if !ok || !m.recurs() {
			continue
		}
		walls, err := m.recurrence.walls(wall, wall.Add(time.Second))
		if err == nil && len(walls) > 0 {
			if o := s.occurrence(m, wall, m.length()); !s.gone(m, o.start, local) {
				return o, true
			}
		}
	}
	return occurrence{}, false
}

// wallOfKey returns where on the wall's clock of a series' start an occurrence's key is.
func (s stamp) wallOfKey(key string) (time.Time, bool) {
	form := clockForm
	switch {
	case s.date:
		form = dateForm
	case s.zone != nil:
		form += "Z"
	}
	t, err := time.Parse(form, key)
	if err == nil && !s.date && s.zone != nil {
		t = wallOf(t, s.zone)
	}
	return t, err == nil
}
