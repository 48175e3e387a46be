package app

import (
	"errors"

	"assent/app/wire"
	"assent/audit"
	"assent/consent/ask"
	"assent/executors"

	"github.com/go-json-experiment/json"
)

// entry is what the log keeps of the call. Until the manifest is known the scope is
// the one that the call names.
func (c *inHand) entry() audit.Call {
	entry := entryOf(c.call)
	if c.permit.Tool != nil {
		entry.Scope = c.permit.Scope.ID
	}
	return entry
}

func entryOf(call wire.Call) audit.Call {
	return audit.Call{
		AgentID: call.AgentID, ConversationID: call.ConversationID, CallID: call.CallID,
		Tool: call.Tool, Scope: call.Scope, NamedScope: call.Scope, ArgumentsDigest: call.Digest,
	}
}

// refuse answers a call that no row was begun for, and records it whole.
func (c *inHand) refuse(err error) wire.Response {
	if errors.Is(err, audit.ErrReused) {
		return c.engine.reused(c.call)
	}
	response := responseTo(err)
	if c.call.Group && errors.Is(err, audit.ErrDuplicate) {
		return wire.Denied(ask.NotInGroup) // step 0 comes first
	}
	if errors.Is(err, audit.ErrDuplicate) || errors.Is(err, audit.ErrUnavailable) {
		return response
	}
	if c.decision.By == "" {
		c.decision.By = ask.ByRule
	}
	c.explain(err)
	if err := c.engine.log.Record(c.entry(), c.outcome(response)); err != nil {
		return c.refuse(asLogError(err))
	}
	return response
}

// finish answers a call whose row was begun, once its outcome is written.
func (c *inHand) finish(result any, err error) wire.Response {
	if c.seq == 0 {
		return c.refuse(err)
	}
	response := responseTo(err)
	if err == nil {
		response = encodeResult(result)
	}
	if err := c.engine.log.Finish(c.seq, c.outcome(response)); err != nil {
		response = wire.Failed(executors.Errorf(executors.AuditUnavailable, "The log cannot be written, so what became of the call is not told."))
	}
	c.engine.options.Ended(c.call.CallID, response.Status, response.Reason)
	return response
}

// explain adds the rule that denied the call to its trail.
func (c *inHand) explain(err error) {
	var denied *ask.Denied
	if errors.As(err, &denied) {
		c.trail.add(denied.Rule)
	}
}

// outcome is what the log keeps of the answer.
func (c *inHand) outcome(r wire.Response) audit.Outcome {
	o := audit.Outcome{
		Status: audit.Status(r.Status), Reason: r.Reason, Decision: string(c.decision.By), Shown: c.shown, Took: c.took,
	}
	if c.decision.Sensitivity != 0 {
		o.Sensitivity = c.decision.Sensitivity.String()
	}
	return o
}

// encodeResult makes the answer of a call that ran.
func encodeResult(result any) wire.Response {
	data, err := json.Marshal(result, json.Deterministic(true))
	if err != nil {
		return wire.Failed(&executors.Error{Reason: executors.Internal, Message: "The result cannot be written as JSON.", Err: err})
	}
	return wire.OK(data)
}

// responseTo answers a call that did not run, or failed.
func responseTo(err error) wire.Response {
	var denied *ask.Denied
	switch {
	case errors.As(err, &denied):
		return wire.Denied(denied.Reason)
	case errors.Is(err, audit.ErrDuplicate):
		return wire.Failed(executors.Errorf(executors.DuplicateCall, "This call was made before, and its answer is not kept any more."))
	case errors.Is(err, audit.ErrReused):
		return wire.Failed(executors.Errorf(executors.CallIDReused, "This call_id was used before for something else. Use a new one."))
	case errors.Is(err, audit.ErrUnavailable):
		return wire.Failed(executors.Errorf(executors.AuditUnavailable, "The log cannot be written, so nothing was done. Try again later."))
	}
	return wire.Failed(executors.AsError(err))
}

// asLogError makes sure that whatever the log could not do reads as that.
func asLogError(err error) error {
	if errors.Is(err, audit.ErrDuplicate) || errors.Is(err, audit.ErrReused) {
		return err
	}
	return errors.Join(audit.ErrUnavailable, err)
}

// reused answers a call whose id was used for something else. It is recorded: an
// attempt to have something else run under an id that was agreed to is worth seeing.
func (e *Engine) reused(call wire.Call) wire.Response {
	response := responseTo(audit.ErrReused)
	if call.Group {
		response = wire.Denied(ask.NotInGroup) // step 0 comes first
	}
	err := e.log.RecordReuse(entryOf(call), audit.Outcome{
		Status: audit.Status(response.Status), Reason: response.Reason, Decision: string(ask.ByRule),
	})
	e.watchers.changed()
	if err != nil {
		return responseTo(asLogError(err))
	}
	return response
}
