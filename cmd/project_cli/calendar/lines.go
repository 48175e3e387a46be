package calendar

import (
	"bytes"
	"strings"
	"unicode/utf8"
)

// line is one content line of a file: where its bytes are, its end included, and what they
// say once unfolded.
type line struct {
	start, end int
	text       []byte
}

// nextLine returns the content line that begins at offset at, which is within data.
func nextLine(data []byte, at int) line {
	l := line{start: at}
	l.end, l.text = physical(data, at)
	for l.end < len(data) && (data[l.end] == ' ' || data[l.end] == '\t') {
		end, more := physical(data, l.end)
		l.text = append(l.text[:len(l.text):len(l.text)], more[1:]...)
		l.end = end
	}
	return l
}

// physical returns where the line at offset at ends, and the line without its end.
func physical(data []byte, at int) (end int, text []byte) {
	end = len(data)
	text = data[at:]
	if i := bytes.IndexByte(text, '\n'); i >= 0 {
		end, text = at+i+1, text[:i]
	}
	return end, bytes.TrimSuffix(text, []byte("\r"))
}

// is reports whether the line is of the property with that name, which is in upper case.
func (l line) is(name string) bool {
	n := len(name)
	return len(l.text) > n && (l.text[n] == ':' || l.text[n] == ';') && bytes.EqualFold(l.text[:n], []byte(name))
}

// value returns what stands behind the property's name and parameters.
func (l line) value() []byte {
	quoted := false
	for i, c := range l.text {
		switch {
		case c == '"':
			quoted = !quoted
		case c == ':' && !quoted:
			return l.text[i+1:]
		}
	}
	return nil
}

// maxOctets is how long a line may be, its end not counted (RFC 5545 §3.1).
const maxOctets = 75

// fold returns text as a content line with that line end, folded between characters.
func fold(text, lineEnd string) string {
	var b strings.Builder
	room := maxOctets
	for text != "" {
		_, size := utf8.DecodeRuneInString(text)
		if size > room {
			b.WriteString(lineEnd + " ")
			room = maxOctets - 1
		}
		b.WriteString(text[:size])
		text, room = text[size:], room-size
	}
	b.WriteString(lineEnd)
	return b.String()
}

var (
	escaper = strings.NewReplacer("\\", "\\\\", ";", "\\;", ",", "\\,", "\r\n", "\\n", "\n", "\\n", "\r", "\\n")
	// Programs escape too much and too little: what is no escape stands for itself.
	unescaper = strings.NewReplacer("\\\\", "\\", "\\;", ";", "\\,", ",", "\\n", "\n", "\\N", "\n", "\\:", ":", `\"`, `"`)
	// RFC 6868
	parameterUnescaper = strings.NewReplacer("^^", "^", "^n", "\n", "^'", `"`)
	parameterEscaper   = strings.NewReplacer("^", "^^", "\r\n", "^n", "\n", "^n", "\r", "^n", `"`, "^'")
)

// unescape reads a TEXT value.
func unescape(value string) string {
	if strings.IndexByte(value, '\\') < 0 {
		return value
	}
	return unescaper.Replace(value)
}

// escape writes text as a TEXT value. What RFC 5545 has no place for is dropped.
func escape(text string) string {
	return escaper.Replace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f {
			return -1
		}
		return r
	}, text))
}

// parameter writes text as a parameter's value.
func parameter(text string) string {
	text = parameterEscaper.Replace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\r' || r == 0x7f {
			return -1
		}
		return r
	}, text))
	if strings.ContainsAny(text, ":;,") {
		return `"` + text + `"`
	}
	return text
}
