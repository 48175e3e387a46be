package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Prose returns a label that wraps at words.
func Prose(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping = fyne.TextWrapWord
	return l
}

// Quiet returns small muted text that wraps.
func Quiet(text string) *widget.Label {
	l := Prose(text)
	l.SizeName, l.Importance = theme.SizeNameCaptionText, widget.LowImportance
	return l
}

// Title returns a headline that wraps.
func Title(text string) *widget.Label {
	l := Prose(text)
	l.SizeName, l.TextStyle.Bold = theme.SizeNameSubHeadingText, true
	return l
}

// Mono returns text in which every character counts: it wraps anywhere.
func Mono(text string) *widget.Label {
	l := widget.NewLabel(text)
	l.Wrapping, l.TextStyle.Monospace = fyne.TextWrapBreak, true
	return l
}

// Tight takes the margin away that a label has. A theme of its own would do so, too, but
// the toolkit keeps that, and its fonts, for ever.
func Tight(label fyne.CanvasObject) *fyne.Container {
	margin := -theme.InnerPadding()
	return container.New(layout.NewCustomPaddedLayout(margin, margin, margin, margin), label)
}

// Line returns one line of coloured text that does not wrap.
func Line(text string, size float32, color fyne.ThemeColorName) *canvas.Text {
	t := canvas.NewText(text, Color(color))
	t.TextSize = size
	return t
}

// Stack puts objects below each other.
func Stack(space float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedVBoxLayout(space), objects...)
}

// Row puts objects beside each other.
func Row(space float32, objects ...fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedHBoxLayout(space), objects...)
}

// Inset gives an object space on all sides.
func Inset(vertical, horizontal float32, object fyne.CanvasObject) *fyne.Container {
	return container.New(layout.NewCustomPaddedLayout(vertical, vertical, horizontal, horizontal), object)
}

// Panel draws an object on a ground of its own, with a line around it.
func Panel(ground fyne.ThemeColorName, object fyne.CanvasObject) *fyne.Container {
	back := canvas.NewRectangle(Color(ground))
	back.StrokeColor, back.StrokeWidth, back.CornerRadius = Color(ColorLine), 1, Radius
	return container.NewStack(back, object)
}

// Separator is a line across.
func Separator() *canvas.Rectangle {
	r := canvas.NewRectangle(Color(ColorLine))
	r.SetMinSize(fyne.NewSize(1, 1))
	return r
}

// Gap is empty space.
func Gap(width, height float32) *canvas.Rectangle {
	r := canvas.NewRectangle(color.Transparent)
	r.SetMinSize(fyne.NewSize(width, height))
	return r
}

// Ground is an area of a colour.
func Ground(color fyne.ThemeColorName) *canvas.Rectangle {
	return canvas.NewRectangle(Color(color))
}

// Scrolled lets what may be higher than the page scroll, beside the bar.
func Scrolled(object fyne.CanvasObject) *container.Scroll {
	return container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, 0, 0, 14), object))
}

// Tinted returns a theme's icon in a colour.
func Tinted(icon fyne.ThemeIconName, tone fyne.ThemeColorName) fyne.Resource {
	return theme.NewColoredResource(theme.Current().Icon(icon), tone)
}
