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

// cardWidth and cardHeight bound the question; what is higher scrolls, but for what
// decides, which takes what it needs.
const (
	cardWidth  = 520
	cardHeight = 640
)

// card is one question on screen.
type card struct {
	widget.BaseWidget
	words    *kit.Words
	question ask.Question
	shown    ask.Shown
	now      func() time.Time // the queue's clock, for the countdown
	host     cardHost
	draft    *draft
	answer   ask.Answer // the person's, once there is one

	told     []*told // every text of what decides
	measures measures
	content  *fyne.Container
	facts    *fyne.Container
	scroll   *container.Scroll
	more     *fyne.Container
	inFull   fyne.CanvasObject // opens to all of what is cut
	title    *kit.Paragraph
	tip      *kit.Tip
	labels   []*canvas.Text    // of what leaves, why and the permission
	authors  *told             // what the author says, in one line
	author   fyne.CanvasObject // opens to all of it
	footer   *fyne.Container
	counter  *countdown
	counting bool
	field    *wordField
	hint     *canvas.Text
	waiting  *canvas.Text
	refusals *fyne.Container
	denyAll  *control
	offered  bool // "deny all that waits" is on the card
	deny     *control
	allows   []*control
	keyed    map[rune]*control // by their letters
	noticed  string            // said for a moment instead of the hint
}

// cardHost is where a card stands.
type cardHost interface {
	listener
	answer(*card, ask.Answer)
	arm() *arming
	home() string     // the person's home folder, which is written ~
	capDays() int     // how many days a silent window lasts at most; 0: no end
	soon(func())      // has the toolkit's goroutine do something
	entered()         // the pointer came into the window
	fit()             // the card's height changed
	resized()         // the window gave the card another size
	tick()            // something about arming changed
	mute(*card)       // deny this agent for a while
	undo(*card)       // take back what the answer made
	putAway()         // hide a card that ended
	denyAll(*card)    // deny all that waits from this agent
	behind(*card) int // how many more wait from this agent
	painted(*card)    // the card's frame is being drawn
}

func newCard(w *kit.Words, q ask.Question, shown ask.Shown, d *draft, now func() time.Time, h cardHost) *card {
	c := &card{words: w, question: q, shown: shown, draft: d, now: now, host: h}
	c.build()
	return c
}

// again returns the same question on a new card, for other words or colours, with what
// the person chose but did not answer yet.
func (c *card) again() *card { return newCard(c.words, c.question, c.shown, c.draft, c.now, c.host) }

func (c *card) build() {
	c.ExtendBaseWidget(c)
	c.measures = roomy
	c.tip = kit.NewTip()
	c.facts = c.newFacts()
	c.more = c.newMore()
	c.scroll = container.NewVScroll(container.New(layout.NewCustomPaddedLayout(0, kit.SpaceSmall, kit.SpaceEdge-barWidth, kit.SpaceEdge), c.more))
	c.scroll.OnScrolled = func(at fyne.Position) { c.draft.scrolled = at.Y }
	c.footer = container.NewStack(c.newFooter())
	c.refreshWaiting()
	c.content = c.frame()
}

// frame puts the bar in the sensitivity's colour beside the body, over the footer.
func (c *card) frame() *fyne.Container {
	bar := canvas.NewRectangle(kit.Color(kit.Tone(c.question.Sensitivity)))
	m := &c.measures
	foot := kit.Stack(0, kit.Separator(), container.New(padded{&m.foot, &m.foot, kit.SpaceEdge, kit.SpaceEdge}, c.footer))
	facts := container.New(padded{&m.above, &m.head, kit.SpaceEdge - barWidth, kit.SpaceEdge}, c.facts)
	drawn := sensor(func() { c.host.soon(func() { c.host.painted(c) }) })
	inner := container.New(&cardLayout{m}, bar, facts, c.scroll, foot, drawn)
	return container.NewStack(canvas.NewRectangle(kit.Color(kit.ColorCard)), inner, c.tip)
}

// CreateRenderer implements fyne.Widget.
func (c *card) CreateRenderer() fyne.WidgetRenderer { return widget.NewSimpleRenderer(c.content) }

// fit lays the card out for a width and returns how high it wants to be, at most
// highest. Where that leaves too little room, what decides takes less.
func (c *card) fit(width, highest float32) float32 {
	least, wanted := c.arrange(width, roomy)
	for _, less := range []measures{dense, tight} {
		if least > highest {
			least, wanted = c.arrange(width, less)
		}
	}
	return min(max(least, wanted), highest)
}

// arrange lays the card out and returns how high it is at least, and would be with all
// that scrolls in view.
func (c *card) arrange(width float32, m measures) (least, wanted float32) {
	if c.measures != m {
		c.measures = m
		for _, t := range c.told {
			t.shown.Limit(t.lines.of(m))
			if t.size == kit.TextBody {
				t.shown.Scale(m.body)
			}
		}
		for _, label := range c.labels {
			label.TextSize = m.body
		}
		c.title.Scale(m.title)
		show(c.authors.shown, !m.brief)
		c.content.Refresh()
	}
	inner := width - 2*kit.SpaceEdge
	for range 2 { // texts know their height once they know their width
		c.facts.Resize(fyne.NewSize(inner, c.facts.MinSize().Height))
		c.more.Resize(fyne.NewSize(inner, c.more.MinSize().Height))
		c.footer.Resize(fyne.NewSize(inner, c.footer.MinSize().Height))
	}
	c.offerMore()
	least = c.content.MinSize().Height
	return least, min(cardHeight, least-m.scroll+c.more.MinSize().Height+kit.SpaceSmall)
}

// Resize implements fyne.Widget.
func (c *card) Resize(size fyne.Size) {
	c.BaseWidget.Resize(size)
	c.host.resized()
}

// whole reports whether all that decides has room on the card as it is.
func (c *card) whole() bool { return c.Size().Height >= c.content.MinSize().Height }

// high reports whether the question is asked every time.
func (c *card) high() bool { return manifest.Highest(c.question.Sensitivity) == manifest.High }

// choose answers with what is chosen on the card.
func (c *card) choose(choice ask.Choice) {
	breadth := ask.ThisTarget
	if choice == ask.Allow && !c.narrow() {
		breadth = ask.WholeScope
	}
	answer := ask.Answer{
		Choice:  choice,
		Breadth: breadth,
		Coarse:  c.draft.coarse && (choice == ask.Allow || choice == ask.AllowOnce),
	}
	if choice == ask.Deny && c.draft.telling {
		answer.Message = c.draft.word
	}
	c.host.answer(c, answer)
}

// refreshArming shows how soon Allow counts, and what it waits for.
func (c *card) refreshArming() {
	for _, allow := range c.allows {
		allow.Refresh()
	}
	if c.hint == nil {
		return
	}
	key, tone := "", kit.ColorMuted
	switch arm := c.host.arm(); {
	case c.noticed != "":
		key, tone = c.noticed, kit.ColorMedium
	case !arm.focused:
		key, tone = "ask.hint_focus", kit.ColorMedium
	case !arm.visible:
		key, tone = "ask.hint_covered", kit.ColorMedium
	case c.host.showsKeys():
		key = "ask.hint_keys"
	}
	text := ""
	if key != "" {
		text = c.words.Say(key)
	}
	if c.hint.Text != text {
		c.hint.Text, c.hint.Color = text, kit.Color(tone)
		c.hint.Refresh()
	}
}

// noticeStays is how long something is said instead of the hint.
const noticeStays = 2 * time.Second

// notice says something for a moment.
func (c *card) notice(key string) {
	c.noticed = key
	c.refreshArming()
	time.AfterFunc(noticeStays, func() {
		c.host.soon(func() {
			c.noticed = ""
			c.refreshArming()
		})
	})
}

// refreshKeys draws the letters on the buttons and says what else keys do, or no more.
func (c *card) refreshKeys() {
	for _, control := range c.keyed {
		control.Refresh()
	}
	c.refreshArming()
}

// FocusGained implements fyne.Focusable.
func (c *card) FocusGained() { c.host.focusMoved(true) }

// FocusLost implements fyne.Focusable.
func (c *card) FocusLost() { c.host.focusMoved(false) }

// TypedRune implements fyne.Focusable.
func (c *card) TypedRune(r rune) { c.host.letter(r) }

// TypedShortcut implements fyne.Shortcutable.
func (c *card) TypedShortcut(s fyne.Shortcut) { altLetter(c.host, s) }

// TypedKey implements fyne.Focusable.
func (c *card) TypedKey(e *fyne.KeyEvent) { c.host.typed(e.Name) }

// KeyDown implements desktop.Keyable.
func (c *card) KeyDown(e *fyne.KeyEvent) { c.host.pressed(e.Name) }

// KeyUp implements desktop.Keyable.
func (c *card) KeyUp(e *fyne.KeyEvent) { c.host.released(e.Name) }

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
