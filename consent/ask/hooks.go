package ask

import (
	"context"

	"assent/consent/manifest"
	"assent/executors"
)

// Hooks are what happens around one question. Each may be nil; none is ever handed to
// the Asker.
type Hooks struct {
	// Begin has the call recorded, before anybody is asked and before it may run:
	// with who decided and the effective sensitivity, or with no decider when a person
	// is to be asked. Its error ends the question: no record, no question, no run.
	Begin func(by Decider, s manifest.Sensitivity) error

	// Admitted is called once the question has its place in the queue, or an ending
	// at once. It must not call the queue.
	Admitted func()

	// Settled is called when the question becomes the current one, before Hold: true
	// ends it with that decision, and the call may run. A silent window may have
	// opened while it waited.
	Settled func() (Decision, bool)

	// Hold is called once, when the question becomes the current one, before the
	// Asker sees it; it holds content (executors.Holder) and returns the facts to show.
	Hold func(context.Context) (executors.Facts, error)

	// Answered is called with the decision of whoever was asked, and the *Denied or nil
	// that goes with it, before the next question is looked at. Its own error keeps an
	// allowed call from running.
	Answered func(Decision, error) error
}

func (h Hooks) begin(s manifest.Sensitivity) error {
	if h.Begin == nil {
		return nil
	}
	return h.Begin("", s)
}
