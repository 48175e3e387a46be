// The question.
//
// Its rules, which the rest of this package keeps:
//
//   - The headline is ours. Nothing in it but the caller's name is the agent's.
//   - What an agent or its author wrote is plain text with every hidden character
//     visible, set apart, and never larger than our words.
//   - Nothing is cut silently, and the buttons never scroll away.
//   - There is no default button. Enter does nothing. Escape and closing deny.
//   - Deny always works. Allow counts only after the question was wholly visible
//     and had the keyboard for 700 ms without a key, a click, a move or a resize
//     (arming.go); a repeated key, the second click of a double click, and a press
//     that began before are not a yes.
//   - Another question is another card: no press, key or answer carries over.
//   - A high question counts down from its first frame on screen, in seconds. A bar
//     that races would hurry the person.
//   - Colour never says something alone.

package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"assent/consent"
	"assent/consent/manifest"
)

// cardWidth and cardHeight bound the question; what is higher scrolls.
const (
	cardWidth  = 520
	cardHeight = 640
)

// card is one question on screen. It holds the keyboard itself until the person
// moves to a control, so that no button has it by default.
type card struct {
	widget.BaseWidget
	words    *words
	question consent.Question
	shown    consent.Shown
	now      func() time.Time // the queue's clock, for the countdown
	stage    stage

	narrow, coarse bool

	content *fyne.Container
	scroll  *container.Scroll
	body    *fyne.Container
	footer  *fyne.Container
	counter *countdown
	hint    *canvas.Text
	waiting *canvas.Text
	allows  []*control
}

// stage is where a card stands.
type stage interface {
	listener
	answer(*card, consent.Answer)
	arm() *arming
	entered()      // the pointer came into the window
	fit()          // the card's height changed
	mute(*card)    // deny this agent for a while
	painted(*card) // the card's frame is being drawn
}

func newCard(w *words, q consent.Question, shown consent.Shown, now func() time.Time, s stage) *card {
	c := &card{words: w, question: q, shown: shown, now: now, stage: s}
	c.ExtendBaseWidget(c)
	c.body = c.newBody()
	c.scroll = container.NewVScroll(inset(spaceMiddle, spaceEdge-4, c.body))
	c.footer = container.NewStack(c.newFooter())
	c.content = c.frame()
	return c
}

// frame puts body and footer beside the bar in the sensitivity's colour.
func (c *card) frame() *fyne.Container {
	bar := canvas.NewRectangle(themeColor(tone(c.question.Sensitivity)))
	bar.SetMinSize(fyne.NewSize(4, 1))
	ground := canvas.NewRectangle(themeColor(colorCard))
	foot := stack(0, rule(), inset(12, spaceEdge-4, c.footer))
	sensor := canvas.NewRaster(c.drawn)
	sensor.SetMinSize(fyne.NewSquareSize(1))
	inner := container.NewBorder(nil, foot, bar, nil, c.scroll)
	return container.NewStack(ground, container.NewThemeOverride(inner, tight{}), container.NewWithoutLayout(sensor))
}

// CreateRenderer implements fyne.Widget.
func (c *card) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.content) }

// MinSize implements fyne.CanvasObject: the window may be made smaller than the
// card wants to be, never so small that a button is cut.
func (c *card) MinSize() fyne.Size {
	return fyne.NewSize(max(cardWidth, c.footer.MinSize().Width+2*spaceEdge), c.footer.MinSize().Height+160)
}

// height returns how high the card wants to be at a width.
func (c *card) height(width float32) float32 {
	inner := width - 4 - 2*(spaceEdge-4)
	for range 2 { // labels know their height once they know their width
		c.body.Resize(fyne.NewSize(inner, c.body.MinSize().Height))
	}
	return min(cardHeight, c.body.MinSize().Height+2*spaceMiddle+c.footer.MinSize().Height+25)
}

// high reports whether the question is asked every time.
func (c *card) high() bool { return manifest.Highest(c.question.Sensitivity) == manifest.High }

// choose answers with what is chosen on the card.
func (c *card) choose(choice consent.Choice) {
	c.stage.answer(c, consent.Answer{
		Choice: choice,
		Narrow: c.narrow && choice == consent.Allow,
		Coarse: c.coarse && (choice == consent.Allow || choice == consent.AllowOnce),
	})
}

// refreshArming shows how soon Allow counts, and what it waits for.
func (c *card) refreshArming() {
	for _, allow := range c.allows {
		allow.Refresh()
	}
	if c.hint == nil {
		return
	}
	key := "ask.hint_keys"
	switch arm := c.stage.arm(); {
	case !arm.focused:
		key = "ask.hint_focus"
	case !arm.visible:
		key = "ask.hint_covered"
	}
	if text := c.words.say(key); c.hint.Text != text {
		c.hint.Text = text
		c.hint.Refresh()
	}
}

// FocusGained implements fyne.Focusable.
func (c *card) FocusGained() { c.stage.focusMoved(true) }

// FocusLost implements fyne.Focusable.
func (c *card) FocusLost() { c.stage.focusMoved(false) }

// TypedRune implements fyne.Focusable.
func (c *card) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (c *card) TypedKey(e *fyne.KeyEvent) { c.stage.typed(e.Name) }

// KeyDown implements desktop.Keyable.
func (c *card) KeyDown(*fyne.KeyEvent) { c.stage.disturbed() }

// KeyUp implements desktop.Keyable.
func (c *card) KeyUp(*fyne.KeyEvent) {}

// MouseDown implements desktop.Mouseable: a click beside the controls.
func (c *card) MouseDown(*desktop.MouseEvent) {
	c.stage.disturbed()
	if canvas := fyne.CurrentApp().Driver().CanvasForObject(c); canvas != nil {
		canvas.Focus(c)
	}
}

// MouseUp implements desktop.Mouseable.
func (c *card) MouseUp(*desktop.MouseEvent) {}

// MouseIn implements desktop.Hoverable.
func (c *card) MouseIn(*desktop.MouseEvent) { c.stage.entered() }

// MouseMoved implements desktop.Hoverable.
func (c *card) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (c *card) MouseOut() {}
