package kit

import (
	"fmt"
	"image/color"
	"math"
	"testing"
)

// TestAgentMarkReads: white reads on every colour, the same id always has the same one,
// and what is no letter is none.
func TestAgentMarkReads(t *testing.T) {
	t.Parallel()
	seen := map[color.NRGBA]bool{}
	for n := range 200 {
		id := fmt.Sprint("agent-", n)
		c := markColor(id)
		seen[c] = true
		if c != markColor(id) {
			t.Errorf("%s has two colours", id)
		}
		if contrast := 1.05 / (luminance(c) + 0.05); contrast < 4.5 {
			t.Errorf("white on %v has a contrast of %.2f", c, contrast)
		}
	}
	if len(seen) < 8 {
		t.Errorf("only %d colours", len(seen))
	}
	for name, want := range map[string]string{"demoBot": "D", "  «x»": "X", "小助手": "小", "\u202e\u200b": "A", "🤖7": "7", "": "A"} {
		if got := markLetter(name, "agent-1"); got != want {
			t.Errorf("%q has the letter %q, want %q", name, got, want)
		}
	}
}

// luminance is relative, as WCAG 2 says.
func luminance(c color.NRGBA) float64 {
	linear := func(v uint8) float64 {
		f := float64(v) / 255
		if f <= 0.04045 {
			return f / 12.92
		}
		return math.Pow((f+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}
