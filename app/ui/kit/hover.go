package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Hover tells when the pointer is on an object.
type Hover struct {
	widget.BaseWidget
	object fyne.CanvasObject
	tell   func(on bool)
}

var _ desktop.Hoverable = (*Hover)(nil)

// NewHover calls tell when the pointer comes to the object and when it leaves.
func NewHover(object fyne.CanvasObject, tell func(on bool)) *Hover {
	h := &Hover{object: object, tell: tell}
	h.ExtendBaseWidget(h)
	return h
}

// CreateRenderer implements fyne.Widget.
func (h *Hover) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(h.object) }

// MouseIn implements desktop.Hoverable.
func (h *Hover) MouseIn(*desktop.MouseEvent) { h.tell(true) }

// MouseMoved implements desktop.Hoverable.
func (h *Hover) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (h *Hover) MouseOut() { h.tell(false) }
