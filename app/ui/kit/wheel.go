package kit

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// wheel lies over an object and takes the wheel alone.
type wheel struct {
	widget.BaseWidget
	scrolled func(*fyne.ScrollEvent)
}

var _ fyne.Scrollable = (*wheel)(nil)

// Scrolled implements fyne.Scrollable.
func (w *wheel) Scrolled(e *fyne.ScrollEvent) { w.scrolled(e) }

// CreateRenderer implements fyne.Widget.
func (w *wheel) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(canvas.NewRectangle(color.Transparent))
}

// WheelTo has the wheel over an object, which may scroll by itself, do something else.
func WheelTo(scrolled func(*fyne.ScrollEvent), object fyne.CanvasObject) fyne.CanvasObject {
	w := &wheel{scrolled: scrolled}
	w.ExtendBaseWidget(w)
	return container.NewStack(object, w)
}
