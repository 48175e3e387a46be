package notification

import (
	"strings"
	"unicode"
)

// neutral returns text without what a script engine could take for its own.
// Outside the D-Bus systems a notification may be shown by a script that has the
// text inside: PowerShell, in a here-string with XML (where "$", "`" and a quote
// before "@" count, and "]]>" in the XML), and AppleScript, in a string that takes
// no escapes but of quotes. What counts becomes a character that looks like it.
func neutral(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case !unicode.IsPrint(r):
			return -1
		case r == '$':
			return '＄'
		case r == '`':
			return '｀'
		}
		return r
	}, text)
	text = strings.ReplaceAll(text, "]]>", "]]＞")
	for _, quote := range []string{`"`, "“", "”", "„"} { // all the same to PowerShell
		text = strings.ReplaceAll(text, quote+"@", quote+"＠")
	}
	return text
}
