package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"assent/consent/manifest"
)

// Tone returns a sensitivity's colour.
func Tone(s manifest.Sensitivity) fyne.ThemeColorName {
	switch s {
	case manifest.Low:
		return ColorLow
	case manifest.Medium:
		return ColorMedium
	}
	return ColorHigh
}

// Shape draws a sensitivity's own shape: circle, diamond, octagon.
func Shape(s manifest.Sensitivity) fyne.CanvasObject { return shape(s, 14) }

func shape(s manifest.Sensitivity, size float32) fyne.CanvasObject {
	color := Color(Tone(s))
	var shape fyne.CanvasObject
	switch s {
	case manifest.Low:
		shape = canvas.NewCircle(color)
	case manifest.Medium:
		diamond := canvas.NewRegularPolygon(4, color)
		shape = diamond
	default:
		octagon := canvas.NewRegularPolygon(8, color)
		octagon.Angle = 22.5
		shape = octagon
	}
	return container.NewGridWrap(fyne.NewSquareSize(size), shape)
}

// SensitivityMark is a sensitivity's shape and word, with a line around them.
func SensitivityMark(w *Words, s manifest.Sensitivity) fyne.CanvasObject {
	word, _ := w.SensitivityParts(s)
	edge := canvas.NewRectangle(nil)
	edge.StrokeColor, edge.StrokeWidth, edge.CornerRadius = Color(Tone(s)), 1, Radius/2
	return container.NewStack(edge, Inset(2, 6, Row(4, container.NewCenter(shape(s, 10)), Line(word, TextSmall, Tone(s)))))
}

// SensitivityParts returns a sensitivity's word and what it means, apart.
func (w *Words) SensitivityParts(s manifest.Sensitivity) (word, meaning string) {
	word, meaning, _ = strings.Cut(w.Sensitivity(s), " · ")
	return word, meaning
}
