package app

import (
	"context"
	"slices"
	"time"

	"assent/consent"
)

// Script answers what is asked from an answers file, after_ms by the clock.
type Script struct {
	Answers *Answers
	Clock   consent.Clock
}

// Ask answers q as the file says.
func (s *Script) Ask(ctx context.Context, q consent.Question, shown consent.Shown) (consent.Answer, error) {
	shown.Now()
	entry := s.Answers.entryFor(q)
	if entry.Answer == noAnswer {
		<-ctx.Done()
		return consent.Answer{}, ctx.Err()
	}
	if err := s.wait(ctx, time.Duration(entry.AfterMS)*time.Millisecond); err != nil {
		return consent.Answer{}, err
	}
	return consent.Answer{
		Choice: choices[entry.Answer],
		Narrow: entry.Breadth == "target",
		By:     consent.ByScript,
	}, nil
}

func (s *Script) wait(ctx context.Context, d time.Duration) error {
	if d == 0 {
		return nil
	}
	over := make(chan struct{})
	stop := s.Clock.AfterFunc(d, func() { close(over) })
	defer stop()
	select {
	case <-over:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
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
