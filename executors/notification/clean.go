package notification

import (
	"strings"
	"unicode"

	"assent/consent/visible"
)

// cleaned is a text that shows what it holds.
type cleaned struct {
	shown   string
	cut     bool // it was longer than the limit
	cleaned bool // characters were removed
}

// clean removes what cannot be seen but changes what is (controls, bidi controls,
// tags), makes spaces plain, and cuts at limit characters. Line ends stay when
// lines is true.
func clean(text string, limit int, lines bool) (c cleaned) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	var out strings.Builder
	count, marks := 0, 0
	for _, r := range text {
		mark := unicode.Is(unicode.M, r)
		switch {
		case r == '\n' && lines, unicode.IsPrint(r) && !(mark && marks == visible.MaxMarks), joiner(r):
		case unicode.IsSpace(r):
			r = ' '
		default:
			c.cleaned = true
			continue
		}
		if count == limit {
			c.cut = true
			out.WriteRune('…')
			break
		}
		switch {
		case mark:
			marks++
		case !joiner(r):
			marks = 0
		}
		count++
		out.WriteRune(r)
	}
	c.shown = strings.TrimSpace(out.String())
	if strings.Trim(c.shown, "\u200c\u200d") == "" {
		c.shown = ""
	}
	return c
}

// joiner reports the two invisible characters that scripts and emoji need.
func joiner(r rune) bool { return r == '\u200c' || r == '\u200d' }
