package ask

import (
	"context"

	"assent/consent/manifest"
	"assent/executors"
)

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
	q.answered(t, judge(w.question.Facts, answer, err))
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
	if q.current != t {
		return false
	}
	t.waiter.settled = true
	o.decision.Sensitivity = t.waiter.question.Sensitivity
	o.decision.Shown = t.waiter.shown + t.onScreen(q.clock.Now())
	return true
}
