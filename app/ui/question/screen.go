package question

import (
	"time"

	"fyne.io/fyne/v2"
)

// put shows the card in the window, and the window.
func (s *Asker) put() {
	s.arming.Disturb(time.Now())
	s.arming.Fronted(time.Now())
	s.tabbed = false
	s.teach()
	s.window.SetTitle(s.options.Words.Say("ask.title"))
	s.Warm() // before it is measured: the screen is known then
	s.measure()
	s.window.SetContent(s.card)
	s.fit()
	s.card.scroll.ScrollToOffset(fyne.NewPos(0, s.card.draft.scrolled))
	s.take(s.card.deny)
	if !s.visible {
		s.visible = true
		s.window.Show()
		s.watch()
		s.window.RequestFocus()
	}
	s.see()
}

// watch begins to listen to the window system, once there is a native window, and has it
// keep the question where it cannot be lost.
func (s *Asker) watch() {
	if s.watcher == nil {
		s.watcher = watch(s.window, nativeEvents{s}, s.options.Later)
		s.native = s.native || s.watcher != nil
	}
	var main fyne.Window
	if s.options.Main != nil {
		main = s.options.Main()
	}
	s.watcher.present(main)
}

// room returns how large the card may be.
func (s *Asker) room() (width, height float32) {
	if width, height = s.watcher.room(); height == 0 {
		return s.screen.Width, s.screen.Height
	}
	scale := s.window.Canvas().Scale()
	return width / scale, height / scale
}

// Room returns how large a window of Assent's may be on this screen, once Warm ran; zeros
// where the window system does not tell.
func (s *Asker) Room() fyne.Size {
	width, height := s.watcher.room()
	scale := s.window.Canvas().Scale()
	return fyne.NewSize(width/scale, height/scale)
}

// painted implements cardHost: the card's frame is being drawn, so it is on screen
// when this goroutine comes to what is queued now.
func (s *Asker) painted(c *card) {
	if c != s.card || s.asking == nil || s.asking.onScreen {
		return
	}
	s.asking.onScreen = true
	s.asking.shown.Now()
	c.count()
	if s.options.Speak != nil {
		s.options.Speak(c.aloud())
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
		s.card.count()
	}
}

// stay keeps a card that ended for at least so long, and hides the window at the latest
// after most, unless another question came.
func (s *Asker) stay(least, most time.Duration) {
	s.until = time.Now().Add(least)
	if s.ending != nil {
		s.ending.Stop()
	}
	ended := s.card
	s.ending = time.AfterFunc(most, func() {
		s.options.Later(func() {
			if s.card == ended && s.asking == nil {
				s.hide()
			}
		})
	})
}

func (s *Asker) hide() {
	s.visible, s.until, s.card = false, time.Time{}, nil
	s.see()
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

// Refresh shows what changed about the question on screen.
func (s *Asker) Refresh() {
	if s.asking != nil && s.card.refreshWaiting() {
		s.fit()
	}
}

// fit gives the window the height that the card wants.
func (s *Asker) fit() {
	s.disturbed()
	size := s.measure()
	s.window.SetFixedSize(false) // has the window manager know the least size before it is asked for less
	s.window.Resize(size)
	s.see()
}

// measure lays the card out and returns the size that it wants.
func (s *Asker) measure() fyne.Size {
	widest, highest := s.room()
	width := max(min(cardWidth, widest), s.card.MinSize().Width)
	return fyne.NewSize(width, s.card.fit(width, highest))
}

// resized implements cardHost.
func (s *Asker) resized() { s.options.Later(s.see) }

// see finds out whether all that decides can be seen.
func (s *Asker) see() {
	s.arming.Visible(s.visible && !s.covered && s.card != nil && s.card.whole(), time.Now())
	if s.asking != nil && s.asking.shown.Lost != nil {
		s.asking.shown.Lost(!s.visible || s.covered)
	}
	s.summon()
	s.tick()
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
		s.options.Later(func() {
			s.ticking = false
			s.tick()
		})
	})
}

// tickEvery is how often the line along Allow's foot grows while it fills.
const tickEvery = 35 * time.Millisecond

// Raise brings the open question to the front. It reports whether there is one.
func (s *Asker) Raise() bool {
	if s.card == nil {
		return false
	}
	s.window.Show()
	s.window.RequestFocus()
	return true
}

// summonAfter is how long a question may be out of view before a desktop notification
// calls the person.
const summonAfter = 2 * time.Second

// summon has a desktop notification call the person while there is a question that cannot
// be seen, and takes it away as soon as it can be or is gone.
func (s *Asker) summon() {
	lost := s.asking != nil && !s.arming.visible
	switch {
	case lost && s.summons == nil:
		s.summons = time.AfterFunc(summonAfter, func() { s.options.Later(s.notify) })
	case !lost && s.summons != nil:
		s.summons.Stop()
		s.summons = nil
		if s.options.Unnotify != nil {
			s.options.Unnotify()
		}
	}
}

// notify shows the desktop notification, if the question is still out of view.
func (s *Asker) notify() {
	if s.summons != nil && s.asking != nil && s.options.Notify != nil {
		s.options.Notify(s.options.Words.Say("ask.title"), s.options.Words.Text(s.asking.question.Sentence()))
	}
}
