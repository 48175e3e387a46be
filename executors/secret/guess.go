package secret

import (
	"bytes"
	"unicode"

	"assent/i18n"
)

// Guess says what a text that stands by itself looks to be, as a word copied to the
// clipboard does: recovery words, a key in hexadecimal, a password. It returns false
// for anything else.
func Guess(text []byte) (i18n.Text, bool) {
	text = bytes.TrimSpace(text)
	_, words := recoveryWords(text)
	switch {
	case words:
		return seedPhrase.text(), true
	case hexKey().Match(text):
		return aKey.text(), true
	case looksLikePassword(text):
		return aPassword.text(), true
	}
	return i18n.Text{}, false
}

var hexKey = once(`^(?:(?:0x)?[0-9a-fA-F]{64}|(?:[0-9a-fA-F]{2}:){15,}[0-9a-fA-F]{2})$`)

// ordinary is what has the characters of a password and is none: addresses of the web
// and of mail, paths, names of files, versions, times, UUIDs, names in programs.
var ordinary = once(`://|^~?/|^[A-Za-z]:\\|^www\.|^[^@]+@[\w-]+(?:\.[\w-]+)+$|^[\w.() -]+\.[A-Za-z]\w{0,4}$|` +
	`^v?\d+(?:\.\d+)+[\w.+-]*$|^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-][\d:]+)?$|` +
	`^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$|^[\w.:]*\w\(.*\);?$|^[A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)+$|^<.*>$`)

// looksLikePassword wants one word of the usual length with three of: small
// letters, capital letters, digits, signs. What is ordinary has these too.
func looksLikePassword(word []byte) bool {
	if len(word) < 8 || len(word) > 128 || ordinary().Match(word) {
		return false
	}
	var small, capital, digit, sign int
	for _, r := range string(word) {
		switch {
		case unicode.IsSpace(r), r > unicode.MaxASCII: // a word of a language
			return false
		case unicode.IsDigit(r):
			digit = 1
		case unicode.IsLower(r):
			small = 1
		case unicode.IsUpper(r):
			capital = 1
		default:
			sign = 1
		}
	}
	return digit == 1 && small+capital+sign >= 2
}

// recoveryWords returns the words of text when a wallet may be restored from them
// (BIP 39): 12, 15, 18, 21 or 24 plain English words of three to eight letters.
func recoveryWords(text []byte) (words [][]byte, ok bool) {
	if len(text) > 24*(8+2) {
		return nil, false
	}
	words = bytes.Fields(text)
	if n := len(words); n < 12 || n > 24 || n%3 != 0 {
		return nil, false
	}
	for _, word := range words {
		if len(word) < 3 || len(word) > 8 || len(bytes.Trim(word, "abcdefghijklmnopqrstuvwxyz")) > 0 {
			return nil, false
		}
	}
	return words, true
}
