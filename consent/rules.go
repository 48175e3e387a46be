package consent

import (
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

// Rules returns the standing rules: "always deny", those of removed agents last, then the
// agents that are denied for a while.
func (k *Keeper) Rules() []Rule {
	var rules []Rule
	for _, a := range append(k.sorted(), k.sortedRemoved()...) {
		for _, scope := range a.alwaysDenied() {
			rules = append(rules, Rule{AgentID: a.id, Scope: scope, Made: a.grants[scope].denied})
		}
	}
	for _, mute := range k.queue.Mutes() {
		rules = append(rules, Rule{AgentID: mute.AgentID, Made: mute.Since, Until: mute.Until})
	}
	return rules
}

// Lift ends a rule, of which Rules returned agent and scope. It is only ever called
// by the user's hand. The error is ErrUnknownRule, or says that it was not written: the
// rule stands.
func (k *Keeper) Lift(r Rule) error {
	if r.Scope == "" {
		return k.unmute(r.AgentID)
	}
	defer k.announcements.tell()
	k.changing.Lock()
	defer k.changing.Unlock()
	way := k.wayBack(r.AgentID)
	a := k.kept(r.AgentID).clone()
	g := a.grants[r.Scope]
	if g.denied.IsZero() {
		return ErrUnknownRule
	}
	g.denied = time.Time{}
	a.grants[r.Scope] = g
	if a.manifest == nil {
		delete(a.grants, r.Scope)
	}
	a.updated, way.takes = k.options.Clock.Now(), true
	k.keepWay(way, a)
	return k.keep(a, false)
}

// alwaysDeny makes the rule that an agent may never use a scope, ends its windows
// and answers what waits.
func (k *Keeper) alwaysDeny(agentID, scope string) error {
	return k.change(agentID, true, func(a *agent, now clock.Reading) error {
		way := k.wayBack(a.id)
		g := a.grants[scope]
		g.denied = now.Wall
		a.grants[scope] = g
		k.endWindows(ofScopes(a.id, func(s string) bool { return s == scope }))
		k.keepWay(way, a)
		return nil
	})
}

// Mute denies an agent without asking for d, beginning with what waits: also what
// would run silently. It goes on after a restart.
func (k *Keeper) Mute(agentID string, d time.Duration) {
	defer k.announcements.tell()
	k.queue.Mute(agentID, d)
	k.announcements.add(k.options.Changed)
	k.changing.Lock()
	defer k.changing.Unlock()
	k.mutesUnwritten = true
	_ = k.persist() // Unwritten tells
}

// unmute lets an agent's questions be asked again, once that is written.
func (k *Keeper) unmute(agentID string) error {
	defer k.announcements.tell()
	k.changing.Lock()
	defer k.changing.Unlock()
	way := k.wayBack(agentID)
	for _, m := range k.mutes() {
		if m.AgentID == agentID {
			way.mute, way.takes = &m, true
		}
	}
	b := k.batch(nil)
	b.mutes = slices.DeleteFunc(k.mutes(), func(m ask.Mute) bool { return m.AgentID == agentID })
	if err := k.write(b); err != nil {
		return err
	}
	k.queue.Unmute(agentID)
	k.keepWay(way, way.before)
	k.announcements.add(k.options.Changed)
	return nil
}

// mutes returns who is muted, never nil.
func (k *Keeper) mutes() []ask.Mute { return append([]ask.Mute{}, k.queue.Mutes()...) }

// goOnMuting goes on with mutes that an earlier Keeper kept.
func (k *Keeper) goOnMuting(mutes []ask.Mute) {
	for _, mute := range mutes {
		k.queue.GoOn(mute)
	}
}

// muted returns the rule that denies everything of an agent for a while, nil when
// there is none.
func (k *Keeper) muted(agentID string) *i18n.Text {
	mute, on := k.mute(agentID)
	if !on {
		return nil
	}
	rule := mute.Rule()
	return &rule
}

// mutedUntil returns until when everything of an agent is denied, zero when it is not.
func (k *Keeper) mutedUntil(agentID string) time.Time {
	mute, _ := k.mute(agentID)
	return mute.Until
}

func (k *Keeper) mute(agentID string) (mute ask.Mute, on bool) {
	for _, mute := range k.queue.Mutes() {
		if mute.AgentID == agentID {
			return mute, true
		}
	}
	return ask.Mute{}, false
}

// DenyAll denies everything of an agent that waits.
func (k *Keeper) DenyAll(agentID string) {
	k.queue.DenyAll(agentID)
	k.options.Changed()
}

// HangUp closes the questions that match, interrupted: nobody waits for their answer
// any more.
func (k *Keeper) HangUp(match func(ask.Question) bool) { k.queue.HangUp(match) }

// TakeBack closes the questions that match, interrupted: their host took the calls back.
func (k *Keeper) TakeBack(match func(ask.Question) bool) { k.queue.TakeBack(match) }

// Pause answers everything that a person would be asked about with ErrPaused, what
// waits too, until it ends.
func (k *Keeper) Pause(on bool) { k.queue.Pause(on) }

// Waiting returns the questions without an answer, in order of arrival.
func (k *Keeper) Waiting() []ask.Waiting { return k.queue.Waiting() }
