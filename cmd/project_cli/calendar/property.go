package calendar

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// replacement is what stands in a file from start to end from now on.
type replacement struct {
	start, end int
	by         []byte
}

// replaceAll returns data with the replacements, which touch different bytes, made.
func replaceAll(data []byte, replacements []replacement) []byte {
	slices.SortStableFunc(replacements, func(a, b replacement) int { return cmp.Compare(a.start, b.start) })
	var parts [][]byte
	at := 0
	for _, r := range replacements {
		parts = append(parts, data[at:r.start], r.by)
		at = r.end
	}
	return slices.Concat(append(parts, data[at:])...)
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
	return property(name, s.wall.Format(clockForm), "TZID", s.id())
}

// id returns the TZID of the stamp's zone: as its file writes it, else its name.
func (s stamp) id() string { return cmp.Or(s.tzid, s.zone.String()) }

// setParameter returns the text of a content line with one of its parameters set.
func setParameter(text, name, value string) string {
	quoted, begin := false, -1 // begin: of the parameter that the text is in
	for i, c := range []byte(text) {
		switch {
		case c == '"':
			quoted = !quoted
		case quoted || c != ';' && c != ':':
		default:
			if begin >= 0 && len(text[begin:i]) > len(name) && strings.EqualFold(text[begin:begin+len(name)+1], name+"=") {
				return text[:begin] + name + "=" + parameter(value) + text[i:]
			}
			if c == ':' {
				return text[:i] + ";" + name + "=" + parameter(value) + text[i:]
			}
			begin = i + 1
		}
	}
	return text
}
