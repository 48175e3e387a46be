package calendar

import (
	"strings"
	"sync"
	"time"
	_ "time/tzdata" // where the system has none

	"github.com/emersion/go-ical"
)

// zones finds the time zones that a file's TZIDs mean.
type zones struct {
	file  *file                     // nil: no file describes any
	named *zoneNames                // of all files
	known map[string]*time.Location // found until now; nil: none
}

// zones are those of the file. Files that are read for the same answer share the named
// ones.
func (f *file) zones(named *zoneNames) zones {
	return zones{f, named, map[string]*time.Location{}}
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
	if zone := z.named.find(tzid); zone != nil {
		return zone
	}
	c := z.file.timezone(tzid)
	if c == nil {
		return nil
	}
	if place := c.Props.Get("X-LIC-LOCATION"); place != nil {
		if zone := z.named.find(place.Value); zone != nil {
			return zone
		}
	}
	zone, err := byRules(c)
	if err != nil {
		return nil
	}
	return zone
}

// timezone returns the file's VTIMEZONE with that TZID, or nil. One that cannot be parsed
// is none: its events say so.
func (f *file) timezone(tzid string) *ical.Component {
	if f == nil {
		return nil
	}
	for _, b := range f.blocks {
		if b.name != "VTIMEZONE" {
			continue
		}
		if c, err := parse(f.bytes(b)); err == nil {
			if id := c.Props.Get(ical.PropTimezoneID); id != nil && id.Value == tzid {
				return c
			}
		}
	}
	return nil
}

// zoneNames finds zones by their names in the zone database, each once. The zero value is
// ready; its methods are safe for concurrent use.
type zoneNames struct{ found sync.Map }

// find returns the zone with that name, or nil. Evolution and others set their own name
// before it: "/freeassociation.sourceforge.net/Europe/Berlin".
func (n *zoneNames) find(name string) *time.Location {
	if zone, ok := n.found.Load(name); ok {
		return zone.(*time.Location)
	}
	zone := byName(name)
	n.found.Store(name, zone)
	return zone
}

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
