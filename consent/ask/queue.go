package ask

import (
	"context"
	"sync"
	"time"

	"assent/consent/clock"
)

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
	asking sync.WaitGroup

	mu       sync.Mutex
	lines    map[string]*line    // by agent
	denied   map[sameness]denial // what was denied within Limits.RepeatDenial
	current  *showing            // nil when nothing is asked
	arrivals uint64              // counts questions
	showings uint64              // counts how often one became the current one
	serving  bool                // the goroutine lives
	paused   bool
	closed   bool
}

// NewQueue returns an empty queue, which alone calls asker; nil where there is no one
// to ask.
func NewQueue(asker Asker, c clock.Clock) *Queue {
	if asker == nil {
		asker = noOne{}
	}
	return &Queue{asker: asker, clock: c, lines: map[string]*line{}, denied: map[sameness]denial{}}
}

// waiter is a question from its arrival to its ending. Its fields belong to
// the queue's lock; after done is closed they do not change.
type waiter struct {
	question Question
	limits   Limits
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

// Ask waits for the decision about question, which limits bound whatever those of others
// are. The error is nil when the call may run,
// else a *Denied or an *executors.Error; the Decision beside it says who decided
// and by which rule. The end of ctx, a hang-up or with ErrTakenBack as its
// cause, closes the question, and the error says interrupted.
func (q *Queue) Ask(ctx context.Context, question Question, limits Limits, hooks Hooks) (Decision, error) {
	if err := hooks.begin(question.Sensitivity); err != nil {
		return Decision{Sensitivity: question.Sensitivity}, err
	}
	w := &waiter{question: question, limits: limits, hooks: hooks, done: make(chan struct{})}
	if ctx.Err() != nil {
		q.settle(w, left(ctx))
	}
	q.admit(w)
	if hooks.Admitted != nil {
		hooks.Admitted()
	}
	select {
	case <-w.done:
	case <-ctx.Done():
		q.settle(w, left(ctx))
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
