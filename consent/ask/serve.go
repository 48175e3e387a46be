package ask

import (
	"context"

	"assent/consent/manifest"
	"assent/executors"
)

// serve puts one question after the other to the Asker until none waits. One that
// was taken down while the Asker still had it leaves the next to the next round.
func (q *Queue) serve() {
	for s := q.toShow(); s != nil; s = q.toShow() {
		q.show(s)
	}
}

func (q *Queue) toShow() *showing {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.serving = q.current != nil
	return q.current
}

// show puts a question to the Asker. When it returns the showing is over.
func (q *Queue) show(s *showing) {
	w := s.waiter
	if w.hooks.Settled != nil {
		if decision, ok := w.hooks.Settled(); ok {
			q.settle(w, ending{decision: decision})
			return
		}
	}
	if err := q.hold(s); err != nil {
		q.settle(w, notHeld(err))
		return
	}
	answer, err := q.asker.Ask(s.ctx, q.asked(w), q.screen(s))
	q.answered(s, judge(w.question.Facts, answer, err))
}

// hold lets the plan take hold of its content, once, and takes over its facts.
func (q *Queue) hold(s *showing) error {
	w := s.waiter
	if w.held || w.hooks.Hold == nil {
		return nil
	}
	// It works on the real machine: the bound is in real time, whatever the clock.
	ctx, cancel := context.WithTimeout(s.ctx, executors.PrepareLimit)
	defer cancel()
	facts, err := w.hooks.Hold(ctx)
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

// answered ends the question with what the Asker returned, unless the showing is over:
// then the answer belongs to a question that is no longer there.
func (q *Queue) answered(s *showing, e ending) {
	w := s.waiter
	if !q.claim(s, &e) {
		return
	}
	if w.hooks.Answered != nil {
		if err := w.hooks.Answered(e.decision, e.err); err != nil && e.err == nil {
			e.err = executors.AsError(err)
		}
	}
	q.mu.Lock()
	defer q.release()
	q.conclude(w, e)
}

// claim settles the question on screen, so that nothing else can while the answer is
// being kept.
func (q *Queue) claim(s *showing, e *ending) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.current != s {
		return false
	}
	s.waiter.settled = true
	e.decision.Sensitivity = s.waiter.question.Sensitivity
	e.decision.Shown = s.waiter.shown + s.onScreen(q.clock.Now())
	return true
}
