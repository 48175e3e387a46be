package calendar

import (
	"errors"
	"fmt"
	"time"

	"github.com/emersion/go-ical"
)

const (
	dateForm  = "20060102"
	clockForm = "20060102T150405"
)

// stamp is a date, or a date with a time, as a calendar writes it.
type stamp struct {
	wall time.Time      // what the calendar and the clock on the wall show, as if in UTC
	zone *time.Location // whose clock; nil: floating, the reader's. A date has none
	tzid string         // as the file names the zone; "" where no file does
	date bool
}

// at returns the instant, of a date its beginning. Floating times are read in local. A
// time that the clock shows twice is the first, one that it skips is told by the offset
// of before (RFC 5545 §3.3.5).
func (s stamp) at(local *time.Location) time.Time {
	zone := s.zone
	if zone == nil || s.date {
		zone = local
	}
	before, after := offset(s.wall.Add(-24*time.Hour), zone), offset(s.wall.Add(24*time.Hour), zone)
	first := s.wall.Add(-before)
	if offset(first, zone) != before {
		if second := s.wall.Add(-after); offset(second, zone) == after {
			return second.In(zone)
		}
	}
	return first.In(zone)
}

func offset(t time.Time, zone *time.Location) time.Duration {
	_, seconds := t.In(zone).Zone()
	return time.Duration(seconds) * time.Second
}

// add moves the stamp on the wall's clock.
func (s stamp) add(d time.Duration) stamp {
	s.wall = s.wall.Add(d)
	return s
}

// equal reports whether two stamps are written alike.
func (s stamp) equal(other stamp) bool {
	return s.wall.Equal(other.wall) && s.zone == other.zone && s.tzid == other.tzid && s.date == other.date
}

// same reports whether two stamps of a series mean the same occurrence.
func (s stamp) same(other stamp, local *time.Location) bool {
	if s.date || other.date {
		return s.date == other.date && s.wall.Equal(other.wall)
	}
	return s.at(local).Equal(other.at(local))
}

// key names an occurrence that the stamp began.
func (s stamp) key() string {
	switch {
	case s.date:
		return s.wall.Format(dateForm)
	case s.zone == nil:
		return s.wall.Format(clockForm)
	}
	return s.at(nil).UTC().Format(clockForm) + "Z"
}

// tell writes the stamp for an answer, in the reader's zone.
func (s stamp) tell(local *time.Location) string {
	if s.date {
		return s.wall.Format(time.DateOnly)
	}
	return s.at(local).In(local).Format(time.RFC3339)
}

// wallOf returns what a clock in zone shows at t, as if in UTC.
func wallOf(t time.Time, zone *time.Location) time.Time {
	t = t.In(zone)
	return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
}

// readStamp reads the value of a property that is a date or a time.
func readStamp(p *ical.Prop, value string, zones zones) (stamp, error) {
	if len(value) == len(dateForm) {
		wall, err := time.Parse(dateForm, value)
		if err != nil || p.Params.Get(ical.ParamValue) == string(ical.ValueDateTime) {
			return stamp{}, fmt.Errorf("%s is no date", p.Name)
		}
		return stamp{wall: wall, date: true}, nil
	}
	if wall, err := time.Parse(clockForm+"Z", value); err == nil {
		return stamp{wall: wall, zone: time.UTC}, nil
	}
	wall, err := time.Parse(clockForm, value)
	if err != nil {
		return stamp{}, fmt.Errorf("%s is no time", p.Name)
	}
	tzid := p.Params.Get(ical.ParamTimezoneID)
	if tzid == "" {
		return stamp{wall: wall}, nil
	}
	zone := zones.find(tzid)
	if zone == nil {
		return stamp{wall: wall}, errUnknownZone
	}
	return stamp{wall: wall, zone: zone, tzid: tzid}, nil
}

// errUnknownZone comes with a stamp that is read as floating.
var errUnknownZone = errors.New("its time zone is known neither by name nor by its rules: its times are read in this machine's zone")
