package consent

import (
	"maps"
	"slices"
	"time"

	"assent/consent/ask"
	"assent/consent/clock"
)

// entry is what the journal keeps: how little the agents may have from whom something
// was taken since the database was written last, and who is muted, where that changed.
type entry struct {
	Agents []ceiling  `json:"agents"`
	Mutes  []ask.Mute `json:"mutes"` // all there are; none: as the database has them
}

// ceiling is the most that an agent may have.
type ceiling struct {
	AgentID string
	Removed bool
	Latest  edition
	Granted []string
	Denied  map[string]time.Time // the "always deny" rules, by scope
	Lowered map[string]string
	Ticked  []string
	Reauth  *Reauth
}

// maxNamed is how many bytes of names a pending reauth names in the journal; more are all.
const maxNamed = 16 << 10

// ceiling returns what a has as the most that it may have.
func (a *agent) ceiling() ceiling {
	c := ceiling{AgentID: a.id, Removed: a.manifest == nil, Latest: a.latest(), Denied: map[string]time.Time{}, Reauth: a.reauth, Lowered: a.lowered, Ticked: a.ticked}
	if a.reauth != nil && size(a.reauth.Scopes)+size(a.reauth.Tools) > maxNamed {
		all := *a.reauth
		all.Scopes, all.Tools = nil, nil
		c.Reauth = &all
	}
	for scope, g := range a.grants {
		if g.granted {
			c.Granted = append(c.Granted, scope)
		}
		if !g.denied.IsZero() {
			c.Denied[scope] = g.denied
		}
	}
	return c
}

// atMost returns a, which is not changed, with no more than c lets it have. Its windows are
// to end: which of them had ended is not known.
func (a *agent) atMost(c ceiling, now time.Time) *agent {
	a = a.clone()
	for scope := range a.grants {
		if !slices.Contains(c.Granted, scope) {
			a.take(scope, now)
		}
	}
	for scope, at := range c.Denied {
		g := a.grants[scope]
		g.denied = at
		a.grants[scope] = g
	}
	maps.DeleteFunc(a.lowered, func(tool, digest string) bool { return c.Lowered[tool] != digest })
	a.ticked = slices.DeleteFunc(slices.Clone(a.ticked), func(tool string) bool { return !slices.Contains(c.Ticked, tool) })
	if c.Reauth != nil {
		a.reauth = c.Reauth
		a.dropOffer()
	}
	if c.Removed {
		a = a.remains()
	}
	if a.manifest == nil && c.Latest.Version > a.left.Version {
		a.left = c.Latest
	}
	return a
}

// catchUp takes away again what the journal has and the database has not.
func (k *Keeper) catchUp(e entry, now clock.Reading) {
	for _, c := range e.Agents {
		a := k.kept(c.AgentID)
		k.put(a.atMost(c, now.Wall))
		k.windows.end(ofScopes(a.id, func(string) bool { return true }))
		k.unwritten[a.id] = true
	}
	if len(e.Mutes) > 0 {
		k.goOnMuting(e.Mutes)
		k.mutesUnwritten = true
	}
}

// takeAway makes that something was taken from an agent outlive a restart: by the journal
// at once, by the database as soon as it can be written. Its error says that it is in
// neither, and holds until Assent quits. The caller holds changing.
func (k *Keeper) takeAway(agentID string) error {
	k.unwritten[agentID] = true
	return k.persist()
}

// persist writes what is unwritten, as takeAway says.
func (k *Keeper) persist() error {
	e := entry{}
	for id := range k.unwritten {
		e.Agents = append(e.Agents, k.kept(id).ceiling())
	}
	if k.mutesUnwritten {
		e.Mutes = k.mutes()
	}
	forgetful := k.journal.write(e)
	err := k.save(nil)
	if err == nil {
		return nil
	}
	k.mu.Lock()
	k.forgetful = forgetful != nil
	k.mu.Unlock()
	return forgetful
}

// Unwritten reports whether what was taken away could not be written to the database yet:
// it holds and is tried again. forgetful says that it would not outlive a restart, since
// the journal beside the database could not be written either.
func (k *Keeper) Unwritten() (unwritten, forgetful bool) {
	k.mu.RLock()
	defer k.mu.RUnlock()
	return k.behind, k.behind && k.forgetful
}
