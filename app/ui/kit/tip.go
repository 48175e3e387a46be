package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Tip says more about what the pointer is on. It lies over all of a window, takes no press
// and changes nothing below it.
type Tip struct {
	widget.BaseWidget
	box *fyne.Container
}

// tipWidth is how wide its text is at most.
const tipWidth = 360

// NewTip says nothing until About.
func NewTip() *Tip {
	t := &Tip{box: container.NewWithoutLayout()}
	t.ExtendBaseWidget(t)
	return t
}

// About shows an untrusted text below an object of the window, or takes it away.
func (t *Tip) About(object fyne.CanvasObject, text string, on bool) {
	if !on && len(t.box.Objects) == 0 {
		return
	}
	t.box.Objects = nil
	if on {
		t.box.Objects = []fyne.CanvasObject{t.said(object, text)}
	}
	t.box.Refresh()
}

// said places the text below the object, or above it where there is no room.
func (t *Tip) said(object fyne.CanvasObject, text string) fyne.CanvasObject {
	const side, above = 10, 6
	said := Plain(TextSmall, 6, ColorText, text)
	said.Resize(fyne.NewSize(max(0, min(tipWidth, t.Size().Width-2*side)), 0))
	panel := Panel(ColorCard, Inset(above, side, said))
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(object).Subtract(driver.AbsolutePositionForObject(t))
	size := fyne.NewSize(said.set.width()+2*side+1, said.MinSize().Height+2*above)
	at.X = max(0, min(at.X, t.Size().Width-size.Width))
	at.Y += object.Size().Height + 2
	if at.Y+size.Height > t.Size().Height {
		at.Y = max(0, at.Y-object.Size().Height-size.Height-4)
	}
	panel.Resize(size)
	panel.Move(at)
	return panel
}

// CreateRenderer implements fyne.Widget.
func (t *Tip) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(t.box) }

// MinSize implements fyne.Widget: it takes the room there is.
func (t *Tip) MinSize() fyne.Size { return fyne.Size{} }
