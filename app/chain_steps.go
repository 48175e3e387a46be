package app

import (
	"context"
	"errors"
	"slices"
	"time"

	"assent/app/fault"
	"assent/app/wire"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/sync/semaphore"
)

// execution is one call on its way through the chain, and what became of each step.
type execution struct {
	engine  *Engine
	basis   *basis
	session *Session // the first that sent it
	call    wire.Call
	turn    *turn // among the calls of its agent
	way     *way
	meets   fault.Met // what goes wrong with it on order

	permit   consent.Permit
	plan     executors.Plan
	held     bool                // the plan took its content
	content  *executors.AskAgain // what the content had to say, nil until it did
	room     *share              // what the content takes of the engine's, nil before and where that is little
	ahead    *ahead              // what the plan does while the row is made durable, nil where it waits for that
	decision ask.Decision
	seq      int64       // of the row, 0 until it began
	began    ask.Decider // whom the row began with, empty when a person was to be asked
	shown    time.Duration
	took     time.Duration
}

func (e *Engine) execution(s *Session, call wire.Call, turn *turn) *execution {
	return &execution{
		engine: e, basis: e.basis.Load(), session: s, call: call, turn: turn, way: e.history.start(call),
		meets: e.options.Faults.Begin(call.CallKey, call.Tool),
	}
}

// admit refuses what no chain is needed for: calls of groups, while paused, and of a bad
// form (contract §4 step 0, §7). One recorded before this start is told by its row, which
// begins before it is asked about or run, or is refused: the log takes it once (§5).
func (x *execution) admit() error {
	switch {
	case x.call.Group:
		return &ask.Denied{Reason: ask.NotInGroup, Rule: i18n.Text{Key: "rule.group"}}
	case x.engine.Paused(), x.meets.Has(fault.Paused):
		return ask.ErrPaused
	case x.call.Fault != nil:
		return executors.Errorf(executors.InvalidArguments, "The call is malformed: %v.", x.call.Fault)
	}
	return nil
}

// check takes steps 1 to 3.
func (x *execution) check() (err error) {
	x.permit, err = x.engine.keeper.Check(consent.Call{
		Caller:    ask.Caller{AgentID: x.call.AgentID, ConversationID: x.call.ConversationID, Program: x.session.by()},
		Tool:      x.call.Tool,
		Scope:     x.call.Scope,
		Arguments: x.call.Arguments,
		Terms:     x.basis.terms,
	})
	if err == nil {
		x.way.check(x.permit.Scope.ID)
	}
	return err
}

// prepare takes step 4. What Assent can run, Assent runs; else nothing is prepared for
// who does.
func (x *execution) prepare() (err error) {
	if x.call.Runs != wire.RunsHere && !x.basis.registry.ServesAgent(x.permit.Caller.AgentID, x.permit.Scope.ID) {
		x.permit.Arguments = x.call.Arguments // they are run as they came
		handed := handOver(x.session, x.call, x.permit)
		if err := handed.look(x.engine.ctx, x.engine.home, x.basis, x.permit.Scope.ID); err != nil {
			return err
		}
		x.plan = handed
		x.way.aim(x.plan.Facts().Target)
		return nil
	}
	x.plan, err = x.basis.registry.Prepare(x.engine.ctx, executors.Request{
		Scope: x.permit.Scope.ID, Tool: x.permit.Tool.Name, CallID: x.call.CallID, Arguments: x.permit.Arguments,
		AgentID: x.permit.Caller.AgentID, AgentName: x.permit.Caller.AgentName,
	})
	if err == nil {
		x.way.aim(x.plan.Facts().Target)
	}
	return err
}

// begin records the call as pending, durably: without it nothing is asked or runs.
// by is who decided already, empty when a person is to be asked: then the call waits
// for its turn.
func (x *execution) begin(ctx context.Context, by ask.Decider, s manifest.Sensitivity) (err error) {
	if x.seq != 0 {
		return nil // the second question about one call
	}
	if x.meets.Has(fault.DiskFull) {
		return errDiskFull
	}
	entry := x.entry()
	entry.Decision, entry.Sensitivity = string(by), s.String()
	if by != "" {
		x.ahead = x.startAhead()
	}
	if x.seq, err = x.engine.log.Begin(entry); err != nil {
		return err
	}
	x.began = by
	if by == "" && x.meets.Has(fault.TooManyQuestions) {
		return ask.TooMany(x.basis.settings.QuestionsPerAgent)
	}
	if by == "" {
		x.turn.wait(ctx)
		return nil
	}
	x.turn.leave()
	return nil
}

// decide takes step 5. The call's row begins in between, before anybody is asked.
func (x *execution) decide(ctx context.Context) (err error) {
	x.decision, err = x.engine.keeper.Decide(ctx, x.permit, ask.Question{
		CallID: x.call.CallID,
		Digest: x.call.Digest,
		Facts:  x.facts(),
		Again:  x.content != nil,
	}, ask.Hooks{
		Begin:    func(by ask.Decider, s manifest.Sensitivity) error { return x.begin(ctx, by, s) },
		Admitted: x.turn.leave,
		Hold:     x.hold,
	})
	if err != nil && x.decision.By == "" && x.meets.Has(fault.TooManyQuestions) { // recorded, and not admitted
		x.decision.By, x.decision.Rule.Key = ask.ByRule, "rule.too_many_questions"
	}
	x.shown += x.decision.Shown
	x.way.decide(x.decision.Rule)
	return err
}

// enter waits until there is room for what the call brings, and then takes step 6: what
// was granted may be taken back meanwhile. The wait is not the call's time.
func (x *execution) enter() (err error) {
	var host *semaphore.Weighted
	if x.session != nil {
		host = x.session.content
	}
	x.room, err = x.engine.content.take(x.engine.ctx, host, sizeOf(x.plan), copies)
	if err != nil {
		return executors.Errorf(executors.Interrupted, "Assent is closing.")
	}
	return x.engine.keeper.Recheck(x.permit)
}

// hold has a plan take its content, once, and returns what it says then.
func (x *execution) hold(ctx context.Context) (executors.Facts, error) {
	if !x.held {
		x.held = true
		if err := executors.Hold(ctx, x.plan); err != nil {
			return executors.Facts{}, err
		}
	}
	return x.facts(), nil
}

// facts are the plan's, and what its content had to say.
func (x *execution) facts() executors.Facts {
	facts := x.plan.Facts()
	facts.NoWindow = facts.NoWindow || x.call.NoWindow
	if x.content != nil {
		facts.Care = slices.Concat(facts.Care, x.content.Care)
	}
	return facts
}

// execute takes steps 6 and 7, the latter within the call's time limit. It returns an *AskAgain when
// the content needs a question that was not asked yet.
func (x *execution) execute() (result jsontext.Value, err error) {
	if err := x.enter(); err != nil {
		return nil, err
	}
	limit := x.limit()
	ctx, cancel := context.WithTimeout(x.engine.ctx, limit)
	defer cancel()
	facts, err := x.hold(ctx)
	if err != nil {
		return nil, executors.Failure(ctx, err)
	}
	if len(facts.Care) > 0 && x.decision.Sensitivity != manifest.High {
		return nil, &executors.AskAgain{Care: facts.Care}
	}
	if x.engine.Paused() { // since the call came
		return nil, ask.ErrPaused
	}
	if err := x.decided(); err != nil {
		return nil, err
	}
	if plan, ok := x.plan.(executors.Coarsener); ok && x.decision.Answer.Coarse {
		plan.Coarsen()
	}
	x.meets.Kill(fault.KillBefore)
	if result, err = x.perform(ctx, limit); !errors.As(err, new(*executors.AskAgain)) {
		x.meets.Kill(fault.KillAfter)
	}
	return result, err
}

// decided records who said yes, before anything runs, unless the row began with it. A
// question that waited may have been settled by a window that opened meanwhile.
func (x *execution) decided() error {
	if x.decision.By == x.began {
		return nil
	}
	return x.engine.log.Decided(x.seq, string(x.decision.By), x.decision.Sensitivity.String())
}

// limit is how long the call may run: the smaller of its own and the manifest's
// (contract §8).
func (x *execution) limit() time.Duration {
	if x.call.Timeout > 0 {
		return min(x.call.Timeout, x.permit.Timeout)
	}
	return x.permit.Timeout
}
