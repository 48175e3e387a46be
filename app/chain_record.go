package app

import (
	"errors"

	"assent/app/fault"
	"assent/app/wire"
	"assent/audit"
	"assent/consent/ask"
	"assent/executors"

	"github.com/go-json-experiment/json/jsontext"
)

// entry is what the log keeps of the call. Until the manifest is known the scope is
// the one that the call names.
func (x *execution) entry() audit.Call {
	entry := entryOf(x.call)
	if x.permit.Tool != nil {
		entry.Scope = x.permit.Scope.ID
	}
	return entry
}

func entryOf(call wire.Call) audit.Call {
	return audit.Call{
		AgentID: call.AgentID, ConversationID: call.ConversationID, CallID: call.CallID,
		Tool: call.Tool, Scope: call.Scope, NamedScope: call.Scope, ArgumentsDigest: call.Digest, Runs: string(call.Runs),
	}
}

// refuse answers a call that no row was begun for, and records it whole.
func (x *execution) refuse(err error) wire.Response {
	if errors.Is(err, audit.ErrReused) {
		return x.engine.reused(x.call)
	}
	response := responseTo(err)
	if x.call.Group && errors.Is(err, audit.ErrDuplicate) {
		return wire.Denied(ask.NotInGroup) // step 0 comes first
	}
	if errors.Is(err, audit.ErrDuplicate) || errors.Is(err, audit.ErrUnavailable) {
		return response
	}
	if x.meets.Has(fault.DiskFull) {
		return responseTo(errDiskFull)
	}
	if x.decision.By == "" {
		x.decision.By = ask.ByRule
	}
	x.explain(err)
	if err := x.engine.log.Record(x.entry(), x.outcome(response)); err != nil {
		return x.refuse(asLogError(err))
	}
	return response
}

// finish answers a call whose row was begun, once its outcome is written.
func (x *execution) finish(result jsontext.Value, err error) wire.Response {
	if x.seq == 0 {
		return x.refuse(err)
	}
	response := responseTo(err)
	if err == nil {
		response = wire.OK(result)
	}
	if err := x.engine.log.Finish(x.seq, x.outcome(response)); err != nil {
		response = wire.Failed(executors.Errorf(executors.AuditUnavailable, "The log cannot be written, so what became of the call is not told."))
	}
	return response
}

// explain adds the rule that denied the call to its way.
func (x *execution) explain(err error) {
	var denied *ask.Denied
	if errors.As(err, &denied) {
		x.way.decide(denied.Rule)
	}
}

// outcome is what the log keeps of the response.
func (x *execution) outcome(r wire.Response) audit.Outcome {
	o := audit.Outcome{
		Status: audit.Status(r.Status), Reason: r.Reason, Decision: string(x.decision.By), Shown: x.shown, Took: x.took,
	}
	if x.releases(r) {
		o.Reason = audit.HandedOver
	}
	if x.decision.Sensitivity != 0 {
		o.Sensitivity = x.decision.Sensitivity.String()
	}
	return o
}

// releases reports whether r lets somebody run the call who cannot report back.
func (x *execution) releases(r wire.Response) bool {
	_, handedOver := x.plan.(*handedOver)
	return handedOver && x.call.Runs == wire.RunsElsewhere && r.Status == wire.StatusOK
}

// responseTo answers a call that did not run, or failed.
func responseTo(err error) wire.Response {
	var denied *ask.Denied
	switch {
	case errors.As(err, &denied):
		response := wire.Denied(denied.Reason)
		response.Message, response.Details = denied.Message, denied.Details
		return response
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
	e.subscribers.changed()
	if err != nil {
		return responseTo(asLogError(err))
	}
	return response
}
