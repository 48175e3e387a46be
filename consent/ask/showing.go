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
	cancel   context.CancelCauseFunc
	limit    *timer    // of the first frame, then of the answer
	counting bool      // the answer's limit began
	deadline time.Time // of the answer, while counting
	last     time.Time // the deadline goes no further
	lost     bool      // it cannot be answered now: what is left of the limit stands still
	left     time.Duration
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
		q.takeDown(ErrOthersFirst)
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
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	s.limit = q.after(frameLimit, func() { q.count(s) })
	q.current = s
	if !q.serving {
		q.serving = true
		q.asking.Go(q.serve)
	}
}

// takeDown takes the current question off the screen. why is the cause of its context's
// end; nil where it is over.
func (q *Queue) takeDown(why error) {
	s := q.current
	q.current = nil
	s.cancel(why)
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
	now := q.clock.Now()
	s.last, s.left = now.Add(answerMost), AnswerTime
	q.limit(s, now)
}

// limit sets when the question has had its time: when what is left is over, or while it
// cannot be answered, in the end.
func (q *Queue) limit(s *showing, now time.Time) {
	s.deadline = now.Add(s.left)
	if s.deadline.After(s.last) || s.lost {
		s.deadline = s.last
	}
	s.limit.stop()
	s.limit = q.after(s.deadline.Sub(now), func() {
		if s.over = true; isHigh(s.waiter.question) {
			q.finish(s.waiter, timedOut("rule.timeout"))
		}
	})
}

// lose tells whether a high question cannot be answered. A medium one is not kept by that
// from letting others come first.
func (q *Queue) lose(s *showing, lost bool) {
	if q.current != s || s.lost == lost || !isHigh(s.waiter.question) {
		return
	}
	s.lost = lost
	if !s.counting {
		return
	}
	now := q.clock.Now()
	if lost {
		s.left = s.deadline.Sub(now)
	}
	q.limit(s, now)
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
		Lost: func(lost bool) {
			q.mu.Lock()
			defer q.mu.Unlock()
			q.lose(s, lost)
		},
		Deadline: func() (time.Time, bool) {
			q.mu.Lock()
			defer q.mu.Unlock()
			if s.lost {
				return q.clock.Now().Add(s.left), s.counting
			}
			return s.deadline, s.counting && isHigh(s.waiter.question)
		},
		Waiting: func() int {
			q.mu.Lock()
			defer q.mu.Unlock()
			return q.behind()
		},
	}
}
