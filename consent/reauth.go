package consent

import (
	"slices"
	"strings"

	"assent/consent/clock"
	"assent/consent/manifest"
)

// Reauth is the server's word that a manifest changed in a breaking way (001 §2.5).
type Reauth struct {
	AgentID string
	Version int
	Hash    string
	Scopes  []string // empty, as Tools: all
	Tools   []string // by themselves, whatever becomes of their scopes
}

// all reports whether everything of the agent is named.
func (r *Reauth) all() bool { return len(r.Scopes) == 0 && len(r.Tools) == 0 }

// names reports whether a tool of a scope is named, by itself or with its scope.
func (r *Reauth) names(tool, scope string) bool {
	return r.all() || slices.Contains(r.Scopes, scope) || slices.Contains(r.Tools, tool)
}

// Reauth takes the server's word that an agent's manifest changed in a breaking way
// (contract §2): the named scopes and tools stop at once, of which the hosts hear where a
// scope did, until the user has reviewed the manifest that the event speaks of. Events not newer than the last review change
// nothing. The error is a *Refusal, with MANIFEST_HASH_MISMATCH although the scopes
// stopped, or says that it could not be written anywhere: it holds until Assent quits.
func (k *Keeper) Reauth(r Reauth) error {
	if r.Version < 1 || r.Hash == "" {
		return badMessage("The event names no version and hash of the new manifest.")
	}
	r.Hash = strings.ToLower(r.Hash)
	r.Scopes, r.Tools = slices.Clone(r.Scopes), slices.Clone(r.Tools)
	var other error
	err := k.change(r.AgentID, true, func(a *agent, _ clock.Reading) error {
		if r.Version <= a.agreedVersion {
			return errNothingTaken
		}
		if r.Version == a.version && r.Hash != a.manifest.read().Hash {
			other = mismatch("Another manifest of this version is known here.")
		}
		before := a.usable()
		k.suspend(a, r)
		a.relates = !slices.Equal(before, a.usable())
		return nil
	})
	switch {
	case err == ErrUnknownAgent:
		return badMessage("No manifest of this agent is known here.")
	case err != nil:
		return err
	}
	return other
}

// suspend notes r as pending, together with what was pending before.
func (k *Keeper) suspend(a *agent, r Reauth) {
	if before := a.reauth; before != nil {
		if before.Version > r.Version {
			r.Version, r.Hash = before.Version, before.Hash
		}
		r.join(before)
	}
	if size(r.Scopes)+size(r.Tools) > manifest.MaxSize {
		r.Scopes, r.Tools = nil, nil // more than a manifest can declare: all
	}
	r.AgentID = a.id
	a.reauth = &r
	a.dropOffer()
	k.endWindows(k.ofTools(a, a.touched, r.names))
	k.review(a)
}

// dropOffer forgets the manifest that waits with the pending reauth when it does not fit it.
func (a *agent) dropOffer() {
	if a.offered != nil && !a.reauth.fits(a.offered.read().Hash, a.offeredVersion) {
		a.offered, a.offeredVersion = nil, 0
	}
}

// touched reports whether a pending reauth names scope, or a tool of it.
func (a *agent) touched(scope string) bool {
	if a.reauth == nil {
		return false
	}
	named := func(t *manifest.Tool) bool { return t.Scope == scope && a.reauth.names(t.Name, scope) }
	return a.suspended(scope) || slices.ContainsFunc(a.manifest.read().Tools, named) ||
		a.offered != nil && slices.ContainsFunc(a.offered.read().Tools, named)
}

// size returns how many bytes the names take.
func size(names []string) (bytes int) {
	for _, name := range names {
		bytes += len(name)
	}
	return bytes
}

// fits reports whether a manifest is the one that r speaks of, or a later one: the
// server may have moved on.
func (r *Reauth) fits(hash string, version int) bool {
	return version > r.Version || version == r.Version && hash == r.Hash
}

// join adds what another event names.
func (r *Reauth) join(other *Reauth) {
	if r.all() || other.all() {
		r.Scopes, r.Tools = nil, nil
		return
	}
	r.Scopes, r.Tools = union(r.Scopes, other.Scopes), union(r.Tools, other.Tools)
}

// union joins two lists of names.
func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}
