package consent

import (
	"maps"
	"slices"
	"time"

	"assent/consent/ask"
	"assent/consent/clock"
	"assent/i18n"
)

// Rule is a standing rule the user made: "always deny" (Until is zero), or "deny
// this agent for 10 minutes" (Scope is empty).
type Rule struct {
	AgentID, Scope string
	Until          time.Time
	Made           time.Time
}

// Rules returns the standing rules: "always deny", then the agents that are denied
// for a while.
func (k *Keeper) Rules() []Rule {
	var rules []Rule
	for _, a := range k.sorted() {
		for _, scope := range slices.Sorted(maps.Keys(a.grants)) {
			if made := a.grants[scope].denied; !made.IsZero() {
				rules = append(rules, Rule{AgentID: a.id, Scope: scope, Made: made})
			}
		}
	}
	for _, mute := range k.queue.Mutes() {
		rules = append(rules, Rule{AgentID: mute.AgentID, Made: mute.Since, Until: mute.Until})
	}
	return rules
}

// Lift ends a rule, of which Rules returned agent and scope. It is only ever called
// by the user's hand. The error is ErrUnknownAgent, ErrUnknownRule, or says that it
// was not written: the rule stands.
func (k *Keeper) Lift(r Rule) error {
	if r.Scope == "" {
		k.queue.Unmute(r.AgentID)
		k.options.Changed()
		return nil
	}
	return k.change(r.AgentID, false, func(a *agent, _ clock.Reading) error {
		g := a.grants[r.Scope]
		if g.denied.IsZero() {
			return ErrUnknownRule
		}
		g.denied = time.Time{}
		a.grants[r.Scope] = g
		return nil
	})
}

// alwaysDeny makes the rule that an agent may never use a scope, ends its windows
// and answers what waits.
func (k *Keeper) alwaysDeny(agentID, scope string) error {
	return k.change(agentID, true, func(a *agent, now clock.Reading) error {
		g := a.grants[scope]
		g.denied = now.Wall
		a.grants[scope] = g
		k.endWindows(ofScopes(a.id, func(s string) bool { return s == scope }))
		return nil
	})
}

// Mute denies an agent without asking for d, beginning with what waits: also what
// would run silently.
func (k *Keeper) Mute(agentID string, d time.Duration) {
	k.queue.Mute(agentID, d)
	k.options.Changed()
}

// muted returns the rule that denies everything of an agent for a while, nil when
// there is none.
func (k *Keeper) muted(agentID string) *i18n.Text {
	for _, mute := range k.queue.Mutes() {
		if mute.AgentID == agentID {
			rule := mute.Rule()
			return &rule
		}
	}
	return nil
}

// DenyAll denies everything of an agent that waits.
func (k *Keeper) DenyAll(agentID string) {
	k.queue.DenyAll(agentID)
	k.options.Changed()
}

// HangUp closes the questions that match, interrupted: nobody waits for their answer
// any more.
func (k *Keeper) HangUp(match func(ask.Question) bool) { k.queue.HangUp(match) }

// Pause answers everything that a person would be asked about with ErrPaused, what
// waits too, until it ends.
func (k *Keeper) Pause(on bool) { k.queue.Pause(on) }

// Waiting returns the questions without an answer, in order of arrival.
func (k *Keeper) Waiting() []ask.Waiting { return k.queue.Waiting() }
