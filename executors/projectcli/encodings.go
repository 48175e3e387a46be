package projectcli

import (
	"encoding/base32"
	"encoding/base64"
	"html"
	"strconv"
	"strings"
)

func base64Encoding(data []byte) string { return base64.RawStdEncoding.EncodeToString(data) }

func base32Encoding(data []byte) string {
	return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(data)
}

// cores returns what of encode's text depends on data alone, for each place among a group
// of so many bytes at which data may begin. A character of the text stands for so many bits.
func cores(data []byte, encode func([]byte) string, bits, group int) (all []string) {
	for before := range group {
		text := encode(append(make([]byte, before), data...))
		from := (before*8 + bits - 1) / bits
		to := (before + len(data)) * 8 / bits
		all = append(all, text[from:to])
	}
	return all
}

// alphabet writes the characters of a URL's base64 as those of the ordinary one.
func alphabet(c byte) byte {
	switch c {
	case '-':
		return '+'
	case '_':
		return '/'
	}
	return c
}

// escaped returns the character that begins at a place written as %41, =41, \x41, \u0041,
// &#65; or &#x41;, and where it ends, 0 when none does.
func escaped(text string, at int) (c byte, end int) {
	if at >= len(text) {
		return 0, 0
	}
	rest := text[at:]
	switch rest[0] {
	case '%', '=':
		return digits(text, at+1, 2)
	case '\\':
		bare := strings.TrimLeft(rest, `\`)
		from := at + len(rest) - len(bare) + 1
		switch {
		case strings.HasPrefix(bare, "x"):
			return digits(text, from, 2)
		case strings.HasPrefix(bare, "u"):
			return digits(text, from, 4)
		}
	case '&':
		return entity(text, at)
	}
	return 0, 0
}

// entity reads a character as HTML writes it, by its number or, of those that must be
// written so, by its name.
func entity(text string, at int) (c byte, end int) {
	name, _, found := strings.Cut(text[at:min(len(text), at+12)], ";")
	if !found {
		return 0, 0
	}
	end = at + len(name) + 1
	number, numeric := strings.CutPrefix(strings.ToLower(name), "&#")
	if !numeric {
		plain := html.UnescapeString(name + ";")
		if len(plain) != 1 {
			return 0, 0
		}
		return plain[0], end
	}
	base := 10
	if hex, ok := strings.CutPrefix(number, "x"); ok {
		number, base = hex, 16
	}
	n, err := strconv.ParseUint(number, base, 8)
	if err != nil {
		return 0, 0
	}
	return byte(n), end
}

// digits reads a character from so many hexadecimal digits.
func digits(text string, from, count int) (c byte, end int) {
	if from+count > len(text) {
		return 0, 0
	}
	n, err := strconv.ParseUint(text[from:from+count], 16, 16)
	if err != nil || n > 0xff {
		return 0, 0
	}
	return byte(n), from + count
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= lower(c) && lower(c) <= 'f'
}

func isBase64(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= lower(c) && lower(c) <= 'z' || strings.IndexByte("+/-_=", c) >= 0
}
