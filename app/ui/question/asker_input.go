package question

import (
	"time"

	"fyne.io/fyne/v2"

	"assent/consent/ask"
)

// tickEvery is how often the line along Allow's foot grows while it fills.
const tickEvery = 35 * time.Millisecond

var _ cardHost = (*Asker)(nil)

// arm implements cardHost.
func (s *Asker) arm() *arming { return &s.arming }

// disturbed implements listener.
func (s *Asker) disturbed() {
	s.arming.Disturb(time.Now())
	s.tick()
}

// soon implements cardHost.
func (s *Asker) soon(f func()) { s.later(f) }

// take implements listener. It is no sign that the window has the keyboard.
func (s *Asker) take(f fyne.Focusable) {
	s.placing = true
	s.window.Canvas().Focus(f)
	s.placing = false
}

// focusMoved implements listener. Where the window system tells about the focus,
// only it is believed: the toolkit also calls this for a window without it.
func (s *Asker) focusMoved(gained bool) {
	if !s.native && !s.placing {
		s.arming.Focused(gained, time.Now())
		s.tick()
	}
	if !gained {
		s.later(s.keepKeyboard)
	}
}

// reached brings a control of the card's body into view.
func (s *Asker) reached(c *control) {
	if s.card != nil && holds(s.card.body, c) {
		s.card.reveal(c)
	}
}

// keepKeyboard gives the keyboard back to the card when a click beside everything
// took it from a control.
func (s *Asker) keepKeyboard() {
	if canvas := s.window.Canvas(); s.card != nil && canvas.Focused() == nil {
		s.take(s.card)
	}
}

// typed implements listener.
func (s *Asker) typed(key fyne.KeyName) {
	if s.card == nil {
		return
	}
	switch scroll := s.card.scroll; key {
	case fyne.KeyEscape:
		s.dismiss(ask.Deny)
	case fyne.KeyUp:
		scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, 40)})
	case fyne.KeyDown:
		scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -40)})
	case fyne.KeyPageUp:
		scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, scroll.Size().Height)})
	case fyne.KeyPageDown:
		scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -scroll.Size().Height)})
	}
}

// entered implements cardHost: where moves cannot be seen, the pointer coming in may
// be the window having moved under it.
func (s *Asker) entered() {
	if !s.native {
		s.disturbed()
	}
}

// mute implements cardHost.
func (s *Asker) mute(c *card) {
	if s.asking == nil || c != s.card {
		return
	}
	agent := s.asking.question.Caller.AgentID
	s.answer(c, ask.Answer{Choice: ask.Deny})
	if s.actions.Mute != nil {
		go s.actions.Mute(agent, ask.MuteTime)
	}
}

// denyAll implements cardHost.
func (s *Asker) denyAll(c *card) {
	if s.asking == nil || c != s.card {
		return
	}
	t := s.asking
	s.asking = nil
	go func() {
		if s.actions.DenyAll != nil {
			s.actions.DenyAll(t.question.Caller.AgentID)
		}
		t.answers <- ask.Answer{Choice: ask.Deny}
	}()
	c.left("ask.denied")
	s.stay(denialStays)
}

// behind implements cardHost.
func (s *Asker) behind(c *card) int {
	if s.actions.Waiting == nil {
		return 0
	}
	return max(0, s.actions.Waiting(c.question.Caller.AgentID)-1)
}

// Refresh shows what changed about the question on screen.
func (s *Asker) Refresh() {
	if s.asking != nil && s.card.refreshWaiting() {
		s.fit()
	}
}

// fit gives the window the height that the card wants.
func (s *Asker) fit() {
	s.disturbed()
	width := max(cardWidth, s.card.MinSize().Width)
	s.window.Resize(fyne.NewSize(width, min(s.highest, s.card.height(width))))
}

// tick draws how soon Allow counts until it does.
func (s *Asker) tick() {
	armed := s.arming.Armed(time.Now()) // before it is drawn, or the last moment is never drawn
	if s.card != nil {
		s.card.refreshArming()
	}
	if s.ticking || s.asking == nil || !s.arming.visible || !s.arming.focused || armed {
		return
	}
	s.ticking = true
	time.AfterFunc(tickEvery, func() {
		s.later(func() {
			s.ticking = false
			s.tick()
		})
	})
}

// nativeEvents hears the window system.
type nativeEvents struct{ s *Asker }

func (n nativeEvents) moved() { n.s.disturbed() }

func (n nativeEvents) covered(hidden bool) {
	n.s.arming.Visible(!hidden && n.s.visible, time.Now())
	n.s.tick()
}

func (n nativeEvents) focused(gained bool) {
	n.s.arming.Focused(gained, time.Now())
	n.s.tick()
}

// moment is when an input happens. It is wall time, whatever the queue's clock is.
func (c *card) moment() time.Time { return time.Now() }

// Raise brings the open question to the front. It reports whether there is one.
func (s *Asker) Raise() bool {
	if s.card == nil {
		return false
	}
	s.window.Show()
	s.window.RequestFocus()
	return true
}
