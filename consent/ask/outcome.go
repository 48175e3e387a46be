package ask

import (
	"cmp"
	"errors"
	"slices"

	"assent/executors"
	"assent/i18n"
)

// outcome is how a question ended: what Queue.Ask returns.
type outcome struct {
	decision Decision
	err      error
}

// finish decides w, unless something else has.
func (q *Queue) finish(w *waiter, o outcome) {
	if w.settled {
		return
	}
	w.settled = true
	q.conclude(w, o)
}

// conclude takes w, which is settled, out of the queue and lets Ask return.
func (q *Queue) conclude(w *waiter, o outcome) {
	l := q.line(w.question.Caller.AgentID)
	l.waiting = slices.DeleteFunc(l.waiting, func(other *waiter) bool { return other == w })
	w.late.stop()
	if q.asks(w) {
		q.endTurn()
	}
	o.decision.Sensitivity = w.question.Sensitivity
	o.decision.Shown = w.shown
	w.outcome = o
	close(w.done)
	q.learn(l, w, o)
}

// learn draws the consequences of an outcome for questions to come.
func (q *Queue) learn(l *line, w *waiter, o outcome) {
	if o.err == nil {
		l.refusals = 0
		return
	}
	switch o.decision.By {
	case ByTimeout:
		l.refusals++
	case ByPerson, ByScript:
		l.refusals++
		q.remember(samenessOf(w.question))
	}
}

// sameness is what makes two questions the same for contract §7.
type sameness struct{ agent, conversation, scope, tool, digest string }

func samenessOf(question Question) sameness {
	return sameness{question.Caller.AgentID, question.Caller.ConversationID, question.Scope, question.Tool, question.Digest}
}

// remember denies the same for a while, beginning with what waits.
func (q *Queue) remember(same sameness) {
	q.denied[same].stop()
	if !q.closed {
		q.denied[same] = q.after(repeatLimit, func() { delete(q.denied, same) })
	}
	for _, w := range q.open() {
		if samenessOf(w.question) == same {
			q.finish(w, repeated())
		}
	}
}

// judge turns what the Asker returned into an outcome. Only a clear yes is one, and
// where no window may open it is one for this call.
func judge(facts executors.Facts, answer Answer, err error) outcome {
	if facts.NoWindow && answer.Choice == Allow {
		answer.Choice = AllowOnce
	}
	switch {
	case errors.Is(err, ErrNoOneToAsk):
		return failed("rule.no_one_to_ask", executors.Errorf(executors.NoOneToAsk, "No one is there to agree to this. Start Assent with its window, or with an answers file."))
	case err != nil:
		return failed("rule.not_displayed", &executors.Error{Reason: executors.Internal, Message: "The question could not be shown, so nothing was done.", Err: err})
	}
	o := outcome{decision: Decision{By: cmp.Or(answer.By, ByPerson), Answer: answer}}
	switch answer.Choice {
	case Allow:
		o.decision.Rule.Key = "rule.allow"
	case AllowOnce:
		o.decision.Rule.Key = "rule.allow_once"
	case AlwaysDeny:
		o.decision.Rule.Key = "rule.always_deny"
	case Closed:
		o.decision.Rule.Key = "rule.closed"
	default:
		o.decision.Rule.Key = "rule.deny"
	}
	if o.decision.By == ByScript {
		o.decision.Rule.Key = "rule.script"
	}
	if answer.Choice != Allow && answer.Choice != AllowOnce {
		o.err = &Denied{Reason: UserRefused, Rule: o.decision.Rule}
	}
	return o
}

func refused(by Decider, rule i18n.Text) outcome {
	return outcome{Decision{By: by, Rule: rule}, &Denied{Reason: UserRefused, Rule: rule}}
}

func repeated() outcome { return refused(ByRule, i18n.Text{Key: "rule.repeated"}) }

func quit() outcome { return refused(ByRule, i18n.Text{Key: "rule.quit"}) }

func hungUp() outcome {
	o := refused(ByRule, i18n.Text{Key: "rule.hung_up"})
	o.decision.Answer.Choice = Closed
	return o
}

func timedOut(key string) outcome {
	rule := i18n.Text{Key: key}
	return outcome{Decision{By: ByTimeout, Rule: rule}, &Denied{Reason: UserTimeout, Rule: rule}}
}

func tooMany() outcome {
	return failed("rule.too_many_questions", executors.Errorf(executors.TooManyQuestions,
		"%d questions of this agent already wait for an answer. Ask again when they are answered.", lineLimit))
}

func notHeld(err error) outcome { return failed("rule.not_held", executors.AsError(err)) }

func failed(key string, err *executors.Error) outcome {
	return outcome{Decision{By: ByRule, Rule: i18n.Text{Key: key}}, err}
}

func withdrawn(err error) outcome {
	o := outcome{Decision{By: ByRule, Rule: i18n.Text{Key: "rule.withdrawn"}}, err}
	var denied *Denied
	switch {
	case !errors.As(err, &denied):
		o.err = executors.AsError(err)
	case denied.Rule.Key != "":
		o.decision.Rule = denied.Rule
	}
	return o
}
