package consent

import (
	"slices"
	"time"

	"assent/executors"
)

// line is what the queue knows of one agent. Lines stay when they are empty: an
// agent that sends one question at a time must not overtake the others.
type line struct {
	waiting  []*waiter // without the current one
	served   uint64    // the turn it was last asked in, 0 for never
	refusals int       // denials and timeouts in a row
	mute     *timer
	mutedAt  time.Time
	until    time.Time
}

func (q *Queue) line(agentID string) *line {
	l := q.lines[agentID]
	if l == nil {
		l = &line{}
		q.lines[agentID] = l
	}
	return l
}

// admit gives w its place, or its outcome when a rule has it already.
func (q *Queue) admit(w *waiter) {
	q.mu.Lock()
	defer q.release()
	l := q.line(w.question.Caller.AgentID)
	count := len(l.waiting)
	if q.current != nil && q.current.waiter.question.Caller.AgentID == w.question.Caller.AgentID {
		count++
	}
	switch {
	case w.settled:
		return
	case q.closed:
		q.finish(w, quit())
		return
	case l.mute != nil:
		q.finish(w, refused(ByRule, mutedRule(l.until.Sub(l.mutedAt))))
		return
	case q.denied[samenessOf(w.question)] != nil:
		q.finish(w, repeated())
		return
	case count >= lineLimit:
		q.finish(w, tooMany())
		return
	}
	q.arrivals++
	w.arrived, w.order = q.clock.Now(), q.arrivals
	if isHigh(w.question) {
		w.late = q.after(arrivalLimit, func() { q.finish(w, timedOut("rule.not_shown")) })
	}
	l.waiting = append(l.waiting, w)
}

// next takes the question whose turn it is off its line: that of the agent which
// was asked about longest ago. It is nil when none waits.
func (q *Queue) next() *waiter {
	var turn *line
	for _, l := range q.lines {
		if len(l.waiting) == 0 {
			continue
		}
		if turn == nil || l.served < turn.served ||
			l.served == turn.served && l.waiting[0].order < turn.waiting[0].order {
			turn = l
		}
	}
	if turn == nil {
		return nil
	}
	w := turn.waiting[0]
	turn.waiting = slices.Delete(turn.waiting, 0, 1)
	q.turns++
	turn.served = q.turns
	return w
}

// behind returns how many questions wait behind the current one.
func (q *Queue) behind() (n int) {
	for _, l := range q.lines {
		n += len(l.waiting)
	}
	return n
}

// open returns the questions without an outcome, in order of arrival.
func (q *Queue) open() (all []*waiter) {
	if q.current != nil && !q.current.waiter.settled {
		all = append(all, q.current.waiter)
	}
	for _, l := range q.lines {
		all = append(all, l.waiting...)
	}
	slices.SortFunc(all, func(a, b *waiter) int { return int(a.order) - int(b.order) })
	return all
}

// Mute denies an agent's questions without asking for d, beginning with those
// that wait. A second call replaces the first.
func (q *Queue) Mute(agentID string, d time.Duration) {
	q.mu.Lock()
	l := q.line(agentID)
	l.mute.stop()
	l.mutedAt = q.clock.Now()
	l.until = l.mutedAt.Add(d)
	l.mute = q.after(d, func() { l.mute = nil })
	q.mu.Unlock()
	q.settleAll(ofAgent(agentID), refused(ByPerson, mutedRule(d)))
}

// Unmute lets an agent's questions be asked again.
func (q *Queue) Unmute(agentID string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	l := q.line(agentID)
	l.mute.stop()
	l.mute = nil
}

// Muted returns the agents that are muted, as rules, the oldest first.
func (q *Queue) Muted() []Rule {
	q.mu.Lock()
	defer q.mu.Unlock()
	var rules []Rule
	for id, l := range q.lines {
		if l.mute != nil {
			rules = append(rules, Rule{AgentID: id, Made: l.mutedAt, Until: l.until})
		}
	}
	slices.SortFunc(rules, func(a, b Rule) int { return a.Made.Compare(b.Made) })
	return rules
}

func mutedRule(d time.Duration) executors.Text {
	return executors.Text{Key: "rule.muted", Args: map[string]any{"Count": int(d.Minutes())}}
}

// timer is a deadline of the queue's; nil is one that never was set.
type timer struct{ cancel func() bool }

// after calls f under the lock after d, unless the timer is stopped first.
func (q *Queue) after(d time.Duration, f func()) *timer {
	t := &timer{}
	t.cancel = q.clock.AfterFunc(d, func() {
		q.mu.Lock()
		defer q.release()
		if t.cancel != nil {
			t.cancel = nil
			f()
		}
	})
	return t
}

// stop keeps the timer from being heard, also when it has rung and waits for the
// lock, which the caller holds.
func (t *timer) stop() {
	if t != nil && t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}
