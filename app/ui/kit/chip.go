package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"
)

// Chip is a choice among others in a row of them: a word, and what fits it, counted. The
// text may be untrusted if it is escaped.
type Chip struct {
	Pressable
	text, count string
	chosen      bool

	ground *canvas.Rectangle
	word   *canvas.Text
	number *canvas.Text
	more   *canvas.Image // nil: pressing it chooses; else it offers
}

// chipHeight leaves a target that a pointer hits.
const (
	chipHeight = 28
	chipSide   = 12
	chipGap    = 5
)

// NewChip calls act when it is pressed; with offers it is drawn as what opens a menu.
func NewChip(text string, offers bool, act func()) *Chip {
	c := &Chip{text: text, ground: canvas.NewRectangle(nil), word: Line(text, TextSmall, ColorText), number: Line("", TextSmall, ColorMuted)}
	c.ground.CornerRadius, c.ground.StrokeWidth = chipHeight/2, 1
	if offers {
		c.more = canvas.NewImageFromResource(nil)
	}
	c.Act, c.Changed = act, c.paint
	c.ExtendBaseWidget(c)
	c.paint()
	return c
}

// Tell says its text, its number, which may be empty, and whether it is chosen.
func (c *Chip) Tell(text, count string, chosen bool) (changed bool) {
	if c.text == text && c.count == count && c.chosen == chosen {
		return false
	}
	c.text, c.count, c.chosen = text, count, chosen
	c.paint()
	return true
}

func (c *Chip) paint() {
	tone, edge := ColorText, ColorLine
	c.ground.FillColor = Color(ColorCard)
	if c.chosen {
		tone, edge = ColorAccent, ColorAccent
	}
	if c.Hovered {
		c.ground.FillColor = Color(ColorTint)
	}
	c.ground.StrokeWidth = 1
	if c.Focused {
		edge, c.ground.StrokeWidth = ColorAccent, 2
	}
	c.ground.StrokeColor = Color(edge)
	c.word.Text, c.word.Color = c.text, Color(tone)
	c.number.Text, c.number.Color = c.count, Color(ColorMuted)
	if c.more != nil {
		c.more.Resource = Tinted(theme.IconNameArrowDropDown, tone)
	}
	c.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (c *Chip) CreateRenderer() fyne.WidgetRenderer {
	objects := []fyne.CanvasObject{c.ground, c.word, c.number}
	if c.more != nil {
		objects = append(objects, c.more)
	}
	return Rendered(c, chipLook{c}, objects...)
}

// chipLook places a chip's parts.
type chipLook struct{ c *Chip }

// MinSize implements fyne.Layout.
func (l chipLook) MinSize([]fyne.CanvasObject) fyne.Size {
	width := 2*chipSide + l.c.word.MinSize().Width
	if l.c.count != "" {
		width += chipGap + l.c.number.MinSize().Width
	}
	if l.c.more != nil {
		width += IconSize
	}
	return fyne.NewSize(width, chipHeight)
}

// Layout implements fyne.Layout.
func (l chipLook) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.c.ground.Resize(size)
	x := float32(chipSide)
	for _, t := range []*canvas.Text{l.c.word, l.c.number} {
		least := t.MinSize()
		t.Move(fyne.NewPos(x, (size.Height-least.Height)/2))
		t.Resize(least)
		x += least.Width + chipGap
	}
	if l.c.more != nil {
		l.c.more.Resize(fyne.NewSquareSize(IconSize))
		l.c.more.Move(fyne.NewPos(size.Width-IconSize-chipSide/2, (size.Height-IconSize)/2))
	}
}
