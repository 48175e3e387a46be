package executors

import "unicode/utf8"

// MaxEncodedText is how long a text may be as a JSON string, in bytes, so that a
// response with its envelope fits in an outbound line (contract §2).
const MaxEncodedText = 15 << 19 // 7.5 MiB

// PlainText reports whether valid UTF-8 has no control characters but tab, CR and LF:
// only such content is answered as text (contract §9).
func PlainText[T string | []byte](text T) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ' && c != '\t' && c != '\r' && c != '\n', c == 0x7f:
			return false
		case c == 0xc2 && i+1 < len(text) && text[i+1] < 0xa0: // U+0080 to U+009F
			return false
		}
	}
	return true
}

// FittingText returns how many bytes of valid UTF-8, in whole characters, fit an
// answer as a JSON string.
func FittingText[T string | []byte](text T) int {
	encoded := 0
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"', c == '\\', c == '\b', c == '\f', c == '\n', c == '\r', c == '\t':
			encoded += 2
		case c < ' ':
			encoded += len(`\u0000`)
		default:
			encoded++
		}
		if encoded > MaxEncodedText {
			for !utf8.RuneStart(text[i]) {
				i--
			}
			return i
		}
	}
	return len(text)
}
