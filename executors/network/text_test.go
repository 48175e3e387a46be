package network

import (
	"context"
	"testing"
	"unicode/utf8"

	"assent/executors"
)

func TestDecodeStops(t *testing.T) {
	t.Parallel()
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if text, ok := decodeText(ended, []byte("\xc4\xe3"), "text/html; charset=gbk", false); ok {
		t.Errorf("decoded %q after the end", text)
	}
}

// FuzzText: any body gives UTF-8 without controls, or none.
func FuzzText(f *testing.F) {
	f.Add([]byte("h\xe9llo"), "text/html", true)
	f.Add([]byte("\xff\xfea\x00"), "text/plain; charset=utf-16", false)
	f.Add([]byte("\x1b$B"), "text/plain; charset=iso-2022-jp", false)
	f.Fuzz(func(t *testing.T, data []byte, contentType string, cut bool) {
		text, ok := decodeText(t.Context(), data, contentType, cut)
		if !ok {
			return
		}
		if !utf8.ValidString(text) || !executors.PlainText(text) {
			t.Errorf("%q as %s became %q", data, contentType, text)
		}
	})
}
