package question

import (
	"context"
	"time"

	"fyne.io/fyne/v2"

	"assent/app/ui/kit"
	"assent/consent/ask"
	"assent/executors/projectcli/uihint"
)

// Asker puts questions to the person in a window of its own, which is made once
// and kept hidden between questions. It implements ask.Asker.
type Asker struct {
	window  fyne.Window
	options Options

	// Of the toolkit's goroutine alone:
	arming   arming
	card     *card
	asking   *asking
	until    time.Time // the card shown stays at least so long
	pending  *time.Timer
	ending   *time.Timer // hides the card that ended
	summons  *time.Timer // not nil while the question is out of view
	native   bool        // the window system tells about focus, moves and cover
	placing  bool        // we give the keyboard to a card; no sign of focus
	visible  bool        // the window is shown
	covered  bool        // as the window system tells: not wholly in view
	key      keyPress
	tabbed   bool // Tab was used on this card
	alted    bool // Alt is held
	teaching bool // the keys are shown for the first time
	warmed   bool
	screen   fyne.Size // room for the window, where the window system tells none
	watcher  *watcher  // nil where the window system tells nothing
	closed   bool
	ticking  bool
	followed map[ask.CallKey]*card // cards whose call runs
}

// Options are what the window is made with.
type Options struct {
	Words *kit.Words
	Now   func() time.Time // the clock that ask.Shown.Deadline follows
	Later func(func())     // has the toolkit's goroutine do something
	Home  string           // the person's home folder, which is written ~; may be empty

	// What can be done and known beside the answer. Nil ones do nothing and know nothing.
	Mute     func(agentID string, d time.Duration)                     // "deny this agent for 10 minutes"
	DenyAll  func(agentID string)                                      // "deny all that waits from this agent"
	Waiting  func(agentID string) int                                  // how many wait from an agent
	Main     func() fyne.Window                                        // the main window, which the question belongs to
	Opened   func(ask.Question, ask.Answer) (until time.Time, ok bool) // the silent window that a yes opened
	Found    func(ask.CallKey) (hint uihint.Hint, ok bool)             // what the result of a call that ended ok looks like
	Undo     func(ask.Question) error                                  // takes back what the answer made beside the call; from any goroutine
	Speak    func(text string)                                         // speaks the question on screen, where the person wants that
	Untaught func() bool                                               // nobody was shown the keys yet
	Taught   func()                                                    // now somebody was
	CapDays  func() int                                                // how many days a silent window lasts at most; 0: no end
	Notify   func(title, body string)                                  // shows a desktop notification in place of the last one; plain text
	Unnotify func()                                                    // takes it away
	TimedOut func(what string)                                         // a question left without an answer
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

// New makes the window, hidden. Call it on the main goroutine.
func New(a fyne.App, o Options) *Asker {
	s := &Asker{options: o, screen: fyne.NewSize(cardWidth, cardHeight), followed: map[ask.CallKey]*card{}}
	s.window = a.NewWindow(o.Words.Say("ask.title"))
	s.window.SetPadded(false)
	s.window.CenterOnScreen()
	s.window.SetContent(kit.Gap(1, 1))
	s.window.Resize(fyne.NewSize(cardWidth, cardHeight))
	s.window.SetCloseIntercept(func() { s.dismiss(ask.Closed) })
	return s
}

// Ask implements ask.Asker. It may be called from any goroutine.
func (s *Asker) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	t := &asking{ctx: ctx, question: q, shown: shown, answers: make(chan ask.Answer, 1)}
	s.options.Later(func() { s.begin(t) })
	select {
	case answer := <-t.answers:
		return answer, nil
	case <-ctx.Done():
		s.options.Later(func() { s.leave(t) })
		return ask.Answer{}, ctx.Err()
	}
}

// Ended shows how the call of an allowed question ended, when its card is still
// on screen. It may be called from any goroutine.
func (s *Asker) Ended(call ask.CallKey, status, reason string) {
	s.options.Later(func() {
		c := s.followed[call]
		delete(s.followed, call)
		if c == nil || c != s.card || s.asking != nil {
			return
		}
		s.end(c, status, reason)
	})
}

// end shows on a card how its call ended, long enough for what there is to read or undo.
func (s *Asker) end(c *card, status, reason string) {
	said, stays := "", endStays
	if until, opened := s.opened(c); opened {
		said, stays = c.opened(until), undoStays
	}
	if hint, ok := s.found(c); ok && status == "ok" {
		c.found(hint, said)
		s.stay(endStays, hintStays)
		return
	}
	c.done(status == "ok", reason, said)
	s.stay(endStays, stays)
}

// found returns what the result of a card's call looks like.
func (s *Asker) found(c *card) (hint uihint.Hint, ok bool) {
	if s.options.Found == nil {
		return hint, false
	}
	return s.options.Found(c.question.Key())
}

// putAway implements cardHost.
func (s *Asker) putAway() { s.dismiss(ask.Closed) }

// Close lets go of the open question and of every later one, without an answer: nobody's
// answer is not the person's. They end when the queue closes. It may be called twice, on
// the toolkit's goroutine.
func (s *Asker) Close() {
	s.closed = true
	if s.asking != nil {
		s.asking = nil
		s.card.counter.stop()
		s.summon()
	}
	s.watcher.close()
	s.watcher = nil
}

// begin puts a question on screen, once the outcome before it could be read.
func (s *Asker) begin(t *asking) {
	if s.closed || t.ctx.Err() != nil {
		return
	}
	if wait := time.Until(s.until); wait > 0 && s.asking == nil {
		s.pending = time.AfterFunc(wait, func() { s.options.Later(func() { s.begin(t) }) })
		return
	}
	s.asking = t
	s.card = newCard(s.options.Words, t.question, t.shown, draftOf(t.shown), s.options.Now, s)
	s.put()
}

// answer implements cardHost. Only the card on screen can answer, and once.
func (s *Asker) answer(c *card, a ask.Answer) {
	if s.asking == nil || c != s.card {
		return
	}
	t := s.asking
	s.asking = nil
	s.taught()
	s.summon()
	c.answer = a
	t.answers <- a
	if a.Choice == ask.Allow || a.Choice == ask.AllowOnce {
		s.followed = map[ask.CallKey]*card{t.question.Key(): c}
		c.running()
		return
	}
	if a.Choice == ask.AlwaysDeny && s.options.Undo != nil {
		c.alwaysDenied()
		s.stay(endStays, undoStays)
		return
	}
	c.left("ask.denied")
	s.stay(denialStays, denialStays)
}

// opened returns until when the window holds that the answer on a card opened.
func (s *Asker) opened(c *card) (until time.Time, ok bool) {
	if c.answer.Choice != ask.Allow || s.options.Opened == nil || s.options.Undo == nil {
		return time.Time{}, false
	}
	return s.options.Opened(c.question, c.answer)
}

// undo implements cardHost.
func (s *Asker) undo(c *card) {
	if c != s.card || s.asking != nil {
		return
	}
	c.left("ask.undoing")
	s.stay(endStays, undoStays)
	go func() {
		key := "ask.undone"
		if s.options.Undo(c.question) != nil {
			key = "ask.not_undone"
		}
		s.options.Later(func() {
			if c == s.card && s.asking == nil {
				c.left(key)
				s.stay(endStays, endStays)
			}
		})
	}()
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
	s.summon()
	key := "ask.withdrawn"
	if at, ok := t.shown.Deadline(); ok && !s.options.Now().Before(at) {
		key = "ask.timed_out"
		s.tellTimedOut(t.question)
	}
	if context.Cause(t.ctx) == ask.ErrOthersFirst {
		key = "ask.others_first"
	}
	s.card.left(key)
	s.stay(denialStays, denialStays)
}

// tellTimedOut names the action and the target of a question that nobody answered.
func (s *Asker) tellTimedOut(q ask.Question) {
	what := kit.AgentName(q.Caller.AgentName, q.Caller.AgentID) + " · " + s.options.Words.Tool(q.Scope, q.Tool)
	if q.Facts.Target != "" {
		what += " · " + kit.OneLine(q.Facts.Target)
	}
	if s.options.TimedOut != nil {
		s.options.TimedOut(what)
	}
}
