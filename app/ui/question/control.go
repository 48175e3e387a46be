package question

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
)

// face is how a control of the question looks.
type face uint8

const (
	plain    face = iota // text alone
	outlined             // a line around it
	filled               // the colour behind it
)

// listener hears everything that happens to a question's controls.
type listener interface {
	disturbed()          // a key went down or the pointer pressed
	focusMoved(bool)     // a control got or lost the keyboard
	reached(*control)    // the keyboard came to a control that the pointer is not on
	typed(fyne.KeyName)  // a key that is no control's own: Escape, scrolling
	take(fyne.Focusable) // gives the keyboard to a control that was pressed
}

// control is a button, fold or choice of the question. It acts on the pointer or
// the space bar going down and coming up on it, so that a repeated key, a key held
// since before, or a press that began elsewhere does nothing. Enter does nothing.
type control struct {
	widget.BaseWidget
	text  string
	face  face
	tone  fyne.ThemeColorName
	icon  fyne.ThemeIconName // before the text; empty: none
	small bool               // small type
	low   bool               // no higher than its text
	act   func()
	hears listener
	gate  *gate // not nil: acts only when the gate agrees

	focused, hovered, pressed bool
}

// gate lets a press through or not, and shows how soon it will.
type gate struct {
	press    func()
	release  func() bool
	progress func() float64
}

var _ interface {
	fyne.Focusable
	desktop.Keyable
	desktop.Mouseable
	desktop.Hoverable
} = (*control)(nil)

func newControl(text string, f face, tone fyne.ThemeColorName, hears listener, act func()) *control {
	c := &control{text: text, face: f, tone: tone, hears: hears, act: act}
	c.ExtendBaseWidget(c)
	return c
}

func (c *control) down() {
	c.pressed = true
	if c.gate != nil {
		c.gate.press() // before anything else disturbs
	} else {
		c.hears.disturbed()
	}
	c.Refresh()
}

func (c *control) up() {
	began := c.pressed
	c.pressed = false
	c.Refresh()
	if began && (c.gate == nil || c.gate.release()) {
		c.act()
	}
}

// MouseDown implements desktop.Mouseable.
func (c *control) MouseDown(e *desktop.MouseEvent) {
	if e.Button != desktop.MouseButtonPrimary {
		c.hears.disturbed()
		return
	}
	c.hears.take(c)
	c.down()
}

// MouseUp implements desktop.Mouseable.
func (c *control) MouseUp(e *desktop.MouseEvent) {
	if e.Button == desktop.MouseButtonPrimary {
		c.up()
	}
}

// MouseIn implements desktop.Hoverable.
func (c *control) MouseIn(*desktop.MouseEvent) { c.hovered = true; c.Refresh() }

// MouseMoved implements desktop.Hoverable.
func (c *control) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable: a press dragged away is taken back.
func (c *control) MouseOut() { c.hovered, c.pressed = false, false; c.Refresh() }

// FocusGained implements fyne.Focusable.
func (c *control) FocusGained() {
	c.focused = true
	c.Refresh()
	c.hears.focusMoved(true)
	if !c.hovered {
		c.hears.reached(c)
	}
}

// FocusLost implements fyne.Focusable.
func (c *control) FocusLost() {
	c.focused, c.pressed = false, false
	c.Refresh()
	c.hears.focusMoved(false)
}

// KeyDown implements desktop.Keyable. Fyne does not call it for a repeated key.
func (c *control) KeyDown(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace {
		c.down()
		return
	}
	c.hears.disturbed()
	c.pressed = false
}

// KeyUp implements desktop.Keyable.
func (c *control) KeyUp(e *fyne.KeyEvent) {
	if e.Name == fyne.KeySpace {
		c.up()
	}
}

// TypedKey implements fyne.Focusable.
func (c *control) TypedKey(e *fyne.KeyEvent) { c.hears.typed(e.Name) }

// TypedRune implements fyne.Focusable.
func (c *control) TypedRune(rune) {}

// CreateRenderer implements fyne.Widget.
func (c *control) CreateRenderer() fyne.WidgetRenderer {
	r := &controlRenderer{
		c: c, ring: canvas.NewRectangle(nil), back: canvas.NewRectangle(nil),
		edge: canvas.NewRectangle(nil), text: canvas.NewText("", nil), icon: canvas.NewImageFromResource(nil),
	}
	r.ring.CornerRadius, r.back.CornerRadius = kit.Radius+2, kit.Radius
	r.text.TextStyle.Bold = c.face != plain
	r.Refresh()
	return r
}

type controlRenderer struct {
	c                *control
	ring, back, edge *canvas.Rectangle
	text             *canvas.Text
	icon             *canvas.Image
}

const controlHeight = 36

func (r *controlRenderer) side() float32 {
	if r.c.face == plain {
		return 0
	}
	return kit.SpaceMiddle
}

// MinSize implements fyne.WidgetRenderer.
func (r *controlRenderer) MinSize() fyne.Size {
	width := r.text.MinSize().Width + 2*r.side()
	if r.c.icon != "" {
		width += kit.IconSize + kit.SpaceSmall // half between, half for the ring of the focus
	}
	if r.c.low {
		return fyne.NewSize(width, r.text.MinSize().Height)
	}
	if r.c.small {
		return fyne.NewSize(width, 24)
	}
	if r.c.icon != "" {
		return fyne.NewSize(width, 28)
	}
	return fyne.NewSize(width, controlHeight)
}

// Layout implements fyne.WidgetRenderer.
func (r *controlRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	r.ring.Move(fyne.NewPos(-3, -3))
	r.ring.Resize(size.AddWidthHeight(6, 6))
	text := r.text.MinSize()
	x := r.side()
	if r.c.face != plain {
		x = (size.Width - text.Width) / 2
	}
	if r.c.icon != "" {
		r.icon.Resize(fyne.NewSquareSize(kit.IconSize))
		r.icon.Move(fyne.NewPos(x, (size.Height-kit.IconSize)/2))
		x += kit.IconSize + kit.SpaceSmall/2
	}
	r.text.Move(fyne.NewPos(x, (size.Height-text.Height)/2))
	r.layoutEdge(size)
}

// layoutEdge draws how soon the control will act, as a line along its foot.
func (r *controlRenderer) layoutEdge(size fyne.Size) {
	progress := r.progress()
	r.edge.Hidden = r.c.gate == nil || progress <= 0 || progress >= 1
	r.edge.Move(fyne.NewPos(kit.Radius, size.Height-3))
	r.edge.Resize(fyne.NewSize((size.Width-2*kit.Radius)*float32(progress), 2))
}

func (r *controlRenderer) progress() float64 {
	if r.c.gate == nil {
		return 1
	}
	return r.c.gate.progress()
}

// Refresh implements fyne.WidgetRenderer.
func (r *controlRenderer) Refresh() {
	color := kit.Color
	waiting := r.progress() < 1
	r.text.Text, r.text.TextSize = r.c.text, kit.TextBody
	if r.c.small {
		r.text.TextSize = kit.TextSmall
	}
	r.back.FillColor, r.back.StrokeColor, r.back.StrokeWidth = nil, nil, 0
	r.text.Color = color(r.c.tone)
	switch {
	case r.c.face == filled && !waiting:
		r.back.FillColor, r.text.Color = color(r.c.tone), color(theme.ColorNameForegroundOnPrimary)
	case r.c.face != plain && waiting:
		r.back.StrokeColor, r.back.StrokeWidth, r.text.Color = color(kit.ColorLine), 1, color(kit.ColorMuted)
	case r.c.face == outlined:
		r.back.StrokeColor, r.back.StrokeWidth = color(r.c.tone), 1
	}
	if (r.c.hovered || r.c.pressed) && !(r.c.face == filled && !waiting) {
		r.back.FillColor = color(theme.ColorNameHover)
	}
	r.edge.FillColor = color(r.c.tone)
	r.ring.StrokeColor, r.ring.StrokeWidth, r.ring.Hidden = color(kit.ColorAccent), 2, !r.c.focused
	if r.c.icon != "" {
		r.icon.Resource = theme.NewColoredResource(theme.Current().Icon(r.c.icon), r.c.tone)
	}
	r.layoutEdge(r.c.Size())
	for _, o := range r.Objects() {
		o.Refresh()
	}
}

// Objects implements fyne.WidgetRenderer.
func (r *controlRenderer) Objects() []fyne.CanvasObject {
	all := []fyne.CanvasObject{r.ring, r.back, r.edge, r.text}
	if r.c.icon != "" {
		all = append(all, r.icon)
	}
	return all
}

// Destroy implements fyne.WidgetRenderer.
func (r *controlRenderer) Destroy() {}
