package calendar

import (
	"bytes"
	"slices"
)

// sheet is an event's lines while they are changed: those that no call names stay as they
// are, byte for byte.
type sheet struct {
	lines   []sheetLine
	lineEnd string
}

type sheetLine struct {
	raw   []byte // with its folds and its end
	text  []byte // without
	depth int    // 1: the event's own, more: an alarm's; BEGIN and END of the event have 0
}

// newSheet takes the lines of one component.
func newSheet(component []byte, lineEnd string) *sheet {
	s := &sheet{lineEnd: lineEnd}
	depth := -1
	for at := 0; at < len(component); {
		l := nextLine(component, at)
		at = l.end
		if l.is("BEGIN") {
			depth++
		}
		own := depth + 1
		if depth == 0 && (l.is("BEGIN") || l.is("END")) {
			own = 0
		}
		s.lines = append(s.lines, sheetLine{component[l.start:l.end], l.text, own})
		if l.is("END") {
			depth--
		}
	}
	return s
}

// bytes returns the lines as they are now.
func (s *sheet) bytes() []byte {
	raw := make([][]byte, len(s.lines))
	for i, l := range s.lines {
		raw[i] = l.raw
	}
	return bytes.Join(raw, nil)
}

func (s *sheet) line(text string, depth int) sheetLine {
	return sheetLine{[]byte(fold(text, s.lineEnd)), []byte(text), depth}
}

// own reports whether l is a line of the event's own property with that name.
func (l sheetLine) own(name string) bool { return l.depth == 1 && line{text: l.text}.is(name) }

// has reports whether the event has the property.
func (s *sheet) has(name string) bool {
	return slices.ContainsFunc(s.lines, func(l sheetLine) bool { return l.own(name) })
}

// set puts content lines of one property in the place of those it had; with none they go.
func (s *sheet) set(name string, texts ...string) {
	at := slices.IndexFunc(s.lines, func(l sheetLine) bool { return l.own(name) })
	if at < 0 {
		at = s.end()
	}
	s.lines = slices.DeleteFunc(s.lines, func(l sheetLine) bool { return l.own(name) })
	s.insert(at, texts...)
}

// add puts content lines behind those that the property has.
func (s *sheet) add(name string, texts ...string) {
	at := s.end()
	for i, l := range s.lines {
		if l.own(name) {
			at = i + 1
		}
	}
	s.insert(at, texts...)
}

// change replaces the content line of each of the property's lines by what to returns, ""
// for nothing to change.
func (s *sheet) change(name string, to func(l line) string) {
	for i, l := range s.lines {
		if l.own(name) {
			if text := to(line{text: l.text}); text != "" {
				s.lines[i] = s.line(text, 1)
			}
		}
	}
}

func (s *sheet) insert(at int, texts ...string) {
	for i, text := range texts {
		s.lines = slices.Insert(s.lines, at+i, s.line(text, 1))
	}
}

// end returns where a new property of the event goes: before its alarms.
func (s *sheet) end() int {
	at := slices.IndexFunc(s.lines, func(l sheetLine) bool { return l.depth > 1 })
	if at < 0 {
		at = len(s.lines) - 1
	}
	return at
}
