package ui

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// prose returns a label that wraps at words.
func prose(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return l
}

// quiet returns small muted text that wraps.
func quiet(text string) *widget.Label {
	l := prose(text)
	l.SizeName, l.Importance = theme.SizeNameCaptionText, widget.LowImportance
	return l
}

// title returns a headline that wraps.
func title(text string) *widget.Label {
	l := prose(text)
	l.SizeName, l.TextStyle.Bold = theme.SizeNameSubHeadingText, true
	return l
}

// mono returns text in which every character counts: it wraps anywhere.
func mono(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping, l.TextStyle.Monospace = fyne.TextWrapBreak, true
	return l
}

// snug takes the margin away that a label has. A theme of its own would do so, too, but
// the toolkit keeps that, and its fonts, for ever.
func snug(label fyne.CanvasObject) *fyne.Container {
	margin := -theme.InnerPadding()
	return container.New(layout.NewCustomPaddedLayout(margin, margin, margin, margin), label)
}

// line returns one line of coloured text that does not wrap.
func line(text string, size float32, color fyne.ThemeColorName) *canvas.Text {
	t := canvas.NewText(text, themeColor(color))
	t.TextSize = size
	return t
}

// stack puts objects below each other.
func stack(space float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedVBoxLayout(space), objects...)
}

// row puts objects beside each other.
func row(space float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedHBoxLayout(space), objects...)
}

// inset gives an object space on all sides.
func inset(vertical, horizontal float32, object fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedLayout(vertical, vertical, horizontal, horizontal), object)
}

// panel draws an object on a ground of its own, with a line around it.
func panel(ground fyne.ThemeColorName, object fyne.CanvasObject) *fyne.Container {
	back := canvas.NewRectangle(themeColor(ground))
	back.StrokeColor, back.StrokeWidth, back.CornerRadius = themeColor(colorLine), 1, radius
	return container.NewStack(back, object)
}

// rule is a line across.
func rule() *canvas.Rectangle {
	r := canvas.NewRectangle(themeColor(colorLine))
	r.SetMinSize(fyne.NewSize(1, 1))
	return r
}

// gap is space that an object list can hold.
func gap(width, height float32) *canvas.Rectangle {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(width, height))
	return r
}

// tinge is a ground of a colour.
func tinge(color fyne.ThemeColorName) *canvas.Rectangle {
	return canvas.NewRectangle(themeColor(color))
}

// scrolled lets what may be higher than the page scroll, beside the bar.
func scrolled(object fyne.CanvasObject) *container.Scroll {
	return container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 14), object))
}

// tinted returns a theme's icon in a colour.
func tinted(icon fyne.ThemeIconName, tone fyne.ThemeColorName) fyne.Resource {
	return theme.NewColoredResource(theme.Current().Icon(icon), tone)
}
