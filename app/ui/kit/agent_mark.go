package kit

import (
	"hash/fnv"
	"image/color"
	"strings"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// AgentMark is an agent's face: the first letter of what it is called, on a colour that
// its id alone decides, so that the same agent looks the same everywhere and another one
// with its name does not.
type AgentMark struct {
	widget.BaseWidget
	ground *canvas.Rectangle
	letter *canvas.Text
	room   *canvas.Rectangle
}

// NewAgentMark draws an agent's mark.
func NewAgentMark(name, id string) *AgentMark {
	m := &AgentMark{ground: canvas.NewRectangle(nil), letter: canvas.NewText("", color.White), room: Gap(markSize, markSize)}
	m.ground.CornerRadius = Radius / 2
	m.letter.TextSize, m.letter.TextStyle.Bold = TextSmall, true
	m.ExtendBaseWidget(m)
	m.Set(name, id)
	return m
}

// Set makes it another agent's.
func (m *AgentMark) Set(name, id string) {
	letter, ground := markLetter(name, id), markColor(id)
	if m.letter.Text == letter && m.ground.FillColor == ground {
		return
	}
	m.letter.Text, m.ground.FillColor = letter, ground
	m.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (m *AgentMark) CreateRenderer() fyne.WidgetRenderer {
	return widget.NewSimpleRenderer(container.NewStack(m.room, m.ground, container.NewCenter(m.letter)))
}

// The sides of a mark, and of a large one.
const markSize, markLarge = 22, 36

// Large makes it larger, for a list of agents.
func (m *AgentMark) Large() *AgentMark {
	m.room.SetMinSize(fyne.NewSquareSize(markLarge))
	m.letter.TextSize, m.ground.CornerRadius = TextBody+2, Radius
	return m
}

// markLetter is the first letter or digit of the name, else of the id.
func markLetter(name, id string) string {
	for _, r := range name + id {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return strings.ToUpper(string(r))
		}
	}
	return "?"
}

// markColor is one of a few colours on which white reads with a contrast of at least
// 4.5 : 1 in both themes.
func markColor(id string) color.NRGBA {
	colors := [...]uint32{0x7A4FBF, 0xC2541B, 0x26808A, 0x1F6FB5, 0xB0306A, 0x4D7C22, 0x8A5A2B, 0x5560C8, 0xA23B3B, 0x3B7A57}
	h := fnv.New32a()
	h.Write([]byte(id))
	return rgb(colors[h.Sum32()%uint32(len(colors))])
}
