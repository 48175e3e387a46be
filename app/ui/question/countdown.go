package question

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/ask"
)

// countdown shows the time until a high question is denied by itself: a ring that
// empties and the seconds. It wakes once a second, and only while it runs.
type countdown struct {
	widget.BaseWidget
	words    *kit.Words
	deadline func() (time.Time, bool)
	now      func() time.Time
	later    func(func()) // has the toolkit's goroutine do something
	timer    *time.Timer
	ended    bool

	track, ring *canvas.Arc
	text        *canvas.Text
}

const ringSize = 16

func newCountdown(w *kit.Words, deadline func() (time.Time, bool), now func() time.Time, later func(func())) *countdown {
	c := &countdown{words: w, deadline: deadline, now: now, later: later,
		track: canvas.NewArc(0, 360, 0.7, kit.Color(kit.ColorLine)), ring: canvas.NewArc(0, 360, 0.7, kit.Color(kit.ColorHigh)),
		text: kit.Line("", kit.TextSmall, kit.ColorText)}
	c.ExtendBaseWidget(c)
	c.draw(ask.AnswerTime)
	return c
}

// start counts until stop, or until the deadline.
func (c *countdown) start() {
	if c.ended || c.Hidden {
		return
	}
	left := ask.AnswerTime
	if at, ok := c.deadline(); ok {
		left = max(0, at.Sub(c.now()))
	}
	c.draw(left)
	if left > 0 {
		c.timer = time.AfterFunc(left-(left-1).Truncate(time.Second), func() { c.later(c.start) })
	}
}

// stop ends the counting for good.
func (c *countdown) stop() {
	c.ended = true
	if c.timer != nil {
		c.timer.Stop()
	}
}

func (c *countdown) draw(left time.Duration) {
	seconds := int((left + time.Second - 1) / time.Second)
	c.text.Text = c.words.Say("ask.countdown", "Count", seconds)
	c.ring.EndAngle = float32(360 * min(1, float64(left)/float64(ask.AnswerTime)))
	c.text.Refresh()
	c.ring.Refresh()
	c.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (c *countdown) CreateRenderer() fyne.WidgetRenderer { return countdownRenderer{c} }

type countdownRenderer struct{ c *countdown }

// MinSize implements fyne.WidgetRenderer.
func (r countdownRenderer) MinSize() fyne.Size {
	return r.c.text.MinSize().AddWidthHeight(ringSize+kit.SpaceSmall, 0).Max(fyne.NewSize(0, ringSize))
}

// Layout implements fyne.WidgetRenderer.
func (r countdownRenderer) Layout(size fyne.Size) {
	for _, arc := range []*canvas.Arc{r.c.track, r.c.ring} {
		arc.Resize(fyne.NewSquareSize(ringSize))
		arc.Move(fyne.NewPos(0, (size.Height-ringSize)/2))
	}
	r.c.text.Move(fyne.NewPos(ringSize+kit.SpaceSmall, (size.Height-r.c.text.MinSize().Height)/2))
}

// Refresh implements fyne.WidgetRenderer.
func (r countdownRenderer) Refresh() { r.Layout(r.c.Size()) }

// Objects implements fyne.WidgetRenderer.
func (r countdownRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.c.track, r.c.ring, r.c.text}
}

// Destroy implements fyne.WidgetRenderer. The toolkit may do this to a renderer that
// was not drawn for long; the counting goes on.
func (r countdownRenderer) Destroy() {}
