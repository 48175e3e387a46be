package network

import (
	"bytes"
	"context"
	"io"
	"mime"
	"strings"
	"unicode/utf8"

	"assent/executors"

	"golang.org/x/net/html/charset"
)

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
	return text, executors.PlainText(text)
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
