package app

import (
	"context"

	"assent/consent"
	"assent/consent/ask"
)

// witness stands between the engine and the person, and has what passes recorded.
type witness struct {
	engine   *Engine
	asker    ask.Asker
	reviewer consent.Reviewer
}

// witnessed returns who is asked, with a witness; nil where there is no one.
func (e *Engine) witnessed() (asker ask.Asker, reviewer consent.Reviewer) {
	w := &witness{e, e.options.Asker, e.options.Reviewer}
	if w.asker != nil {
		asker = w
	}
	if w.reviewer != nil {
		reviewer = w
	}
	return asker, reviewer
}

// Ask has the question asked.
func (w *witness) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	r := w.engine.recorder.Load()
	r.add(r.about(happenedQuestion, q))
	answer, err := w.asker.Ask(ctx, q, shown)
	if err == nil {
		e := r.about(happenedAnswer, q)
		e.Answer, e.Narrow, e.Coarse = answer.Choice.String(), answer.Narrow, answer.Coarse
		r.add(e)
	}
	return answer, err
}

// Review has the agent reviewed.
func (w *witness) Review(review consent.Review, grant func(scopes []string)) {
	w.reviewer.Review(review, func(scopes []string) {
		w.engine.recorder.Load().add(event{Event: happenedReview, AgentID: review.Agent.ID, Scopes: scopes})
		grant(scopes)
	})
}

// grantedScopes returns the scopes that the agent may use now.
func grantedScopes(agent consent.Agent) []string {
	scopes := []string{}
	for _, grant := range agent.Grants {
		if grant.Granted && !grant.Suspended && !grant.AlwaysDeny {
			scopes = append(scopes, grant.Scope)
		}
	}
	return scopes
}
