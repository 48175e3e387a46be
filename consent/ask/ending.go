package ask

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"assent/executors"
	"assent/i18n"
)

// ending is how a question ended: what Queue.Ask returns.
type ending struct {
	decision Decision
	err      error
}

// finish decides w, unless something else has.
func (q *Queue) finish(w *waiter, e ending) {
	if w.settled {
		return
	}
	w.settled = true
	q.conclude(w, e)
}

// conclude takes w, which is settled, out of the queue and lets Ask return.
func (q *Queue) conclude(w *waiter, e ending) {
	l := q.line(w.question.Caller.AgentID)
	l.waiting = slices.DeleteFunc(l.waiting, func(other *waiter) bool { return other == w })
	w.late.stop()
	if q.asks(w) {
		q.takeDown(nil)
	}
	e.decision.Sensitivity = w.question.Sensitivity
	e.decision.Shown = w.shown
	w.ending = e
	close(w.done)
	q.learn(l, w, e)
}

// learn draws the consequences of an ending for questions to come.
func (q *Queue) learn(l *line, w *waiter, e ending) {
	if e.err == nil {
		l.refusals = 0
		return
	}
	switch e.decision.By {
	case ByTimeout:
		l.refusals++
	case ByPerson, ByScript:
		l.refusals++
		q.remember(w)
	}
}

// sameness is what makes two questions the same for contract §7.
type sameness struct{ agent, conversation, scope, tool, digest string }

func samenessOf(question Question) sameness {
	return sameness{question.Caller.AgentID, question.Caller.ConversationID, question.Scope, question.Tool, question.Digest}
}

// denial is when something was denied last, and the timer that forgets it.
type denial struct {
	at     time.Time
	forget *timer
}

// remember denies the same as was denied just now for a while, beginning with what waits.
func (q *Queue) remember(w *waiter) {
	same, long := samenessOf(w.question), w.limits.RepeatDenial
	if long == 0 {
		return
	}
	q.denied[same].forget.stop()
	if !q.closed {
		q.denied[same] = denial{q.clock.Now(), q.after(long, func() { delete(q.denied, same) })}
	}
	for _, other := range q.open() {
		if samenessOf(other.question) == same && other.limits.RepeatDenial > 0 {
			q.finish(other, repeated(other.limits))
		}
	}
}

// repeats reports whether the same as w's was denied so lately that w is not asked about:
// no longer ago than its limits say, nor than those of what was denied did.
func (q *Queue) repeats(w *waiter) bool {
	last, ok := q.denied[samenessOf(w.question)]
	return ok && q.clock.Now().Sub(last.at) < w.limits.RepeatDenial
}

// judge turns what the Asker returned into an ending. Only a clear yes is one, and
// where no window may open, or none that is as narrow, it is one for this call.
func judge(facts executors.Facts, answer Answer, err error) ending {
	if answer.Choice == Allow && (facts.NoWindow || answer.Breadth == ThisTarget && facts.Breadth == "") {
		answer.Choice = AllowOnce
	}
	switch {
	case errors.Is(err, ErrNoOneToAsk):
		return failed("rule.no_one_to_ask", executors.Errorf(executors.NoOneToAsk, "No one is there to agree to this. Start Assent with its window, or with an answers file."))
	case err != nil:
		return failed("rule.not_displayed", &executors.Error{Reason: executors.Internal, Message: "The question could not be shown, so nothing was done.", Err: err})
	}
	message := brief(answer.Message)
	answer.Message = ""
	e := ending{decision: Decision{By: cmp.Or(answer.By, ByPerson), Answer: answer}}
	switch answer.Choice {
	case Allow:
		e.decision.Rule.Key = "rule.allow"
	case AllowOnce:
		e.decision.Rule.Key = "rule.allow_once"
	case AlwaysDeny:
		e.decision.Rule.Key = "rule.always_deny"
	case Closed:
		e.decision.Rule.Key = "rule.closed"
	default:
		e.decision.Rule.Key = "rule.deny"
	}
	if e.decision.By == ByScript {
		e.decision.Rule.Key = "rule.script"
	}
	if answer.Choice != Allow && answer.Choice != AllowOnce {
		e.err = &Denied{Reason: UserRefused, Rule: e.decision.Rule, Message: message}
	}
	return e
}

// brief returns what of a message travels.
func brief(message string) string {
	message = strings.TrimSpace(strings.ToValidUTF8(message, ""))
	if characters := []rune(message); len(characters) > MaxMessage {
		message = strings.TrimSpace(string(characters[:MaxMessage]))
	}
	return message
}

func refused(by Decider, rule i18n.Text) ending {
	return ending{Decision{By: by, Rule: rule}, &Denied{Reason: UserRefused, Rule: rule}}
}

func repeated(l Limits) ending {
	seconds := int(l.RepeatDenial.Seconds())
	return refused(ByRule, i18n.Text{Key: "rule.repeated", Args: map[string]any{"Count": seconds}})
}

func quit() ending { return failed("rule.quit", ErrQuitting) }

func hungUp() ending { return failed("rule.hung_up", errHungUp) }

func takenBack() ending { return failed("rule.taken_back", ErrTakenBack) }

// left is how a question ends whose call's context did.
func left(ctx context.Context) ending {
	if context.Cause(ctx) == ErrTakenBack {
		return takenBack()
	}
	return hungUp()
}

func timedOut(key string) ending {
	rule := i18n.Text{Key: key}
	return ending{Decision{By: ByTimeout, Rule: rule}, &Denied{Reason: UserTimeout, Rule: rule}}
}

func tooMany(waiting int) ending { return failed("rule.too_many_questions", TooMany(waiting)) }

// TooMany is what a question is answered of whose agent so many wait already.
func TooMany(waiting int) *executors.Error {
	return executors.Errorf(executors.TooManyQuestions,
		"%d questions of this agent already wait for an answer. Ask again when they are answered.", waiting)
}

func notHeld(err error) ending { return failed("rule.not_held", executors.AsError(err)) }

func failed(key string, err *executors.Error) ending {
	return ending{Decision{By: ByRule, Rule: i18n.Text{Key: key}}, err}
}

func withdrawn(err error) ending {
	e := ending{Decision{By: ByRule, Rule: i18n.Text{Key: "rule.withdrawn"}}, err}
	var denied *Denied
	switch {
	case !errors.As(err, &denied):
		e.err = executors.AsError(err)
	case denied.Rule.Key != "":
		e.decision.Rule = denied.Rule
	}
	return e
}
