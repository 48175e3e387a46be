package question

import (
	"image"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/ask"
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
	words    *kit.Words
	question ask.Question
	shown    ask.Shown
	now      func() time.Time // the queue's clock, for the countdown
	host     cardHost

	narrow, coarse bool

	content  *fyne.Container
	scroll   *container.Scroll
	body     *fyne.Container
	footer   *fyne.Container
	counter  *countdown
	hint     *canvas.Text
	waiting  *canvas.Text
	refusals *fyne.Container
	denyAll  *control
	offered  bool // "deny all that waits" is on the card
	allows   []*control
}

// cardHost is where a card stands.
type cardHost interface {
	listener
	answer(*card, ask.Answer)
	arm() *arming
	soon(func())      // has the toolkit's goroutine do something
	entered()         // the pointer came into the window
	fit()             // the card's height changed
	tick()            // something about arming changed
	mute(*card)       // deny this agent for a while
	denyAll(*card)    // deny all that waits from this agent
	behind(*card) int // how many more wait from this agent
	painted(*card)    // the card's frame is being drawn
}

func newCard(w *kit.Words, q ask.Question, shown ask.Shown, now func() time.Time, s cardHost) *card {
	c := &card{words: w, question: q, shown: shown, now: now, host: s}
	c.build()
	return c
}

// again returns the same question on a new card, for other words or colours, with what
// the person chose but did not answer yet.
func (c *card) again() *card {
	n := &card{words: c.words, question: c.question, shown: c.shown, now: c.now, host: c.host, narrow: c.narrow, coarse: c.coarse}
	n.build()
	return n
}

func (c *card) build() {
	c.ExtendBaseWidget(c)
	c.body = c.newBody()
	c.scroll = container.NewVScroll(container.New(layout.NewCustomPaddedLayout(kit.SpaceMiddle, kit.SpaceMiddle, kit.SpaceEdge-barWidth, kit.SpaceEdge), c.body))
	c.footer = container.NewStack(c.newFooter())
	c.content = c.frame()
}

// frame puts the bar in the sensitivity's colour beside the body, over the footer.
func (c *card) frame() *fyne.Container {
	bar := canvas.NewRectangle(kit.Color(kit.Tone(c.question.Sensitivity)))
	foot := kit.Stack(0, kit.Separator(), kit.Inset(footSpace, kit.SpaceEdge, c.footer))
	drawn := sensor(func() { c.host.soon(func() { c.host.painted(c) }) })
	inner := container.New(cardLayout{}, bar, c.scroll, foot, drawn)
	return container.NewStack(canvas.NewRectangle(kit.Color(kit.ColorCard)), inner)
}

// footSpace is the space above and below the footer's content.
const footSpace = 12

// cardLayout places a bar, a body that takes what is left and a foot as high as it
// needs; a sensor stays where it is.
type cardLayout struct{}

// MinSize implements fyne.Layout.
func (cardLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[2].MinSize().AddWidthHeight(0, 160)
}

// Layout implements fyne.Layout.
func (cardLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	foot := o[2].MinSize().Height
	o[0].Resize(fyne.NewSize(barWidth, size.Height-foot))
	o[1].Move(fyne.NewPos(barWidth, 0))
	o[1].Resize(fyne.NewSize(size.Width-barWidth, size.Height-foot))
	o[2].Move(fyne.NewPos(0, size.Height-foot))
	o[2].Resize(fyne.NewSize(size.Width, foot))
}

const barWidth = 4

// CreateRenderer implements fyne.Widget.
func (c *card) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.content) }

// height returns how high the card wants to be at a width.
func (c *card) height(width float32) float32 {
	inner := width - 2*kit.SpaceEdge
	for range 2 { // labels know their height once they know their width
		c.body.Resize(fyne.NewSize(inner, c.body.MinSize().Height))
	}
	return min(cardHeight, c.body.MinSize().Height+2*kit.SpaceMiddle+c.footer.MinSize().Height+2*footSpace+1)
}

// high reports whether the question is asked every time.
func (c *card) high() bool { return manifest.Highest(c.question.Sensitivity) == manifest.High }

// choose answers with what is chosen on the card.
func (c *card) choose(choice ask.Choice) {
	breadth := ask.ThisTarget
	if choice == ask.Allow && !c.narrow {
		breadth = ask.WholeScope
	}
	c.host.answer(c, ask.Answer{
		Choice:  choice,
		Breadth: breadth,
		Coarse:  c.coarse && (choice == ask.Allow || choice == ask.AllowOnce),
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
	switch arm := c.host.arm(); {
	case !arm.focused:
		key = "ask.hint_focus"
	case !arm.visible:
		key = "ask.hint_covered"
	}
	if text := c.words.Say(key); c.hint.Text != text {
		c.hint.Text = text
		c.hint.Refresh()
	}
}

// FocusGained implements fyne.Focusable.
func (c *card) FocusGained() { c.host.focusMoved(true) }

// FocusLost implements fyne.Focusable.
func (c *card) FocusLost() { c.host.focusMoved(false) }

// TypedRune implements fyne.Focusable.
func (c *card) TypedRune(rune) {}

// TypedKey implements fyne.Focusable.
func (c *card) TypedKey(e *fyne.KeyEvent) { c.host.typed(e.Name) }

// KeyDown implements desktop.Keyable.
func (c *card) KeyDown(*fyne.KeyEvent) { c.host.disturbed() }

// KeyUp implements desktop.Keyable.
func (c *card) KeyUp(*fyne.KeyEvent) {}

// MouseDown implements desktop.Mouseable: a click beside the controls.
func (c *card) MouseDown(*desktop.MouseEvent) {
	c.host.disturbed()
	c.host.take(c)
}

// MouseUp implements desktop.Mouseable.
func (c *card) MouseUp(*desktop.MouseEvent) {}

// MouseIn implements desktop.Hoverable.
func (c *card) MouseIn(*desktop.MouseEvent) { c.host.entered() }

// MouseMoved implements desktop.Hoverable.
func (c *card) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (c *card) MouseOut() {}

// sensor is a dot that nobody sees and that calls drawn, on the toolkit's goroutine, when
// it is drawn.
func sensor(drawn func()) fyne.CanvasObject {
	dot := canvas.NewRaster(func(int, int) image.Image {
		drawn()
		return image.NewNRGBA(image.Rect(0, 0, 1, 1))
	})
	dot.Resize(fyne.NewSquareSize(1))
	return container.NewWithoutLayout(dot)
}
