package network

import (
	"bytes"
	"context"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
)

// encodedLimit is how many bytes a text may have as a JSON string: an outbound
// line may have 8 MiB (contract §2).
const encodedLimit = 7<<20 + 1<<19

// decodeText returns a body as UTF-8, and false when it is no text, has control
// characters (contract §9, files), or ctx ends. The last character of a cut body
// may be incomplete: it goes.
func decodeText(ctx context.Context, data []byte, contentType string, cut bool) (string, bool) {
	encoding, name, declared := charset.DetermineEncoding(data[:min(len(data), 1024)], contentType)
	whole := data
	if cut {
		whole = wholeRunes(data)
	}
	var text string
	switch {
	case utf8.Valid(whole) && (!declared || name == "utf-8"):
		text = string(whole)
	case name == "utf-8" || name == "replacement" || !textual(contentType): // "replacement": a charset that browsers refuse
		return "", false
	default:
		decoded, err := io.ReadAll(encoding.NewDecoder().Reader(stopping{ctx, bytes.NewReader(data)}))
		if err != nil {
			return "", false
		}
		text = string(decoded)
		if cut {
			text = strings.TrimSuffix(text, "\ufffd")
		}
	}
	text = strings.TrimPrefix(text, "\ufeff")
	return text, !hasControls(text)
}

// stopping is a reader that fails when its context ends. To decode 5 MiB takes
// longer than a call may be late.
type stopping struct {
	ctx context.Context
	io.Reader
}

func (s stopping) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(b)
}

// hasControls reports control characters but tab, CR and LF in valid UTF-8. It
// looks at bytes, for speed: those of U+0080 to U+009F begin with 0xC2.
func hasControls(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c < ' ' && c != '\t' && c != '\r' && c != '\n', c == 0x7f, c == 0xc2 && i+1 < len(text) && text[i+1] < 0xa0:
			return true
		}
	}
	return false
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
	size := len(text)
	for _, double := range []string{`"`, `\`, "\t", "\r", "\n"} {
		size += strings.Count(text, double)
	}
	if size <= encodedLimit {
		return text
	}
	size = 0
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
