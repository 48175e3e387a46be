package network

import (
	"mime"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// encodedLimit is how many bytes a text may have as a JSON string: an outbound
// line may have 8 MiB (contract §2).
const encodedLimit = 7<<20 + 1<<19

// decodeText returns a body as UTF-8, and false when it is no text or has control
// characters (contract §9, files). The last character of a cut body may be
// incomplete: it goes.
func decodeText(data []byte, contentType string, cut bool) (string, bool) {
	encoding, name, declared := charset.DetermineEncoding(data[:min(len(data), 1024)], contentType)
	whole := data
	if cut {
		whole = wholeRunes(data)
	}
	isText := textual(contentType)
	var text string
	switch {
	case utf8.Valid(whole) && (!declared || name == "utf-8"):
		text = string(whole)
	case name == "utf-8" || !isText:
		return "", false
	default:
		decoded, err := encoding.NewDecoder().Bytes(data)
		if err != nil {
			return "", false
		}
		text = string(decoded)
		if cut {
			text = strings.TrimSuffix(text, "\ufffd")
		}
	}
	text = strings.TrimPrefix(text, "\ufeff")
	return text, !strings.ContainsFunc(text, isControl)
}

func isControl(r rune) bool {
	return unicode.IsControl(r) && r != '\t' && r != '\r' && r != '\n'
}

// textual reports whether a body's type says that it is text in some charset.
func textual(contentType string) bool {
	kind, _, err := mime.ParseMediaType(contentType)
	return err == nil && (strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "+xml") ||
		kind == "application/xml" || kind == "application/javascript" || kind == "application/x-javascript")
}

// wholeRunes drops an incomplete character from the end.
func wholeRunes(data []byte) []byte {
	for i := len(data) - 1; i >= 0 && i >= len(data)-utf8.UTFMax; i-- {
		if utf8.RuneStart(data[i]) {
			if !utf8.FullRune(data[i:]) {
				return data[:i]
			}
			break
		}
	}
	return data
}

// cutEncoded cuts text at a character's end so that it fits encodedLimit as a JSON
// string. Of what a text may hold here, only these take two bytes there.
func cutEncoded(text string) string {
	size := 0
	for i, r := range text {
		size += utf8.RuneLen(r)
		if strings.ContainsRune("\"\\\t\r\n", r) {
			size++
		}
		if size > encodedLimit {
			return text[:i]
		}
	}
	return text
}
