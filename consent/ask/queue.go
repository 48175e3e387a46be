package ask

import (
	"context"
	"slices"
	"sync"
	"time"

	"assent/consent/clock"
	"assent/i18n"
)

// The bounds of contract §7.
const (
	// AnswerTime is how long a question is on screen: then a high one is denied, and a
	// medium one yields to others.
	AnswerTime = 30 * time.Second
	// MuteTime is how long "deny this agent for 10 minutes" holds.
	MuteTime = 10 * time.Minute

	frameLimit   = 2 * time.Second // after it a question counts as on screen
	arrivalLimit = 5 * time.Minute // for a high question to get on screen
	muteOffer    = 3               // denials and timeouts in a row
)

// Limits are the bounds of contract §7 that are settings.
type Limits struct {
	RepeatDenial      time.Duration // for so long the same is denied without asking after a deny; 0: it is asked again
	QuestionsPerAgent int           // which may wait, the one on screen included; at least 1
}

// DefaultLimits are those of contract §7.
func DefaultLimits() Limits { return Limits{RepeatDenial: 30 * time.Second, QuestionsPerAgent: 64} }

// Queue puts questions to an Asker, one at a time, by the rules of contract §7:
// round-robin between agents, in order of arrival within one, and nothing
// dropped. All its times follow the clock. It is safe for concurrent use.
//
// Every change is made under one lock, also those of timers, so that of an
// answer, a timeout and a hang-up exactly one decides. A single goroutine, which
// lives while there are questions, talks to the Asker.
type Queue struct {
	// Changed, when not nil, is called after what Waiting or Mutes returns may have
	// changed, from any goroutine. It is set before the first Ask and returns at once.
	Changed func()

	asker  Asker
	clock  clock.Clock
	limits Limits
	asking sync.WaitGroup

	mu       sync.Mutex
	lines    map[string]*line    // by agent
	denied   map[sameness]*timer // what was denied within Limits.RepeatDenial
	current  *showing            // nil when nothing is asked
	arrivals uint64              // counts questions
	showings uint64              // counts how often one became the current one
	serving  bool                // the goroutine lives
	paused   bool
	closed   bool
}

// NewQueue returns an empty queue, which alone calls asker; nil where there is no one
// to ask.
func NewQueue(asker Asker, c clock.Clock, limits Limits) *Queue {
	if asker == nil {
		asker = noOne{}
	}
	return &Queue{asker: asker, clock: c, limits: limits, lines: map[string]*line{}, denied: map[sameness]*timer{}}
}

// waiter is a question from its arrival to its ending. Its fields belong to
// the queue's lock; after done is closed they do not change.
type waiter struct {
	question Question
	hooks    Hooks
	arrived  time.Time
	order    uint64        // of arrival
	late     *timer        // until it got on screen
	held     bool          // Hooks.Hold was called
	shown    time.Duration // on screen so far
	draft    Draft         // the Asker's
	back     bool          // on screen before
	settled  bool          // decided; nothing else can decide any more
	ending   ending
	done     chan struct{}
}

// Ask waits for the decision about question. The error is nil when the call may run,
// else a *Denied or an *executors.Error; the Decision beside it says who decided
// and by which rule. The end of ctx is a hang-up: the question closes, and
// the error says interrupted.
func (q *Queue) Ask(ctx context.Context, question Question, hooks Hooks) (Decision, error) {
	if err := hooks.begin(question.Sensitivity); err != nil {
		return Decision{Sensitivity: question.Sensitivity}, err
	}
	w := &waiter{question: question, hooks: hooks, done: make(chan struct{})}
	if ctx.Err() != nil {
		q.settle(w, hungUp())
	}
	q.admit(w)
	if hooks.Admitted != nil {
		hooks.Admitted()
	}
	select {
	case <-w.done:
	case <-ctx.Done():
		q.settle(w, hungUp())
		<-w.done
	}
	return w.ending.decision, w.ending.err
}

// Waiting is one question that has no answer yet.
type Waiting struct {
	Question Question
	Since    time.Time // its arrival
	Current  bool      // it is the one being asked
}

// Waiting returns the questions without an answer, in order of arrival.
func (q *Queue) Waiting() []Waiting {
	q.mu.Lock()
	defer q.mu.Unlock()
	var all []Waiting
	for _, w := range q.open() {
		all = append(all, Waiting{Question: w.question, Since: w.arrived, Current: q.asks(w)})
	}
	return all
}

// DenyAll denies everything that waits from an agent, the current question too.
func (q *Queue) DenyAll(agentID string) {
	q.settleAll(ofAgent(agentID), refused(ByPerson, i18n.Text{Key: "rule.deny_all"}))
}

// Withdraw ends the questions that match with err, a *Denied or an
// *executors.Error: their grant, their agent or the permission to ask is gone.
// match must not call the queue.
func (q *Queue) Withdraw(match func(Question) bool, err error) {
	q.settleAll(match, withdrawn(err))
}

// HangUp closes the questions that match, interrupted, all at once: nobody waits for
// their answer any more. match must not call the queue.
func (q *Queue) HangUp(match func(Question) bool) { q.settleAll(match, hungUp()) }

// Pause answers everything with ErrPaused, now and until it ends: what waits, the
// current question too, and what comes.
func (q *Queue) Pause(on bool) {
	q.mu.Lock()
	q.paused = on
	q.mu.Unlock()
	if on {
		q.settleAll(func(Question) bool { return true }, failed("rule.paused", ErrPaused))
	}
}

// Close ends everything with ErrQuitting, now and from now on, and returns when the Asker has
// let go of the question on screen. The caller holds nothing that the Asker or the
// Hooks of a question wait for.
func (q *Queue) Close() {
	q.mu.Lock()
	q.closed = true
	for _, w := range q.open() {
		q.finish(w, quit())
	}
	for _, l := range q.lines {
		l.mute.stop()
	}
	for _, t := range q.denied {
		t.stop()
	}
	q.release()
	q.asking.Wait()
}

// settle decides w, unless something else has.
func (q *Queue) settle(w *waiter, e ending) {
	q.mu.Lock()
	defer q.release()
	q.finish(w, e)
}

func (q *Queue) settleAll(match func(Question) bool, e ending) {
	q.mu.Lock()
	defer q.release()
	matching := slices.DeleteFunc(q.open(), func(w *waiter) bool { return !match(w.question) })
	for _, w := range matching {
		w.settled = true // all of them, before one ending has consequences for another
	}
	for _, w := range matching {
		q.conclude(w, e)
	}
}

// release lets go of the lock, with a question being asked if any waits.
func (q *Queue) release() {
	q.advance()
	q.mu.Unlock()
	if q.Changed != nil {
		q.Changed()
	}
}

func ofAgent(id string) func(Question) bool {
	return func(question Question) bool { return question.Caller.AgentID == id }
}
