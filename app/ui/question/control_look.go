package question

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"assent/app/ui/kit"
)

// face is how a control of the question looks.
type face uint8

const (
	plain    face = iota // text alone
	bare                 // bold text with room around it, in a box of someone else's
	outlined             // a line around it
	filled               // the colour behind it
)

// CreateRenderer implements fyne.Widget.
func (c *control) CreateRenderer() fyne.WidgetRenderer {
	r := &controlRenderer{
		c: c, ring: canvas.NewRectangle(nil), back: canvas.NewRectangle(nil),
		edge: canvas.NewRectangle(nil), text: canvas.NewText("", nil), icon: canvas.NewImageFromResource(nil),
		cap: canvas.NewRectangle(nil), key: canvas.NewText(keyText(c.key), nil),
	}
	r.cap.CornerRadius = 3
	r.key.TextSize, r.key.TextStyle = keySize-4, fyne.TextStyle{Bold: true}
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
	cap              *canvas.Rectangle // of the letter's key
	key              *canvas.Text
}

const keySize = 14

func keyText(key rune) string {
	if key == 0 {
		return ""
	}
	return string(key)
}

const controlHeight = 38

// side is the room beside what the control says.
func (r *controlRenderer) side() float32 {
	switch {
	case r.c.face == plain:
		return 0
	case r.c.text == "":
		return 6
	}
	return kit.SpaceMiddle
}

// MinSize implements fyne.WidgetRenderer.
func (r *controlRenderer) MinSize() fyne.Size {
	width := r.text.MinSize().Width + 2*r.side()
	if r.c.icon != "" {
		width += kit.IconSize
		if r.c.text != "" {
			width += kit.SpaceSmall // half between, half for the ring of the focus
		}
	}
	height := float32(controlHeight)
	switch {
	case r.c.low:
		height = r.text.MinSize().Height
	case r.c.small:
		height = targetHeight
	case r.c.face == plain && r.c.icon != "":
		height = 28
	}
	return fyne.NewSize(width, height)
}

// Layout implements fyne.WidgetRenderer.
func (r *controlRenderer) Layout(size fyne.Size) {
	r.back.Resize(size)
	r.ring.Move(fyne.NewPos(-3, -3))
	r.ring.Resize(size.AddWidthHeight(6+r.c.beside, 6))
	text := r.text.MinSize()
	x := r.side()
	if r.c.face != plain && r.c.text != "" {
		x = (size.Width - text.Width) / 2
	}
	if r.c.icon != "" {
		r.icon.Resize(fyne.NewSquareSize(kit.IconSize))
		r.icon.Move(fyne.NewPos(x, (size.Height-kit.IconSize)/2))
		x += kit.IconSize + kit.SpaceSmall/2
	}
	r.text.Move(fyne.NewPos(x, (size.Height-text.Height)/2))
	r.layoutEdge(size)
	const out = 4 // of the corner
	r.cap.Resize(fyne.NewSquareSize(keySize))
	r.cap.Move(fyne.NewPos(size.Width-keySize+out, -out))
	if r.c.beside > 0 { // the right corner is its neighbour's
		r.cap.Move(fyne.NewPos(-out, -out))
	}
	letter := r.key.MinSize()
	r.key.Move(r.cap.Position().AddXY((keySize-letter.Width)/2, (keySize-letter.Height)/2))
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
	case r.c.face == filled:
		r.back.FillColor, r.text.Color = color(r.c.tone), color(theme.ColorNameForegroundOnPrimary)
	case r.c.face == outlined && waiting:
		r.back.StrokeColor, r.back.StrokeWidth, r.text.Color = color(kit.ColorLine), 1, color(kit.ColorMuted)
	case r.c.face == outlined:
		r.back.StrokeColor, r.back.StrokeWidth = color(r.c.tone), 1
	}
	if (r.c.hovered || r.c.pressed) && r.c.face != filled {
		r.back.FillColor = color(theme.ColorNameHover)
	}
	r.edge.FillColor = color(r.c.tone)
	r.ring.StrokeColor, r.ring.StrokeWidth, r.ring.Hidden = color(kit.ColorAccent), 2, !r.c.focused
	if r.c.icon != "" {
		r.icon.Resource = kit.Tinted(r.c.icon, r.c.tone)
	}
	r.layoutEdge(r.c.Size())
	r.cap.FillColor, r.cap.StrokeColor, r.cap.StrokeWidth = color(kit.ColorCard), color(kit.ColorMuted), 1
	r.key.Color = color(kit.ColorText)
	r.cap.Hidden = r.c.key == 0 || !r.c.hears.showsKeys()
	r.key.Hidden = r.cap.Hidden
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
	return append(all, r.cap, r.key)
}

// Destroy implements fyne.WidgetRenderer.
func (r *controlRenderer) Destroy() {}
