package kit

import (
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
)

// TestContrast: text reads on every ground that it stands on, and what can be changed has an
// edge that can be seen, a box without a tick too (WCAG 2, 1.4.3 and 1.4.11).
func TestContrast(t *testing.T) {
	t.Parallel()
	grounds := []fyne.ThemeColorName{theme.ColorNameBackground, ColorCard, ColorTint, ColorWarned}
	for _, mode := range []string{"light", "dark"} {
		look := Theme{Mode: mode}
		of := func(name fyne.ThemeColorName) color.NRGBA { return look.Color(name, 0).(color.NRGBA) }
		for least, names := range map[float64][]fyne.ThemeColorName{
			3:   {theme.ColorNameInputBorder, ColorAccent, ColorMuted},
			4.5: {ColorText, ColorMuted, ColorAccent, ColorLow, ColorMedium, ColorHigh},
		} {
			for _, name := range names {
				for _, ground := range grounds {
					if got := contrast(of(name), of(ground)); got < least {
						t.Errorf("%s: %s on %s has a contrast of %.2f, want %.1f", mode, name, ground, got, least)
					}
				}
			}
		}
		for _, name := range []fyne.ThemeColorName{ColorAccent, ColorHigh} {
			if got := contrast(of(theme.ColorNameForegroundOnPrimary), of(name)); got < 4.5 {
				t.Errorf("%s: text on %s has a contrast of %.2f", mode, name, got)
			}
		}
	}
}

// contrast is the ratio of WCAG 2, 1 or more.
func contrast(a, b color.NRGBA) float64 {
	lighter, darker := max(luminance(a), luminance(b)), min(luminance(a), luminance(b))
	return (lighter + 0.05) / (darker + 0.05)
}
