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
	Scopes  []string // empty: all
}

// Reauth takes the server's word that an agent's manifest changed in a breaking way
// (contract §2): the named scopes stop at once, until the user has reviewed the
// manifest that the event speaks of. Events not newer than the last review change
// nothing. The error is a *Refusal, with MANIFEST_HASH_MISMATCH although the scopes
// stopped, or says that it could not be written anywhere: it holds until Assent quits.
func (k *Keeper) Reauth(r Reauth) error {
	if r.Version < 1 || r.Hash == "" {
		return badMessage("The event names no version and hash of the new manifest.")
	}
	r.Hash = strings.ToLower(r.Hash)
	r.Scopes = slices.Clone(r.Scopes)
	var other error
	err := k.change(r.AgentID, true, func(a *agent, _ clock.Reading) error {
		if r.Version <= a.agreedVersion {
			return errNothingTaken
		}
		if r.Version == a.version && r.Hash != a.manifest.Hash {
			other = mismatch("Another manifest of this version is known here.")
		}
		k.suspend(a, r)
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
		r.Scopes = union(before.Scopes, r.Scopes)
	}
	if size(r.Scopes) > manifest.MaxSize {
		r.Scopes = nil // more than a manifest can declare: all
	}
	r.AgentID = a.id
	a.reauth = &r
	a.dropOffer()
	k.endWindows(ofScopes(a.id, a.suspended))
	k.review(a)
}

// dropOffer forgets the manifest that waits with the pending reauth when it does not fit it.
func (a *agent) dropOffer() {
	if a.offered != nil && !a.reauth.fits(a.offered.Hash, a.offeredVersion) {
		a.offered, a.offeredVersion = nil, 0
	}
}

// size returns how many bytes the scopes take.
func size(scopes []string) (bytes int) {
	for _, scope := range scopes {
		bytes += len(scope)
	}
	return bytes
}

// fits reports whether a manifest is the one that r speaks of, or a later one: the
// server may have moved on.
func (r *Reauth) fits(hash string, version int) bool {
	return version > r.Version || version == r.Version && hash == r.Hash
}

// union joins the scopes of two events, of which an empty list is all.
func union(a, b []string) []string {
	if len(a) == 0 || len(b) == 0 {
		return nil
	}
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}
