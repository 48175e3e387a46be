package ask

import (
	"cmp"
	"slices"
	"time"
)

// line is what the queue knows of one agent. Lines stay when they are empty: an
// agent that sends one question at a time must not overtake the others.
type line struct {
	waiting  []*waiter // without the current one
	served   uint64    // when it was last asked about, by the queue's count; 0 for never
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

// admit gives w its place, or its ending when a rule has it already.
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
	case q.paused:
		q.finish(w, failed("rule.paused", ErrPaused))
		return
	case l.mute != nil:
		q.finish(w, refused(ByRule, mutedFor(l.until.Sub(l.mutedAt))))
		return
	case q.repeats(w):
		q.finish(w, repeated(w.limits))
		return
	case count >= max(1, w.limits.QuestionsPerAgent):
		q.finish(w, tooMany(count))
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
	var first *line
	for _, l := range q.lines {
		if len(l.waiting) == 0 {
			continue
		}
		if first == nil || l.served < first.served ||
			l.served == first.served && l.waiting[0].order < first.waiting[0].order {
			first = l
		}
	}
	if first == nil {
		return nil
	}
	w := first.waiting[0]
	first.waiting = slices.Delete(first.waiting, 0, 1)
	q.showings++
	first.served = q.showings
	return w
}

// behind returns how many questions wait behind the current one.
func (q *Queue) behind() (n int) {
	for _, l := range q.lines {
		n += len(l.waiting)
	}
	return n
}

// open returns the questions without an ending, in order of arrival.
func (q *Queue) open() (all []*waiter) {
	if q.current != nil && !q.current.waiter.settled {
		all = append(all, q.current.waiter)
	}
	for _, l := range q.lines {
		all = append(all, l.waiting...)
	}
	slices.SortFunc(all, func(a, b *waiter) int { return cmp.Compare(a.order, b.order) })
	return all
}
