package ask

import (
	"context"
	"time"

	"assent/consent/manifest"
)

// showing is one time that a question is the current one. A medium question may
// have several.
type showing struct {
	waiter   *waiter
	ctx      context.Context // ends with the showing
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
// and shows the next one when there is none.
func (q *Queue) advance() {
	if s := q.current; s != nil && s.over && !s.waiter.settled && q.behind() > 0 {
		q.takeDown()
		l := q.line(s.waiter.question.Caller.AgentID)
		l.waiting = append(l.waiting, s.waiter)
	}
	if q.current != nil {
		return
	}
	if w := q.next(); w != nil {
		q.putUp(w)
	}
}

// putUp makes w the current question. Its limits run whatever the Asker does.
func (q *Queue) putUp(w *waiter) {
	w.late.stop()
	s := &showing{waiter: w}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.limit = q.after(frameLimit, func() { q.count(s) })
	q.current = s
	if !q.serving {
		q.serving = true
		q.asking.Go(q.serve)
	}
}

// takeDown takes the current question off the screen.
func (q *Queue) takeDown() {
	s := q.current
	q.current = nil
	s.cancel()
	s.limit.stop()
	s.waiter.shown += s.onScreen(q.clock.Now())
	s.waiter.back = s.waiter.back || !s.framed.IsZero()
}

// onScreen returns for how long the question has been on screen this time.
func (s *showing) onScreen(now time.Time) time.Duration {
	if s.framed.IsZero() {
		return 0
	}
	return max(now.Sub(s.framed), 0)
}

// count starts the answer's limit.
func (q *Queue) count(s *showing) {
	if q.current != s || s.counting {
		return
	}
	s.counting = true
	s.deadline = q.clock.Now().Add(AnswerTime)
	s.limit.stop()
	s.limit = q.after(AnswerTime, func() {
		if s.over = true; isHigh(s.waiter.question) {
			q.finish(s.waiter, timedOut("rule.timeout"))
		}
	})
}

// screen connects the question on screen with the queue.
func (q *Queue) screen(s *showing) Shown {
	q.mu.Lock()
	defer q.mu.Unlock()
	return Shown{
		Draft: &s.waiter.draft,
		Back:  s.waiter.back,
		Now: func() {
			q.mu.Lock()
			defer q.mu.Unlock()
			if s.framed.IsZero() {
				s.framed = q.clock.Now()
			}
			q.count(s)
		},
		Deadline: func() (time.Time, bool) {
			q.mu.Lock()
			defer q.mu.Unlock()
			return s.deadline, s.counting && isHigh(s.waiter.question)
		},
		Waiting: func() int {
			q.mu.Lock()
			defer q.mu.Unlock()
			return q.behind()
		},
	}
}
