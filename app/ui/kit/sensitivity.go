package kit

import (
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
func Shape(s manifest.Sensitivity) fyne.CanvasObject {
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
	return container.NewGridWrap(fyne.NewSquareSize(14), shape)
}
