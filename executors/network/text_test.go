package network

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

func TestHasControls(t *testing.T) {
	t.Parallel()
	for r := range rune(unicode.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		want := unicode.IsControl(r) && !slices.Contains([]rune("\t\r\n"), r)
		if got := hasControls(string(r)); got != want {
			t.Errorf("hasControls(%U) = %v", r, got)
		}
	}
}

func TestDecodeStops(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if text, ok := decodeText(ended, []byte("\xc4\xe3"), "text/html; charset=gbk", false); ok {
		t.Errorf("decoded %q after the end", text)
	}
}

// FuzzText: any body gives UTF-8 without controls that fits a line, or none.
func FuzzText(f *testing.F) {
	f.Add([]byte("h\xe9llo"), "text/html", true)
	f.Add([]byte("\xff\xfea\x00"), "text/plain; charset=utf-16", false)
	f.Add([]byte("\x1b$B"), "text/plain; charset=iso-2022-jp", false)
	f.Fuzz(func(t *testing.T, data []byte, contentType string, cut bool) {
		text, ok := decodeText(t.Context(), data, contentType, cut)
		if !ok {
			return
		}
		if !utf8.ValidString(text) || hasControls(text) {
			t.Errorf("%q as %s became %q", data, contentType, text)
		}
		quoted, err := jsontext.AppendQuote(nil, cutEncoded(text))
		if err != nil || len(quoted) > encodedLimit+2 || !strings.HasPrefix(text, cutEncoded(text)) {
			t.Errorf("%q takes %d bytes, %v", text, len(quoted), err)
		}
	})
}
