package ask

import (
	"slices"

	"assent/i18n"
)

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

// TakeBack closes the questions that match, interrupted: their host took the calls back.
// match must not call the queue.
func (q *Queue) TakeBack(match func(Question) bool) { q.settleAll(match, takenBack()) }

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
	for _, d := range q.denied {
		d.forget.stop()
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
