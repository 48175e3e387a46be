package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"assent/consent/manifest"
)

// tone returns a sensitivity's colour.
func tone(s manifest.Sensitivity) fyne.ThemeColorName {
	switch s {
	case manifest.Low:
		return colorLow
	case manifest.Medium:
		return colorMedium
	}
	return colorHigh
}

// mark draws a sensitivity's own shape: circle, diamond, octagon.
func mark(s manifest.Sensitivity) fyne.CanvasObject {
	color := themeColor(tone(s))
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
