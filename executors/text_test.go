package executors

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

func TestPlainText(t *testing.T) {
	t.Parallel()
	for r := range rune(unicode.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		want := !unicode.IsControl(r) || slices.Contains([]rune("\t\r\n"), r)
		if got := PlainText("a" + string(r)); got != want {
			t.Errorf("PlainText(%U) = %v", r, got)
		}
	}
}

func TestFittingText(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"short":    "hello",
		"letters":  strings.Repeat("a", 9<<20),
		"newlines": strings.Repeat("\n", 5<<20),
		"controls": strings.Repeat("\x01", 2<<20),
		"Chinese":  strings.Repeat("中", 3<<20),
		"mixed":    strings.Repeat("\"中\x00\\🙂a", 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			n := FittingText(text)
			encoded, err := json.Marshal(text[:n])
			if err != nil {
				t.Fatalf("cut within a character: %v", err)
			}
			if len(encoded) > MaxEncodedText+2 {
				t.Errorf("%d bytes take %d as JSON", n, len(encoded))
			}
			if n < len(text) && len(encoded) < MaxEncodedText-8 {
				t.Errorf("%d bytes take only %d as JSON", n, len(encoded))
			}
		})
	}
}
