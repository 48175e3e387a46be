package recording

import (
	"context"

	"assent/consent"
	"assent/consent/ask"
)

// Observer stands between the engine and the person, and has what passes recorded.
type Observer struct {
	asker    ask.Asker
	reviewer consent.Reviewer
	recorder func() *Recorder
}

// Observe returns who is asked and who reviews, with an Observer before them that adds
// to what recorder returns; nil where there is no one.
func Observe(asker ask.Asker, reviewer consent.Reviewer, recorder func() *Recorder) (ask.Asker, consent.Reviewer) {
	o := &Observer{asker, reviewer, recorder}
	if asker != nil {
		asker = o
	}
	if reviewer != nil {
		reviewer = o
	}
	return asker, reviewer
}

// Ask has the question asked.
func (o *Observer) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	r := o.recorder()
	r.Add(r.about(Question, q))
	answer, err := o.asker.Ask(ctx, q, shown)
	if err == nil {
		e := r.about(Answer, q)
		e.Answer, e.Coarse = answer.Choice.String(), answer.Coarse
		e.Narrow = answer.Choice == ask.Allow && answer.Breadth == ask.ThisTarget
		r.Add(e)
	}
	return answer, err
}

// Review has the agent reviewed.
func (o *Observer) Review(review consent.Review, grant func(scopes []string)) {
	o.reviewer.Review(review, func(scopes []string) {
		o.recorder().Add(Event{Event: Review, CallKey: ask.CallKey{AgentID: review.Agent.ID}, Scopes: scopes})
		grant(scopes)
	})
}

// ReviewServers has servers reviewed, where there is who does that.
func (o *Observer) ReviewServers(r consent.ServerReview, answer func(yes bool)) {
	if reviewer, ok := o.reviewer.(consent.ServerReviewer); ok {
		reviewer.ReviewServers(r, answer)
		return
	}
	answer(false)
}

// about is an event about a question.
func (r *Recorder) about(happened string, q ask.Question) Event {
	e := Event{
		Event: happened, CallKey: q.Key(), Tool: q.Tool, Sensitivity: q.Sensitivity.String(),
	}
	if r != nil && r.Arguments {
		e.Target = q.Facts.Target
	}
	return e
}
