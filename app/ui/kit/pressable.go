package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// Pressable is a widget that is pressed by the pointer, or by the space bar where the
// keyboard is on it. What embeds it draws it.
type Pressable struct {
	widget.BaseWidget
	Act     func()
	Changed func() // Focused or Hovered did

	Focused, Hovered bool
}

var _ interface {
	fyne.Tappable
	fyne.Focusable
	desktop.Hoverable
} = (*Pressable)(nil)

// Tapped implements fyne.Tappable.
func (p *Pressable) Tapped(*fyne.PointEvent) { p.Act() }

func (p *Pressable) turn(state *bool, on bool) {
	*state = on
	p.Changed()
}

// FocusGained implements fyne.Focusable.
func (p *Pressable) FocusGained() { p.turn(&p.Focused, true) }

// FocusLost implements fyne.Focusable.
func (p *Pressable) FocusLost() { p.turn(&p.Focused, false) }

// MouseIn implements desktop.Hoverable.
func (p *Pressable) MouseIn(*desktop.MouseEvent) { p.turn(&p.Hovered, true) }

// MouseMoved implements desktop.Hoverable.
func (p *Pressable) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (p *Pressable) MouseOut() { p.turn(&p.Hovered, false) }

// TypedRune implements fyne.Focusable.
func (p *Pressable) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (p *Pressable) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace {
		p.Act()
	}
}

// Rendered draws a widget by objects that a layout places.
func Rendered(w fyne.Widget, l fyne.Layout, objects ...fyne.CanvasObject) fyne.WidgetRenderer {
	return &rendered{w, l, objects}
}

type rendered struct {
	widget  fyne.Widget
	layout  fyne.Layout
	objects []fyne.CanvasObject
}

// Layout implements fyne.WidgetRenderer.
func (r *rendered) Layout(size fyne.Size) { r.layout.Layout(r.objects, size) }

// MinSize implements fyne.WidgetRenderer.
func (r *rendered) MinSize() fyne.Size { return r.layout.MinSize(r.objects) }

// Refresh implements fyne.WidgetRenderer.
func (r *rendered) Refresh() {
	r.layout.Layout(r.objects, r.widget.Size())
	for _, o := range r.objects {
		o.Refresh()
	}
}

// Objects implements fyne.WidgetRenderer.
func (r *rendered) Objects() []fyne.CanvasObject { return r.objects }

// Destroy implements fyne.WidgetRenderer.
func (r *rendered) Destroy() {}
