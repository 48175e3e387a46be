package question

import (
	"time"

	"fyne.io/fyne/v2"

	"assent/consent/ask"
)

var _ cardHost = (*Asker)(nil)

// arm implements cardHost.
func (s *Asker) arm() *arming { return &s.arming }

// disturbed implements listener.
func (s *Asker) disturbed() {
	s.arming.Disturb(time.Now())
	s.tick()
}

// home implements cardHost.
func (s *Asker) home() string { return s.options.Home }

// capDays implements cardHost.
func (s *Asker) capDays() int {
	if s.options.CapDays == nil {
		return 0
	}
	return s.options.CapDays()
}

// soon implements cardHost.
func (s *Asker) soon(f func()) { s.options.Later(f) }

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
		s.options.Later(s.keepKeyboard)
	}
}

// reached brings a control of the card's body into view.
func (s *Asker) reached(c *control) {
	if s.card != nil && holds(s.card.more, c) {
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
	if s.options.Mute != nil {
		go s.options.Mute(agent, ask.MuteTime)
	}
}

// denyAll implements cardHost.
func (s *Asker) denyAll(c *card) {
	if s.asking == nil || c != s.card {
		return
	}
	t := s.asking
	s.asking = nil
	s.summon()
	go func() {
		if s.options.DenyAll != nil {
			s.options.DenyAll(t.question.Caller.AgentID)
		}
		t.answers <- ask.Answer{Choice: ask.Deny}
	}()
	c.left("ask.denied")
	s.stay(denialStays, denialStays)
}

// behind implements cardHost.
func (s *Asker) behind(c *card) int {
	if s.options.Waiting == nil {
		return 0
	}
	return max(0, s.options.Waiting(c.question.Caller.AgentID)-1)
}

// moment is when an input happens. It is wall time, whatever the queue's clock is.
func (c *card) moment() time.Time { return time.Now() }
