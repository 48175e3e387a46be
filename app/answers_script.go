package app

import (
	"context"
	"slices"
	"time"

	"assent/consent"
	"assent/consent/ask"
	"assent/consent/clock"
)

// Script answers what is asked from an answers file, after_ms by the clock.
type Script struct {
	Answers *Answers
	Clock   clock.Clock

	// asked, when not nil, is told of every question on screen and of the entry that
	// will answer it. undecided reports whether only the clock, or the end of the
	// question, can bring that about.
	asked func(q ask.Question, entry answer, undecided func() bool)
}

// Ask answers q as the file says.
func (s *Script) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	shown.Now()
	entry := s.Answers.entryFor(q)
	due, stop := s.due(ctx, entry)
	defer stop()
	if s.asked != nil {
		s.asked(q, entry, func() bool {
			select {
			case <-due:
				return false
			default:
				return ctx.Err() == nil
			}
		})
	}
	select {
	case <-due:
	case <-ctx.Done():
		return ask.Answer{}, ctx.Err()
	}
	return ask.Answer{
		Choice: choices[entry.Answer],
		Narrow: entry.Breadth == "target",
		By:     ask.ByScript,
	}, nil
}

// due is closed when it is time to give the entry's answer; never when it has none. The
// clock then stands until the question of ctx is over: what an advance of it passes on
// the way, such as the question's own limit, comes after the answer.
func (s *Script) due(ctx context.Context, entry answer) (due <-chan struct{}, stop func() bool) {
	over := make(chan struct{})
	stop = func() bool { return true }
	switch {
	case entry.Answer == noAnswer:
	case entry.AfterMS == 0:
		close(over)
	default:
		stop = s.Clock.AfterFunc(time.Duration(entry.AfterMS)*time.Millisecond, func() {
			close(over)
			<-ctx.Done()
		})
	}
	return over, stop
}

// Review answers at once, with what the file grants the agent.
func (s *Script) Review(r consent.Review, grant func(scopes []string)) {
	given, named := s.Answers.Review[r.Agent.ID]
	if !named {
		given = s.Answers.Review["*"]
	}
	grant(slices.DeleteFunc(slices.Clone(r.Scopes), func(scope string) bool {
		return !given.all && !slices.Contains(given.scopes, scope)
	}))
}
