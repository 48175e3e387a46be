package question

import (
	"time"
	"unicode"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"assent/consent/ask"
)

// The keyboard answers a question in three ways: the space bar on a button, Escape, and
// letters. None answers by reflex: a key counts only once the question was in front for a
// moment, and one that may be part of a text only where nothing is typed before and after
// it. What came too early does nothing, and the question says so.

// keyPress is what held when a key went down.
type keyPress struct {
	armed, alone bool
	nth          uint64 // of the disturbances
}

// pressed implements listener.
func (s *Asker) pressed(key fyne.KeyName) {
	now := time.Now()
	armed, alone, counts := s.arming.Armed(now), s.arming.Alone(now), s.arming.Keys(now)
	s.disturbed()
	s.key = keyPress{armed, alone, s.arming.disturbances}
	switch key {
	case fyne.KeyEscape:
		if s.asking != nil && !counts {
			s.tooEarly()
			return
		}
		s.dismiss(ask.Deny)
	case fyne.KeyTab:
		s.tabbed = true
		s.showKeys()
	case desktop.KeyAltLeft, desktop.KeyAltRight:
		s.alted = true
		s.showKeys()
	case fyne.KeyReturn, fyne.KeyEnter:
		s.arming.Wrote(now)
		s.say("ask.hint_enter")
	case desktop.KeyShiftLeft, desktop.KeyShiftRight, fyne.KeyUp, fyne.KeyDown, fyne.KeyPageUp, fyne.KeyPageDown:
	default:
		s.arming.Wrote(now)
	}
}

// released implements listener.
func (s *Asker) released(key fyne.KeyName) {
	if key == desktop.KeyAltLeft || key == desktop.KeyAltRight {
		s.alted = false
		s.showKeys()
	}
}

// early implements listener.
func (s *Asker) early() bool {
	if s.asking == nil || s.arming.Alone(time.Now()) {
		return false
	}
	s.disturbed()
	s.tooEarly()
	return true
}

// tooEarly says that a key was not taken.
func (s *Asker) tooEarly() { s.say("ask.hint_early") }

// say says something on the card for a moment.
func (s *Asker) say(key string) {
	if s.card != nil {
		s.card.notice(key)
	}
}

// letter implements listener: it does what the button with that letter does, once it is
// clear that the letter is no part of a text. For a silent window it only takes the
// keyboard to its button: that takes one key more than allowing once.
func (s *Asker) letter(r rune) {
	key := s.key
	s.key = keyPress{} // a held key comes again without having gone down again
	if s.card == nil || s.asking == nil || key.nth == 0 {
		return
	}
	c := s.card.keyed[unicode.ToUpper(r)]
	if c == nil {
		return
	}
	if !key.alone || c.gate != nil && !key.armed {
		s.tooEarly()
		return
	}
	card := s.card
	time.AfterFunc(keysAfter, func() {
		s.options.Later(func() {
			if s.card != card || s.asking == nil || s.arming.disturbances != key.nth {
				return
			}
			if c.step {
				s.tabbed = true
				s.take(c)
				s.showKeys()
				return
			}
			c.act()
		})
	})
}

// showsKeys implements listener: once without being asked, then to who uses the keyboard.
func (s *Asker) showsKeys() bool { return s.alted || s.tabbed || s.teaching }

// teach shows the keys to a person who never saw them.
func (s *Asker) teach() {
	s.teaching = s.options.Untaught != nil && s.options.Untaught()
}

// taught remembers that the keys were on a question that was answered.
func (s *Asker) taught() {
	if s.teaching && s.options.Taught != nil {
		s.options.Taught()
	}
}

// showKeys draws the letters on the buttons, or takes them away.
func (s *Asker) showKeys() {
	if s.card != nil {
		s.card.refreshKeys()
	}
}

// typed implements listener.
func (s *Asker) typed(key fyne.KeyName) {
	if s.card == nil {
		return
	}
	switch scroll := s.card.scroll; key {
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
