package calendar

import (
	"strings"
	"time"
	_ "time/tzdata" // where the system has none

	"github.com/emersion/go-ical"
)

// zones finds the time zones that a file's TZIDs mean.
type zones struct {
	own   map[string]*ical.Component // the file's VTIMEZONEs, by TZID
	known map[string]*time.Location  // found until now; nil: none
}

func newZones() zones {
	return zones{map[string]*ical.Component{}, map[string]*time.Location{}}
}

// zones parses the time zones of the file. One that cannot be parsed is none: its events
// say so.
func (f *file) zones() zones {
	z := newZones()
	for _, b := range f.blocks {
		if b.name != "VTIMEZONE" {
			continue
		}
		if c, err := parse(f.bytes(b)); err == nil {
			if id := c.Props.Get(ical.PropTimezoneID); id != nil && z.own[id.Value] == nil {
				z.own[id.Value] = c
			}
		}
	}
	return z
}

// find returns the zone that a TZID means, or nil. A name of the zone database counts
// before the file's own rules, which many programs cut to the rules of one year.
func (z zones) find(tzid string) *time.Location {
	zone, known := z.known[tzid]
	if !known {
		zone = z.look(tzid)
		z.known[tzid] = zone
	}
	return zone
}

func (z zones) look(tzid string) *time.Location {
	if zone := byName(tzid); zone != nil {
		return zone
	}
	c := z.own[tzid]
	if c == nil {
		return nil
	}
	if place := c.Props.Get("X-LIC-LOCATION"); place != nil {
		if zone := byName(place.Value); zone != nil {
			return zone
		}
	}
	zone, err := byRules(c)
	if err != nil {
		return nil
	}
	return zone
}

// byName returns the zone with that name in the zone database. Evolution and others set
// their own name before it: "/freeassociation.sourceforge.net/Europe/Berlin".
func byName(name string) *time.Location {
	if !strings.HasPrefix(name, "/") {
		return load(name)
	}
	for at := strings.IndexByte(name[1:], '/'); at >= 0; at = strings.IndexByte(name[1:], '/') {
		name = name[at+1:]
		if zone := load(name[1:]); zone != nil {
			return zone
		}
	}
	return nil
}

func load(name string) *time.Location {
	if name == "" || name == "Local" {
		return nil
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	return zone
}
