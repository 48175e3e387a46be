package consent

import (
	"cmp"
	"errors"
	"slices"

	"assent/consent/clock"
	"assent/consent/manifest"
)

// Agents returns every agent, in the order in which they were added.
func (k *Keeper) Agents() []Agent {
	var all []Agent
	for _, a := range k.sorted() {
		all = append(all, a.public())
	}
	return all
}

// Removed is the last manifest of an agent that was removed after a review.
type Removed struct {
	AgentID string
	Version int
	Hash    string
}

// Removed returns the agents that were removed and are not back.
func (k *Keeper) Removed() (all []Removed) {
	for _, a := range k.sortedRemoved() {
		if a.left.Version > 0 {
			all = append(all, Removed{a.id, a.left.Version, a.left.Hash})
		}
	}
	return all
}

func (k *Keeper) sorted() []*agent { return k.inOrder(&k.agents, everyone) }

// sortedRemoved returns what stays of removed agents.
func (k *Keeper) sortedRemoved() []*agent { return k.inOrder(&k.removed, everyone) }

func everyone(*agent) bool { return true }

// inOrder returns the agents that match, in the order in which they were added.
func (k *Keeper) inOrder(agents *map[string]*agent, match func(*agent) bool) (list []*agent) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	for _, a := range *agents {
		if match(a) {
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b *agent) int {
		return cmp.Or(a.added.Compare(b.added), cmp.Compare(a.id, b.id))
	})
	return list
}

// Relation is what a host is told of an agent's grant (contract §2).
type Relation struct {
	AgentID  string
	Version  int
	Granted  []string
	Warnings []manifest.Issue
}

// Grant lets an agent use a scope that its manifest declares. It is only ever
// called by the user's hand. It holds once it is written. The error is
// ErrUnknownAgent, ErrUnknownScope, ErrNotReviewed, or says what writing failed on.
func (k *Keeper) Grant(agentID, scope string) error {
	return k.change(agentID, false, func(a *agent, now clock.Reading) error {
		declared, ok := a.manifest.read().Scope(scope)
		switch {
		case !ok:
			return ErrUnknownScope
		case a.agreed == nil, a.suspended(scope):
			return ErrNotReviewed
		}
		a.give(declared, now.Wall)
		a.relates = true
		return nil
	})
}

// Revoke takes a scope back from an agent at once, also for calls that wait for an
// answer, and ends its silent windows. An error says that it could not be
// written anywhere: it holds until Assent quits. ErrUnknownAgent comes for an agent that
// is not known.
func (k *Keeper) Revoke(agentID, scope string) error {
	return k.change(agentID, true, func(a *agent, now clock.Reading) error {
		way := k.wayBack(a.id)
		if !a.take(scope, now.Wall) {
			return errNothingTaken
		}
		k.endWindows(ofScopes(a.id, func(s string) bool { return s == scope }))
		k.keepWay(way, a)
		a.relates = true
		return nil
	})
}

// Restrict takes an inbound relation: scopes that granted does not name are taken
// back, as Revoke does; nothing is ever given (contract §2). The error is a
// *Refusal for an unknown agent, or says that it could not be written anywhere: it holds
// until Assent quits.
func (k *Keeper) Restrict(agentID string, granted []string) error {
	err := k.change(agentID, true, func(a *agent, now clock.Reading) error {
		taken := map[string]bool{}
		for scope := range a.grants {
			if !slices.Contains(granted, scope) && a.take(scope, now.Wall) {
				taken[scope] = true
			}
		}
		if len(taken) == 0 {
			return errNothingTaken
		}
		k.endWindows(ofScopes(a.id, func(s string) bool { return taken[s] }))
		a.relates = true
		return nil
	})
	if err == ErrUnknownAgent {
		return &Refusal{Code: CodeBadMessage, Message: "No manifest of this agent is known here."}
	}
	return err
}

// Remove forgets an agent, its grants and windows, and answers what waits. Its "always
// deny" rules, its mute and its last manifest, where that was reviewed, stay for when it
// comes back (contract §2): only Lift ends them. The error is ErrUnknownAgent, or says
// that it could not be written anywhere: it holds until Assent quits.
func (k *Keeper) Remove(agentID string) error {
	defer k.announcements.tell()
	k.changing.Lock()
	defer k.changing.Unlock()
	a := k.agent(agentID)
	if a == nil {
		return ErrUnknownAgent
	}
	k.mu.Lock()
	k.put(a.remains())
	k.windows.forget(agentID)
	k.mu.Unlock()
	k.withdraw(agentID)
	k.announcements.add(func() { k.options.Related(Relation{AgentID: agentID, Version: a.version, Granted: []string{}}) })
	k.announcements.add(k.options.Changed)
	return k.takeAway(agentID)
}

// errNothingTaken ends a change that takes nothing away.
var errNothingTaken = errors.New("nothing was taken away")

// change gives an agent the state that f makes of a clone of it, and writes it: before
// it holds, or, when takes, after. With f's error nothing changes.
func (k *Keeper) change(agentID string, takes bool, f func(*agent, clock.Reading) error) error {
	defer k.announcements.tell()
	k.changing.Lock()
	defer k.changing.Unlock()
	a := k.agent(agentID)
	if a == nil {
		return ErrUnknownAgent
	}
	a = a.clone()
	now := clock.Read(k.options.Clock)
	switch err := f(a, now); {
	case err == errNothingTaken:
		return nil
	case err != nil:
		return err
	}
	a.updated = now.Wall
	return k.keep(a, takes)
}
