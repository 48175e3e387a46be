package app

import (
	"cmp"
	"context"

	"assent/executors"
	"assent/executors/codingagent"
)

// look has a call that is handed over shown in Assent's words, where its scope is of a
// coding agent's own tools (contract §14).
func (h *handedOver) look(ctx context.Context, home string, b *basis, scope string) (err error) {
	if executors.AgentKind(scope) == "" {
		return nil
	}
	judge := codingagent.Judge{Home: home, Prepare: b.registry.Prepare}
	h.sight, err = judge.Look(ctx, scope, h.call.Arguments)
	return err
}

// Hold looks at what the call would change, for the person.
func (h *handedOver) Hold(ctx context.Context) error {
	if h.sight == nil {
		return nil
	}
	return h.sight.Hold(ctx)
}

// Facts are what the call's arguments say, and what Assent sees in them.
func (h *handedOver) Facts() executors.Facts {
	if h.sight == nil {
		return h.facts
	}
	facts, seen := h.facts, h.sight.Facts()
	if seen.Target != "" {
		facts.Target, facts.Marks = seen.Target, seen.Marks
	}
	facts.Breadth = cmp.Or(seen.Breadth, facts.Breadth)
	facts.Details, facts.Warn, facts.Care = seen.Details, seen.Warn, seen.Care
	facts.NoWindow = facts.NoWindow || seen.NoWindow
	facts.Difference = seen.Difference
	return facts
}
