package filesystem

import "unicode/utf8"

// window is what was read around the asked bytes, which are raw[start:end].
type window struct {
	raw        []byte
	start, end int
	more       bool // the file goes on after end
}

// text returns the characters whose last byte is among the asked ones, and false
// when they are not all UTF-8. So pages that follow one another hold each
// character once, wherever they were cut, and a page may be up to three bytes
// longer than asked: the first bytes of a character that was split before it.
func (w window) text() ([]byte, bool) {
	raw, start, end := w.raw[:w.end], w.start, w.end
	if w.more {
		if tail := lastStart(raw); !utf8.FullRune(raw[tail:]) {
			end = tail
		}
	}
	if start < len(raw) && !utf8.RuneStart(raw[start]) {
		if first := lastStart(raw[:start]); spans(raw[first:], start-first) || first == end {
			start = first
		}
	}
	text := raw[min(start, end):end]
	return text, utf8.Valid(text)
}

// lastStart returns where the last character of b begins, or would begin.
func lastStart(b []byte) int {
	for i := len(b) - 1; i >= max(0, len(b)-utf8.UTFMax); i-- {
		if utf8.RuneStart(b[i]) {
			return i
		}
	}
	return len(b)
}

// spans reports whether b begins with a character longer than n bytes.
func spans(b []byte, n int) bool {
	_, size := utf8.DecodeRune(b)
	return size > n
}
