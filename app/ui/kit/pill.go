package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// Pill is a state in a word or two, in a colour, with a dot before it.
type Pill struct {
	widget.BaseWidget
	ground *canvas.Rectangle
	dot    *canvas.Circle
	said   *canvas.Text
}

// NewPill is not there until Set.
func NewPill() *Pill {
	p := &Pill{ground: canvas.NewRectangle(nil), dot: canvas.NewCircle(nil), said: Line("", TextSmall, ColorText)}
	p.ground.CornerRadius = Radius + 3
	p.Hidden = true
	p.ExtendBaseWidget(p)
	return p
}

// Set says another text, in a colour on a ground of its own; without one it is not there.
func (p *Pill) Set(text string, tone, ground fyne.ThemeColorName) {
	if p.said.Text == text && p.said.Color == Color(tone) {
		return
	}
	p.said.Text, p.said.Color, p.dot.FillColor, p.ground.FillColor = text, Color(tone), Color(tone), Color(ground)
	p.Hidden = text == ""
	p.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (p *Pill) CreateRenderer() fyne.WidgetRenderer {
	const dot = 7
	said := Row(6, container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(dot), p.dot)), p.said)
	return widget.NewSimpleRenderer(container.NewStack(p.ground, Inset(3, 10, said)))
}
