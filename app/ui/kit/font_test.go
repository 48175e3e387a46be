package kit

import (
	"bytes"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/theme"
)

// TestRoomForOtherScripts keeps lines of fixed-width text high enough for Chinese among
// them: its fonts rise 1.16 of their size above the line, and letters reach 0.24 below it.
func TestRoomForOtherScripts(t *testing.T) {
	a := test.NewTempApp(t)
	a.Settings().SetTheme(Theme{})
	for _, size := range []float32{TextSmall, TextBody} {
		for _, bold := range []bool{false, true} {
			if height := fyne.MeasureText("a_b", size, fyne.TextStyle{Monospace: true, Bold: bold}).Height; height < 1.4*size {
				t.Errorf("a line of size %v is %v high", size, height)
			}
		}
	}
}

// TestNoFont leaves alone what is no font.
func TestNoFont(t *testing.T) {
	whole := theme.DefaultTextMonospaceFont().Content()
	for _, font := range [][]byte{nil, []byte("no font"), whole[:200]} {
		if widen(bytes.Clone(font)) {
			t.Errorf("%.20q was taken for a font", font)
		}
	}
}
