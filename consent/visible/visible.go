// Package visible makes text from untrusted hands safe to look at: nothing in it
// is hidden, reordered or longer than it seems.
//
// It works on what Unicode says of a character, in time linear in the length of
// the text. It does not judge what a text says, and it cannot know which
// characters a font lacks or draws alike; see Alike for names.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package visible

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	// MaxMarks is how many combining marks are shown on one character: more would be
	// drawn over what is around them.
	MaxMarks = 4

	maxBlanks = 3 // blanks, or line feeds, in a row
)

// Escape returns s on one line, with every character that a reader would not see
// as what it is shown as its code point: ‹U+202E›. That is what turns or hides
// text, controls, lone bytes, blanks but the space, what is not assigned, and
// anything that would show as nothing. Long runs of spaces are counted, ‹U+0020 ×57›,
// and combining marks piled up on one character the same way. Escaping twice
// changes nothing.
func Escape(s string) string { return escape(s, false) }

// EscapeLines is Escape, but keeps line feeds, up to three with nothing between.
func EscapeLines(s string) string { return escape(s, true) }

func escape(s string, lines bool) string {
	if plain(s) {
		return s
	}
	e := escaper{lines: lines}
	e.out.Grow(len(s) + len(s)/8)
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		if r == utf8.RuneError && size == 1 {
			e.flush()
			e.escape("0x", uint64(s[0]), 2, 1)
			e.marks, e.based, e.feeds = 0, false, 0
		} else {
			e.rune(r)
		}
		s = s[size:]
	}
	e.flush()
	return e.out.String()
}

// plain reports whether s is printable ASCII without long blanks.
func plain(s string) bool {
	return printable(s) && !strings.Contains(s, strings.Repeat(" ", maxBlanks+1))
}

// escaper writes text rune by rune. A run of one rune is held until it ends.
type escaper struct {
	out   strings.Builder
	lines bool
	run   rune // the rune held
	held  int  // how often
	feeds int  // line feeds since the last character that is no blank
	marks int  // combining marks since the last character that is none
	based bool // there is a character for a mark to stand on
}

func (e *escaper) rune(r rune) {
	if e.held > 0 && r != e.run {
		e.flush()
	}
	switch {
	case r == ' ':
		e.hold(r)
	case r == '\n' && e.lines:
		if e.feeds++; e.feeds > maxBlanks {
			e.hold(r)
			return
		}
		e.out.WriteByte('\n')
		e.marks, e.based = 0, false
	case ordinary(r):
		e.write(r)
	case hidden(r):
		e.hold(r)
		e.feeds = 0
	case unicode.Is(unicode.M, r):
		if e.marks++; e.marks > MaxMarks || !e.based {
			e.run = r
			e.held++
			return
		}
		e.out.WriteRune(r)
	default:
		e.write(r)
	}
}

// write writes a character that marks may follow.
func (e *escaper) write(r rune) {
	e.out.WriteRune(r)
	e.marks, e.based, e.feeds = 0, true, 0
}

// hold keeps a character back that no mark can stand on.
func (e *escaper) hold(r rune) {
	e.run = r
	e.held++
	e.marks, e.based = 0, false
}

// flush writes the run that is held.
func (e *escaper) flush() {
	switch {
	case e.held == 0:
	case e.run == ' ' && e.held <= maxBlanks:
		e.out.WriteString(strings.Repeat(" ", e.held))
	default:
		e.escape("U+", uint64(e.run), 4, e.held)
	}
	e.held = 0
}

// escape writes a number in at least so many hexadecimal digits, and how often.
func (e *escaper) escape(prefix string, n uint64, digits, times int) {
	var scratch [16]byte
	e.out.WriteString("‹")
	e.out.WriteString(prefix)
	hex := strconv.AppendUint(scratch[:0], n, 16)
	e.out.WriteString("0000"[:max(0, digits-len(hex))])
	e.out.Write(bytes.ToUpper(hex))
	if times > 1 {
		e.out.WriteString(" ×")
		e.out.Write(strconv.AppendInt(scratch[:0], int64(times), 10))
	}
	e.out.WriteString("›")
}

// ordinary reports whether r is surely neither hidden nor a mark: printable ASCII
// and the Chinese characters, to save most texts the search in tables.
func ordinary(r rune) bool {
	return ' ' < r && r <= '~' || 0x4E00 <= r && r <= 0x9FA5
}

// hidden reports whether a reader would not see r as what it is.
func hidden(r rune) bool {
	switch r {
	case ' ':
		return false
	case 0x2800, 0x1D159, 0x16FE4: // blanks of braille, music and Khitan
		return true
	}
	return !unicode.IsPrint(r) || unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
