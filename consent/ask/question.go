package ask

import (
	"context"
	"time"

	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"

	"github.com/go-json-experiment/json/jsontext"
)

// Question is what the person is asked about one call. Every text in it but the
// i18n.Text values comes from the agent or its author and is hostile.
type Question struct {
	Caller      Caller
	CallID      string
	Tool        string               // the declared name
	Description string               // its author's words about it, resolved (contract §6), may be empty
	Scope       string               // the manifest's scope
	ScopeLabel  string               // its author's words; empty for a preset scope, which has ours
	Sensitivity manifest.Sensitivity // effective
	Why         []i18n.Text          // why it is asked: first time, window over, outside your folders …
	Arguments   jsontext.Value       // what is judged and run, defaults filled in
	Digest      string               // of the arguments as received, for "identical arguments" (contract §7)
	Facts       executors.Facts
	Again       bool // the second question about a call, after its content was looked at

	// Admitted, when not nil, is called by the queue once the question has its place
	// in it, or an outcome at once. It must not call the queue.
	Admitted func()

	// Current is called by the queue when the question becomes the current one,
	// before the Asker sees it; it holds content (executors.Holder) and returns
	// the facts to show.
	Current func(context.Context) (executors.Facts, error)

	// Settled, when not nil, is called by the queue when the question becomes the
	// current one, before Current: true ends the question with that decision, and
	// the call may run. A silent window may have opened while it waited.
	Settled func() (Decision, bool)

	// Answered, when not nil, is called by the queue with the decision of whoever
	// was asked, and the *Denied or nil that goes with it, before the next
	// question is looked at. Its own error keeps an allowed call from running.
	Answered func(Decision, error) error

	// Begin, when not nil, is called before anybody is asked and before the call may
	// run: with who decided and the effective sensitivity, or with no decider when a
	// person is to be asked. Its error is Decide's: no record, no question, no run.
	Begin func(by Decider, s manifest.Sensitivity) error

	// OfferMute is set by the queue: the agent was denied or timed out three times
	// in a row, so the dialog offers "deny this agent for 10 minutes" (Queue.Mute).
	OfferMute bool
}

// Caller is who is asking, as the envelope says (contract §2).
type Caller struct {
	AgentID        string
	AgentName      string // sanitised, at most 40 characters, may be empty
	ConversationID string
}

// Answer is a person's answer. The zero Answer denies.
type Answer struct {
	Choice Choice
	Narrow bool    // with Allow: the silent window holds for Facts.Breadth only
	Coarse bool    // approximate instead of precise (Facts.Coarse)
	By     Decider // ByScript when an answers file stood in for the person; empty: the person
}

// Asker puts one question at a time to whoever answers. It is owned by Queue,
// which alone calls it.
type Asker interface {
	// Ask returns when the person answered or ctx is done; ctx ends when the
	// question leaves the screen for another reason (timed out, revoked, hung
	// up, rotated). It calls shown.Now once when the question's first frame is on
	// screen. An error is never a yes: ErrNoOneToAsk when there is nobody, any
	// other when showing failed.
	Ask(ctx context.Context, q Question, shown Shown) (Answer, error)
}

// Shown connects a question on screen with the queue.
type Shown struct {
	// Now says that the first frame is on screen: the countdown starts.
	Now func()
	// Deadline returns when a high question is denied by itself, on the queue's
	// clock, and false when it has no deadline or is not on screen yet.
	Deadline func() (time.Time, bool)
	// Waiting returns how many questions wait behind this one.
	Waiting func() int
}
