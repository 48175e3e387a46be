package executors

import "unicode/utf8"

// MaxEncodedText is how long a text may be as a JSON string, in bytes, so that a
// response with its envelope fits in an outbound line (contract §2).
const MaxEncodedText = 15 << 19 // 7.5 MiB

// PlainText reports whether valid UTF-8 has no control characters but tab, CR and LF:
// only such content is answered as text (contract §9).
func PlainText[T string | []byte](text T) bool {
	for i := range len(text) {
		if b := text[i]; control[b] && (b != beforeC1 || i+1 < len(text) && text[i+1] < 0xa0) {
			return false
		}
	}
	return true
}

// beforeC1 is the first byte of U+0080 to U+00BF, of which those up to U+009F are control
// characters.
const beforeC1 = 0xc2

// control tells the bytes that are a control character, or may begin one.
var control = func() (control [256]bool) {
	for b := range ' ' {
		control[b] = b != '\t' && b != '\r' && b != '\n'
	}
	control[0x7f], control[beforeC1] = true, true
	return control
}()

// FittingText returns how many bytes of valid UTF-8, in whole characters, fit an
// answer as a JSON string.
func FittingText[T string | []byte](text T) int {
	if len(text) <= MaxEncodedText/len(`\u0000`) {
		return len(text) // whatever is in it
	}
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
