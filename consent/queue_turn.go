package consent

import (
	"context"
	"time"

	"assent/consent/manifest"
	"assent/executors"
)

// turn is one time that a question is the current one. A medium question may
// have several.
type turn struct {
	waiter   *waiter
	ctx      context.Context // ends with the turn
	cancel   context.CancelFunc
	limit    *timer    // of the first frame, then of the answer
	counting bool      // the answer's limit runs
	deadline time.Time // of the answer, while counting
	framed   time.Time // when the first frame was on screen, zero before
	over     bool      // a medium question has had its time
}

func isHigh(question Question) bool {
	return question.Sensitivity != manifest.Low && question.Sensitivity != manifest.Medium
}

// asks reports whether w is the question being asked.
func (q *Queue) asks(w *waiter) bool { return q.current != nil && q.current.waiter == w }

// advance sends a question that has had its time to the back when others wait,
// and begins the next turn when there is none.
func (q *Queue) advance() {
	if t := q.current; t != nil && t.over && !t.waiter.settled && q.behind() > 0 {
		q.endTurn()
		l := q.line(t.waiter.question.Caller.AgentID)
		l.waiting = append(l.waiting, t.waiter)
	}
	if q.current != nil {
		return
	}
	if w := q.next(); w != nil {
		q.begin(w)
	}
}

// begin makes w the current question. Its limits run whatever the Asker does.
func (q *Queue) begin(w *waiter) {
	w.late.stop()
	t := &turn{waiter: w}
	t.ctx, t.cancel = context.WithCancel(context.Background())
	t.limit = q.after(frameLimit, func() { q.count(t) })
	q.current = t
	if !q.serving {
		q.serving = true
		q.asking.Go(q.serve)
	}
}

// endTurn takes the current question off the screen.
func (q *Queue) endTurn() {
	t := q.current
	q.current = nil
	t.cancel()
	t.limit.stop()
	t.waiter.shown += t.onScreen(q.clock.Now())
}

// onScreen returns for how long the turn's question has been on screen.
func (t *turn) onScreen(now time.Time) time.Duration {
	if t.framed.IsZero() {
		return 0
	}
	return max(now.Sub(t.framed), 0)
}

// count starts the answer's limit.
func (q *Queue) count(t *turn) {
	if q.current != t || t.counting {
		return
	}
	t.counting = true
	t.deadline = q.clock.Now().Add(answerLimit)
	t.limit.stop()
	t.limit = q.after(answerLimit, func() {
		if t.over = true; isHigh(t.waiter.question) {
			q.finish(t.waiter, timedOut("rule.timeout"))
		}
	})
}

// shown connects the turn's question on screen with the queue.
func (q *Queue) shown(t *turn) Shown {
	return Shown{
		Now: func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			if t.framed.IsZero() {
				t.framed = q.clock.Now()
			}
			q.count(t)
		},
		Deadline: func() (time.Time, bool) {
			q.mu.Lock()
			defer q.mu.Unlock()
			return t.deadline, t.counting && isHigh(t.waiter.question)
		},
		Waiting: func() int {
			q.mu.Lock()
			defer q.mu.Unlock()
			return q.behind()
		},
	}
}

// serve presents one turn after the other until nothing waits. A turn that ended
// while its question was being shown leaves the next one to the next round.
func (q *Queue) serve() {
	for t := q.turn(); t != nil; t = q.turn() {
		q.present(t)
	}
}

func (q *Queue) turn() *turn {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.serving = q.current != nil
	return q.current
}

// present puts the turn's question to the Asker. When it returns the turn is over.
func (q *Queue) present(t *turn) {
	w := t.waiter
	if w.question.Settled != nil {
		if decision, ok := w.question.Settled(); ok {
			q.settle(w, outcome{decision: decision})
			return
		}
	}
	if err := q.hold(t); err != nil {
		q.settle(w, notHeld(err))
		return
	}
	answer, err := q.asker.Ask(t.ctx, q.asked(w), q.shown(t))
	q.answered(t, judge(answer, err))
}

// hold lets the plan take hold of its content, once, and takes over its facts.
func (q *Queue) hold(t *turn) error {
	w := t.waiter
	if w.held || w.question.Current == nil {
		return nil
	}
	// It works on the real machine: the bound is in real time, whatever the clock.
	ctx, cancel := context.WithTimeout(t.ctx, executors.PrepareLimit)
	defer cancel()
	facts, err := w.question.Current(ctx)
	if err != nil {
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	w.held, w.question.Facts = true, facts
	if len(facts.Care) > 0 {
		w.question.Sensitivity = manifest.High // contract §7: what the plan demands
	}
	return nil
}

// asked returns w's question as the Asker sees it.
func (q *Queue) asked(w *waiter) Question {
	q.mu.Lock()
	defer q.mu.Unlock()
	question := w.question
	question.OfferMute = q.line(question.Caller.AgentID).refusals >= muteOffer
	return question
}

// answered ends the turn with the Asker's outcome, unless it is over: then the
// answer belongs to a question that is no longer there.
func (q *Queue) answered(t *turn, o outcome) {
	w := t.waiter
	if !q.claim(t, &o) {
		return
	}
	if w.question.Answered != nil {
		if err := w.question.Answered(o.decision, o.err); err != nil && o.err == nil {
			o.err = executors.AsError(err)
		}
	}
	q.mu.Lock()
	defer q.release()
	q.conclude(w, o)
}

// claim settles the turn's question, so that nothing else can while the answer is
// being kept.
func (q *Queue) claim(t *turn, o *outcome) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.current != t || t.waiter.settled {
		return false
	}
	t.waiter.settled = true
	o.decision.Sensitivity = t.waiter.question.Sensitivity
	o.decision.Shown = t.waiter.shown + t.onScreen(q.clock.Now())
	return true
}
