package calendar

import (
	"slices"
	"strings"
	"time"
)

// splice returns data with what stands from start to end replaced.
func splice(data []byte, start, end int, by []byte) []byte {
	return slices.Concat(data[:start], by, data[end:])
}

// property makes a content line: nothing in it can end the line.
func property(name, value string, parameters ...string) string {
	text := name
	for i := 0; i+1 < len(parameters); i += 2 {
		text += ";" + parameters[i] + "=" + parameter(parameters[i+1])
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' || r == 0x7f {
			return -1
		}
		return r
	}, text+":"+value)
}

// property writes the stamp as a property with that name.
func (s stamp) property(name string) string {
	switch {
	case s.date:
		return property(name, s.wall.Format(dateForm), "VALUE", "DATE")
	case s.zone == nil:
		return property(name, s.wall.Format(clockForm))
	case s.zone == time.UTC:
		return property(name, s.wall.Format(clockForm)+"Z")
	}
	return property(name, s.wall.Format(clockForm), "TZID", s.zone.String())
}
