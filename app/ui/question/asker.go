package question

import (
	"context"
	"errors"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"assent/app/ui/kit"
	"assent/consent/ask"
	"assent/consent/visible"
)

// How long a card stays after its end: long enough to read one line.
const (
	endStays    = 1500 * time.Millisecond
	denialStays = 400 * time.Millisecond
)

// screenMargin is what of the screen's height the question leaves to panels.
const screenMargin = 96

// errClosed is what Ask returns after Close.
var errClosed = errors.New("the question's window is closed")

// Asker puts questions to the person in a window of its own, which is made once
// and kept hidden between questions. It implements ask.Asker.
type Asker struct {
	window  fyne.Window
	words   *kit.Words
	now     func() time.Time
	actions Actions
	later   func(func()) // has the toolkit's goroutine do something

	// Of the toolkit's goroutine alone:
	arming   arming
	card     *card
	asking   *asking
	until    time.Time // the card shown stays at least so long
	pending  *time.Timer
	native   bool // the window system tells about focus, moves and cover
	placing  bool // we give the keyboard to a card; no sign of focus
	visible  bool
	highest  float32 // what a card may be high at most: it fits the screen
	warmed   bool
	unwatch  func()
	closed   bool
	ticking  bool
	followed map[ask.CallKey]*card // cards whose call runs
}

// Actions is what the question offers beside its answer. Nil actions do nothing.
type Actions struct {
	Mute     func(agentID string, d time.Duration) // "deny this agent for 10 minutes"
	DenyAll  func(agentID string)                  // "deny all that waits from this agent"
	Waiting  func(agentID string) int              // how many wait from an agent
	Notice   func(title, body string)              // a desktop notification; plain text
	TimedOut func(what string)                     // a question left without an answer
}

// asking is one call of Ask.
type asking struct {
	ctx      context.Context
	question ask.Question
	shown    ask.Shown
	answers  chan ask.Answer // holds one
	onScreen bool
}

var _ ask.Asker = (*Asker)(nil)

// New makes the window, hidden. now is the clock that Shown.Deadline follows, and
// later has the toolkit's goroutine do something. Call it on the main goroutine.
func New(a fyne.App, w *kit.Words, now func() time.Time, later func(func()), actions Actions) *Asker {
	s := &Asker{highest: cardHeight, later: later, words: w, now: now, actions: actions, followed: map[ask.CallKey]*card{}}
	s.window = a.NewWindow(w.Say("ask.title"))
	s.window.SetPadded(false)
	s.window.CenterOnScreen()
	s.window.SetContent(kit.Gap(cardWidth, cardHeight))
	s.window.SetCloseIntercept(func() { s.dismiss(ask.Closed) })
	return s
}

// Ask implements ask.Asker. It may be called from any goroutine.
func (s *Asker) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	t := &asking{ctx: ctx, question: q, shown: shown, answers: make(chan ask.Answer, 1)}
	s.later(func() { s.begin(t) })
	select {
	case answer, ok := <-t.answers:
		if !ok {
			return ask.Answer{}, errClosed
		}
		return answer, nil
	case <-ctx.Done():
		s.later(func() { s.leave(t) })
		return ask.Answer{}, ctx.Err()
	}
}

// Ended shows how the call of an allowed question ended, when its card is still
// on screen. It may be called from any goroutine.
func (s *Asker) Ended(call ask.CallKey, status, reason string) {
	s.later(func() {
		c := s.followed[call]
		delete(s.followed, call)
		if c == nil || c != s.card || s.asking != nil {
			return
		}
		c.done(status == "ok", reason)
		s.stay(endStays)
	})
}

// Close denies the open question and every later one. It may be called twice, on
// the toolkit's goroutine.
func (s *Asker) Close() {
	s.closed = true
	if s.asking != nil {
		s.asking.answers <- ask.Answer{Choice: ask.Closed}
		s.asking = nil
		s.card.counter.stop()
	}
	if s.unwatch != nil {
		s.unwatch()
		s.unwatch = nil
	}
}

// begin puts a question on screen, once the outcome before it could be read.
func (s *Asker) begin(t *asking) {
	if s.closed {
		close(t.answers)
		return
	}
	if t.ctx.Err() != nil {
		return
	}
	if wait := time.Until(s.until); wait > 0 && s.asking == nil {
		s.pending = time.AfterFunc(wait, func() { s.later(func() { s.begin(t) }) })
		return
	}
	s.asking = t
	s.card = newCard(s.words, t.question, t.shown, s.now, s)
	s.put()
}

// put shows the card in the window, and the window.
func (s *Asker) put() {
	s.arming.Disturb(time.Now())
	s.window.SetTitle(s.words.Say("ask.title"))
	s.window.SetContent(s.card)
	s.take(s.card)
	s.fit()
	if s.card.high() {
		if top, ok := s.window.(desktop.Window); ok {
			top.RequestAlwaysOnTop()
		}
	}
	if !s.visible {
		s.Warm()
		s.visible = true
		s.window.Show()
		s.watch()
		s.window.RequestFocus()
	}
	if !s.native {
		s.arming.Visible(true, time.Now())
	}
	s.tick()
}

// watch begins to listen to the window system, once there is a native window.
func (s *Asker) watch() {
	if s.unwatch == nil {
		var screen int
		if screen, s.unwatch, s.native = watch(s.window, nativeEvents{s}, s.later); s.native {
			s.highest = min(cardHeight, float32(screen)/s.window.Canvas().Scale()-screenMargin)
		}
	}
}

// painted implements cardHost: the card's frame is being drawn, so it is on screen
// when this goroutine comes to what is queued now.
func (s *Asker) painted(c *card) {
	if c != s.card || s.asking == nil || s.asking.onScreen {
		return
	}
	s.asking.onScreen = true
	s.asking.shown.Now()
	c.counter.start()
	if s.actions.Notice != nil {
		s.actions.Notice(s.words.Say("ask.title"), s.words.Text(s.asking.question.Sentence()))
	}
}

// answer implements cardHost. Only the card on screen can answer, and once.
func (s *Asker) answer(c *card, a ask.Answer) {
	if s.asking == nil || c != s.card {
		return
	}
	t := s.asking
	s.asking = nil
	t.answers <- a
	if a.Choice == ask.Allow || a.Choice == ask.AllowOnce {
		s.followed = map[ask.CallKey]*card{t.question.Key(): c}
		c.running()
		return
	}
	c.left("ask.denied")
	s.stay(denialStays)
}

// dismiss answers what is on screen with a no, or puts an outcome away.
func (s *Asker) dismiss(choice ask.Choice) {
	if s.asking != nil {
		s.answer(s.card, ask.Answer{Choice: choice})
	}
	s.hide()
}

// leave takes a question away that ended without the person.
func (s *Asker) leave(t *asking) {
	if s.pending != nil && s.asking == nil {
		s.pending.Stop()
	}
	if s.asking != t {
		return
	}
	s.asking = nil
	key := "ask.withdrawn"
	if at, ok := t.shown.Deadline(); ok && !s.now().Before(at) {
		key = "ask.timed_out"
		s.tellTimedOut(t.question)
	}
	s.card.left(key)
	s.stay(denialStays)
}

// tellTimedOut names the tool and the target of a question that nobody answered.
func (s *Asker) tellTimedOut(q ask.Question) {
	what := kit.AgentName(q.Caller.AgentName, q.Caller.AgentID) + " · " + visible.Escape(q.Tool)
	if q.Facts.Target != "" {
		what += " · " + kit.OneLine(q.Facts.Target)
	}
	if s.actions.Notice != nil {
		s.actions.Notice(s.words.Say("ask.timed_out"), what)
	}
	if s.actions.TimedOut != nil {
		s.actions.TimedOut(what)
	}
}

// Redraw puts the question on screen again, in other words or colours.
func (s *Asker) Redraw() {
	if s.asking == nil {
		return
	}
	s.card.counter.stop()
	s.card = s.card.again()
	s.put()
	if s.asking.onScreen {
		s.card.counter.start()
	}
}

// stay keeps a card that ended for d, then hides the window unless another
// question came.
func (s *Asker) stay(d time.Duration) {
	s.until = time.Now().Add(d)
	ended := s.card
	time.AfterFunc(d, func() {
		s.later(func() {
			if s.card == ended && s.asking == nil {
				s.hide()
			}
		})
	})
}

func (s *Asker) hide() {
	s.visible, s.until, s.card = false, time.Time{}, nil
	s.arming.Visible(false, time.Now())
	s.window.Hide()
}

// Warm makes the native window ready, once: the first question then shows at once, and
// nothing that happens to its window is missed.
func (s *Asker) Warm() {
	if s.warmed || s.closed {
		return
	}
	s.warmed = true
	s.window.Show()
	s.watch()
	s.window.Hide()
}
