package ask

import (
	"context"
	"errors"
	"time"
)

// Answer is a person's answer. The zero Answer denies.
type Answer struct {
	Choice  Choice
	Breadth Breadth // with Allow: what the silent window holds for
	Coarse  bool    // approximate instead of precise (Facts.Coarse)

	// Message are a few words for the agent that go with a no, of which MaxMessage
	// characters travel. They are nobody else's: never logged, never recorded.
	Message string

	By Decider // ByScript when an answers file stood in for the person; empty: the person
}

// Breadth is what the silent window of an Allow holds for. The zero value is the
// narrowest (contract §7).
type Breadth uint8

// The breadths.
const (
	ThisTarget Breadth = iota // Facts.Breadth, a folder or site; where there is none, an Allow is once
	WholeScope                // everything that the scope is for
)

// MaxMessage is how many characters of a Message travel (contract §7).
const MaxMessage = 280

// Asker puts one question at a time to whoever answers. It is owned by Queue,
// which alone calls it.
type Asker interface {
	// Ask returns when the person answered or ctx is done; ctx ends when the
	// question leaves the screen for another reason (timed out, revoked, hung
	// up; with the cause ErrOthersFirst where it will come back). It calls shown.Now once when the question's first frame is on
	// screen. An error is never a yes: ErrNoOneToAsk when there is nobody, any
	// other when showing failed.
	Ask(ctx context.Context, q Question, shown Shown) (Answer, error)
}

// Shown connects a question on screen with the queue.
type Shown struct {
	// Now says that the first frame is on screen: the countdown starts.
	Now func()
	// Lost tells whether the question cannot be answered now, since it is out of view: the
	// time of a high one stands still meanwhile, for 5 minutes in all. At first it can.
	Lost func(bool)
	// Deadline returns when a high question is denied by itself, on the queue's
	// clock, and false when it has no deadline or is not on screen yet.
	Deadline func() (time.Time, bool)
	// Waiting returns how many questions wait behind this one.
	Waiting func() int

	// Draft is the question's own, the same each time that it is shown. The queue
	// keeps it for the Asker, which alone looks into it; it is never nil.
	Draft *Draft
	// Back says that the question was on screen before and another one came first:
	// Draft is what was left of it.
	Back bool
}

// Draft is what the person chose in a question but did not answer yet: a medium
// question may leave the screen for others and come back (contract §7).
type Draft struct {
	Choices any // whatever the Asker keeps there; nil at first
}

// ErrOthersFirst is why a question leaves the screen that comes back when others were
// asked.
var ErrOthersFirst = errors.New("others are asked first")

// ErrNoOneToAsk is returned by an Asker where nobody can answer (contract §11).
var ErrNoOneToAsk = errors.New("there is no one to ask")

// noOne answers where there is no one to ask: never a yes, never a hang.
type noOne struct{}

func (noOne) Ask(context.Context, Question, Shown) (Answer, error) { return Answer{}, ErrNoOneToAsk }
