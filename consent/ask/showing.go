package ask

import (
	"context"
	"time"

	"assent/consent/manifest"
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
