package app

import (
	"assent/audit"
	"assent/consent/ask"
)

// Undo takes back the last thing that the user did with an agent, as consent.Keeper.Undo
// does. Only the user's hand may call it.
func (e *Engine) Undo(agentID string) error {
	e.did("undo", agentID)
	return e.keeper.Undo(agentID)
}

// undone begins the call id of the row that says what the user took back.
const undone = "↶"

// UndoAnswer takes back what the user's answer to q made beside the call: a silent window
// or a rule. It is a row of its own in the log, named by the call's.
func (e *Engine) UndoAnswer(q ask.Question) error {
	if err := e.Undo(q.Caller.AgentID); err != nil {
		return err
	}
	return e.log.Record(audit.Call{
		AgentID: q.Caller.AgentID, ConversationID: q.Caller.ConversationID, CallID: undone + q.CallID,
		Tool: q.Tool, Scope: q.Scope, ArgumentsDigest: q.Digest,
	}, audit.Outcome{Status: audit.OK, Sensitivity: q.Sensitivity.String(), Decision: string(ask.ByPerson)})
}
