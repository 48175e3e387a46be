package question

import "time"

// watched hears what the window system does to the question's window and the
// toolkit does not tell. It is called on the toolkit's goroutine.
type watched interface {
	moved()       // moved or resized
	covered(bool) // not wholly in view: beyond the screen's edge, or under another window
	focused(bool) // has the keyboard, and nothing else grabbed it
}

// nativeEvents hears the window system.
type nativeEvents struct{ s *Asker }

func (n nativeEvents) moved() {
	n.s.disturbed()
	n.s.see()
}

func (n nativeEvents) covered(hidden bool) {
	n.s.covered = hidden
	n.s.see()
}

func (n nativeEvents) focused(gained bool) {
	n.s.arming.Focused(gained, time.Now())
	n.s.tick()
}
