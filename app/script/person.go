package script

import (
	"context"
	"slices"
	"time"

	"assent/consent"
	"assent/consent/ask"
	"assent/consent/clock"
)

// Person answers what is asked from an answers file, after_ms by the clock.
type Person struct {
	Answers *Answers
	Clock   clock.Clock

	// Asked, when not nil, is told of every question on screen and of the entry that
	// will answer it. undecided reports whether only the clock, or the end of the
	// question, can bring that about.
	Asked func(q ask.Question, entry Entry, undecided func() bool)
}

// Ask answers q as the file says.
func (p *Person) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	shown.Now()
	entry := p.Answers.entryFor(q)
	due, stop := p.due(ctx, entry)
	defer stop()
	if p.Asked != nil {
		p.Asked(q, entry, func() bool {
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
	choice, _ := ask.ParseChoice(entry.Answer)
	answer := ask.Answer{Choice: choice, By: ask.ByScript}
	if choice == ask.Allow && entry.Breadth != "target" {
		answer.Breadth = ask.WholeScope
	}
	return answer, nil
}

// due is closed when it is time to give the entry's answer; never when it has none. The
// clock then stands until the question of ctx is over: what an advance of it passes on
// the way, such as the question's own limit, comes after the answer.
func (p *Person) due(ctx context.Context, entry Entry) (due <-chan struct{}, stop func() bool) {
	over := make(chan struct{})
	stop = func() bool { return true }
	switch {
	case entry.Answer == noAnswer:
	case entry.AfterMS == 0:
		close(over)
	default:
		stop = p.Clock.AfterFunc(time.Duration(entry.AfterMS)*time.Millisecond, func() {
			close(over)
			<-ctx.Done()
		})
	}
	return over, stop
}

// Review answers at once, with what the file grants the agent.
func (p *Person) Review(r consent.Review, grant func(scopes []string)) {
	given, named := p.Answers.Review[r.Agent.ID]
	if !named {
		given = p.Answers.Review["*"]
	}
	grant(slices.DeleteFunc(slices.Clone(r.Scopes), func(scope string) bool {
		return !given.all && !slices.Contains(given.scopes, scope)
	}))
}
