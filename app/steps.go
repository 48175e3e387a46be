package app

import (
	"context"
	"slices"
	"time"

	"assent/app/wire"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

// inHand is one call on its way through the chain, and what became of each step.
type inHand struct {
	engine *Engine
	call   wire.Call
	turn   *turn // among the calls of its agent
	trail  *trail

	permit   consent.Permit
	plan     executors.Plan
	held     bool                // the plan took its content
	content  *executors.AskAgain // what the content had to say, nil until it did
	decision ask.Decision
	seq      int64       // of the row, 0 until it began
	began    ask.Decider // whom the row began with, empty when a person was to be asked
	shown    time.Duration
	took     time.Duration
}

// admit refuses what no chain is needed for: calls of groups, while paused, of a bad
// form, and those recorded before this start (contract §4 step 0, §5, §7).
func (c *inHand) admit() error {
	switch {
	case c.call.Group:
		return &ask.Denied{Reason: ask.NotInGroup, Rule: i18n.Text{Key: "rule.group"}}
	case c.engine.Paused():
		return ask.ErrPaused
	case c.call.Fault != nil:
		return executors.Errorf(executors.InvalidArguments, "The call is malformed: %v.", c.call.Fault)
	}
	return c.engine.log.Seen(c.entry())
}

// check takes steps 1 to 3.
func (c *inHand) check() (err error) {
	c.permit, err = c.engine.keeper.Check(consent.Call{
		Caller:    ask.Caller{AgentID: c.call.AgentID, ConversationID: c.call.ConversationID},
		Tool:      c.call.Tool,
		Scope:     c.call.Scope,
		Arguments: c.call.Arguments,
	})
	if err == nil {
		c.trail.step("step.checked", map[string]any{"Scope": c.permit.Scope.ID})
	}
	return err
}

// prepare takes step 4.
func (c *inHand) prepare() (err error) {
	c.plan, err = c.engine.registry.Prepare(c.engine.ctx, executors.Request{
		Scope: c.permit.Scope.ID, Tool: c.permit.Tool.Name, Arguments: c.permit.Arguments,
		AgentID: c.permit.Caller.AgentID, AgentName: c.permit.Caller.AgentName,
	})
	if err == nil {
		c.trail.aim(c.plan.Facts().Target)
	}
	return err
}

// begin records the call as pending, durably: without it nothing is asked or runs.
// by is who decided already, empty when a person is to be asked: then the call waits
// for its turn.
func (c *inHand) begin(ctx context.Context, by ask.Decider, s manifest.Sensitivity) (err error) {
	if c.seq != 0 {
		return nil // the second question about one call
	}
	entry := c.entry()
	entry.Decision, entry.Sensitivity = string(by), s.String()
	if c.seq, err = c.engine.log.Begin(entry); err != nil {
		return err
	}
	c.began = by
	if by == "" {
		c.turn.wait(ctx)
		return nil
	}
	c.turn.leave()
	return nil
}

// decide takes steps 5 and 6. The call's row begins in between, before anybody is
// asked.
func (c *inHand) decide(ctx context.Context) (err error) {
	c.decision, err = c.engine.keeper.Decide(ctx, c.permit, ask.Question{
		CallID: c.call.CallID,
		Digest: c.call.Digest,
		Facts:  c.facts(),
		Again:  c.content != nil,
	}, ask.Hooks{
		Begin:    func(by ask.Decider, s manifest.Sensitivity) error { return c.begin(ctx, by, s) },
		Admitted: c.turn.leave,
		Hold:     c.hold,
	})
	c.shown += c.decision.Shown
	c.trail.add(c.decision.Rule)
	if err != nil {
		return err
	}
	return c.engine.keeper.Recheck(c.permit)
}

// hold has a plan take its content, once, and returns what it says then.
func (c *inHand) hold(ctx context.Context) (executors.Facts, error) {
	if !c.held {
		c.held = true
		if err := executors.Hold(ctx, c.plan); err != nil {
			return executors.Facts{}, err
		}
	}
	return c.facts(), nil
}

// facts are the plan's, and what its content had to say.
func (c *inHand) facts() executors.Facts {
	facts := c.plan.Facts()
	if c.content != nil {
		facts.Care = slices.Concat(facts.Care, c.content.Care)
	}
	return facts
}

// execute takes step 7, within the call's time limit. It returns an *AskAgain when
// the content needs a question that was not asked yet.
func (c *inHand) execute() (result any, err error) {
	limit := c.limit()
	ctx, cancel := context.WithTimeout(c.engine.ctx, limit)
	defer cancel()
	facts, err := c.hold(ctx)
	if err != nil {
		return nil, executors.Failure(ctx, err)
	}
	if len(facts.Care) > 0 && c.decision.Sensitivity != manifest.High {
		return nil, &executors.AskAgain{Care: facts.Care}
	}
	if c.engine.Paused() { // since the call came
		return nil, ask.ErrPaused
	}
	if err := c.decided(); err != nil {
		return nil, err
	}
	if plan, ok := c.plan.(executors.Coarsener); ok && c.decision.Answer.Coarse {
		plan.Coarsen()
	}
	started := c.engine.clock.Now()
	defer func() { c.took += c.engine.clock.Now().Sub(started) }()
	return executors.Run(ctx, c.plan, limit)
}

// decided records who said yes, before anything runs, unless the row began with it. A
// question that waited may have been settled by a window that opened meanwhile.
func (c *inHand) decided() error {
	if c.decision.By == c.began {
		return nil
	}
	return c.engine.log.Decided(c.seq, string(c.decision.By), c.decision.Sensitivity.String())
}

// limit is how long the call may run: the smaller of its own and the manifest's
// (contract §8).
func (c *inHand) limit() time.Duration {
	if c.call.Timeout > 0 {
		return min(c.call.Timeout, c.permit.Timeout)
	}
	return c.permit.Timeout
}
