package question

import "time"

const (
	// ArmAfter is how long the question must be left alone before Allow counts.
	ArmAfter = 700 * time.Millisecond

	// keysAfter is how long the question must be in front before a key answers it, and
	// how far from every other key one that answers stands.
	keysAfter = 400 * time.Millisecond
)

// arming decides whether an input counts. Allow counts only after the question was
// visible and focused for ArmAfter without a key, a click, a move or a resize; a key
// that answers, only after it was so for keysAfter. It knows no toolkit and no clock; the
// zero value is not armed.
type arming struct {
	visible, focused bool
	front            time.Time // both since; zero while not
	quiet            time.Time // nothing happened since
	written          time.Time // the last key that was of a text
	disturbances     uint64
	pressed          uint64 // disturbances at the press that counts, 0 when none
}

// Visible tells whether the whole question can be seen.
func (a *arming) Visible(now bool, at time.Time) {
	if a.visible != now {
		a.visible = now
		a.turned(at)
	}
}

// Focused tells whether the question's window has the keyboard.
func (a *arming) Focused(now bool, at time.Time) {
	if a.focused != now {
		a.focused = now
		a.turned(at)
	}
}

func (a *arming) turned(at time.Time) {
	a.Fronted(at)
	a.Disturb(at)
}

// Fronted begins the wait for keys again: another question came to the front.
func (a *arming) Fronted(at time.Time) {
	a.front = time.Time{}
	if a.visible && a.focused {
		a.front = at
	}
}

// Disturb starts the wait again: a key, a click, a move, a resize, another question.
func (a *arming) Disturb(at time.Time) {
	a.quiet = at
	a.disturbances++
}

// Wrote tells of a key that may belong to a text being typed.
func (a *arming) Wrote(at time.Time) { a.written = at }

// Keys reports whether a key at this moment answers.
func (a *arming) Keys(at time.Time) bool {
	return !a.front.IsZero() && at.Sub(a.front) >= keysAfter
}

// Alone reports whether a key at this moment answers that could also be part of a text:
// none was typed shortly before.
func (a *arming) Alone(at time.Time) bool { return a.Keys(at) && at.Sub(a.written) >= keysAfter }

// Armed reports whether a press at this moment counts.
func (a *arming) Armed(at time.Time) bool { return a.Progress(at) >= 1 }

// Progress returns how much of the wait is over, 0 to 1.
func (a *arming) Progress(at time.Time) float64 {
	if !a.visible || !a.focused || a.quiet.IsZero() {
		return 0
	}
	return min(1, max(0, float64(at.Sub(a.quiet))/float64(ArmAfter)))
}

// Press is the pointer or a key going down on Allow. It is itself a disturbance: the
// second press of a double click meets a question not armed.
func (a *arming) Press(at time.Time) {
	armed := a.Armed(at)
	a.Disturb(at)
	a.pressed = 0
	if armed {
		a.pressed = a.disturbances
	}
}

// Release is the same pointer or key coming up on Allow. It reports whether this
// is a yes: the press counted and nothing happened since.
func (a *arming) Release() bool {
	yes := a.pressed != 0 && a.pressed == a.disturbances
	a.pressed = 0
	return yes
}
