package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/layout"
)

// Card is a panel that is pressed as a whole.
type Card struct {
	Pressable
	ground  *canvas.Rectangle
	content fyne.CanvasObject
	chosen  bool
}

// NewCard calls act when the card is pressed.
func NewCard(content fyne.CanvasObject, act func()) *Card {
	c := &Card{ground: canvas.NewRectangle(nil), content: content}
	c.ground.CornerRadius = Radius
	c.Act, c.Changed = act, c.paint
	c.ExtendBaseWidget(c)
	c.paint()
	return c
}

// Choose marks the card as the one that is shown, or not any more.
func (c *Card) Choose(chosen bool) {
	c.chosen = chosen
	c.paint()
}

func (c *Card) paint() {
	c.ground.FillColor, c.ground.StrokeColor, c.ground.StrokeWidth = Color(ColorCard), Color(ColorLine), 1
	if c.chosen {
		c.ground.FillColor = Color(ColorTint)
	}
	if c.Hovered {
		c.ground.StrokeColor = Color(ColorMuted)
	}
	if c.Focused {
		c.ground.StrokeColor, c.ground.StrokeWidth = Color(ColorAccent), 2
	}
	c.ground.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (c *Card) CreateRenderer() fyne.WidgetRenderer {
	return Rendered(c, layout.NewStackLayout(), c.ground, c.content)
}
