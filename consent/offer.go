package consent

import (
	"fmt"

	"assent/consent/ask"
	"assent/consent/clock"
	"assent/consent/manifest"
	"assent/consent/visible"
)

// maxUnreviewed is how many new agents may wait for their review (contract §2).
const maxUnreviewed = 32

// Offer is a manifest as a host or the user brought it.
type Offer struct {
	AgentID, AgentName string
	Version            int
	Hash               string // SHA-256 hex of the canonical JSON; empty when the user adds a file
	Manifest           []byte
	Program            ask.Program // that brought it; zero when the user adds a file

	// Asked are the tools that the agent's file asks not to ask for (contract §16): the
	// review shows them, and the person ticks those that they agree to. Only what the
	// user adds has any.
	Asked []string
}

// Offer takes a manifest (contract §2): of a new agent it is put to review, of a
// known one it is in force at once, unless a reauth is pending that it belongs to.
// The error is a *Refusal, or says that it could not be written; nothing has
// changed then.
func (k *Keeper) Offer(o Offer) error {
	if !visible.ID(o.AgentID) {
		return badMessage("agent_id is not 1 to 128 printable ASCII characters.")
	}
	m, err := k.parse(o)
	if err != nil {
		return err
	}
	defer k.announcements.tell()
	k.changing.Lock()
	defer k.changing.Unlock()
	a := k.kept(o.AgentID)
	if o.Hash == "" {
		o.Version = a.next(m)
	}
	if o.Version < 1 {
		return badMessage("manifest_version is not a positive integer.")
	}
	if refusal := a.refuse(m, o.Version); refusal != nil {
		return refusal
	}
	if a.manifest == nil && k.unreviewed() >= maxUnreviewed {
		return &Refusal{Code: CodeTooManyAgents, Message: fmt.Sprintf("%d agents wait for their review already: review or remove some of them first.", maxUnreviewed)}
	}
	return k.offer(a.clone(), o, m)
}

// unreviewed is how many new agents wait for their review.
func (k *Keeper) unreviewed() (n int) {
	for _, a := range k.undecided() {
		if a.agreed == nil {
			n++
		}
	}
	return n
}

// offer gives a, a clone, the manifest m, which fits its version.
func (k *Keeper) offer(a *agent, o Offer, m *manifest.Manifest) error {
	now := clock.Read(k.options.Clock).Wall
	switch name, whole, ok := k.agentName(o); {
	case ok:
		a.name, a.wholeName, a.claimed = name, whole, ""
	case name != "":
		a.claimed = name
	}
	switch {
	case a.added.IsZero():
		a.added = now
		k.propose(a, m, o.Version)
	case a.proposes(m, o.Version):
		// asked already
	case a.agreed == nil:
		k.propose(a, m, o.Version)
	case a.reauth != nil && !(a.version == o.Version && a.manifest.read().Hash == m.Hash):
		a.offered, a.offeredVersion = keep(m), o.Version
		k.review(a)
	default:
		k.takeManifest(a, m, o.Version, now)
		a.relates = true
	}
	if o.Program != (ask.Program{}) {
		a.program = o.Program
	}
	a.asked = o.Asked
	a.updated = now
	return k.keep(a, false)
}

// propose makes m what a new agent is reviewed by.
func (k *Keeper) propose(a *agent, m *manifest.Manifest, version int) {
	a.manifest, a.version = keep(m), version
	k.review(a)
}

// proposes reports whether m is what the user is being asked about.
func (a *agent) proposes(m *manifest.Manifest, version int) bool {
	if a.agreed == nil {
		return a.version == version && a.manifest.read().Hash == m.Hash
	}
	return a.offered != nil && a.offeredVersion == version && a.offered.read().Hash == m.Hash
}

// refuse returns what is against m as version for an agent that may be new.
func (a *agent) refuse(m *manifest.Manifest, version int) error {
	reauth := a.reauth
	if reauth != nil && version == reauth.Version && m.Hash == reauth.Hash {
		return nil // the server's word
	}
	latest := max(a.version, a.offeredVersion, a.left.Version)
	switch {
	case reauth != nil && version == reauth.Version:
		return mismatch("This is not the manifest that the change was announced with.")
	case latest == 0, a.proposes(m, version), a.inForce() == edition{version, m.Hash}:
		return nil
	case version <= latest:
		return &Refusal{Code: CodeVersionRollback, Message: fmt.Sprintf("Version %d of the manifest is known already, or a later one.", version)}
	case reauth != nil && version < reauth.Version:
		return mismatch("A later version of the manifest was announced than this one.")
	}
	return nil
}

// next returns the version of a manifest that the user adds.
func (a *agent) next(m *manifest.Manifest) int {
	switch {
	case a.inForce().Hash == m.Hash:
		return a.inForce().Version
	case a.reauth != nil && a.reauth.Hash == m.Hash:
		return a.reauth.Version
	}
	return max(a.version, a.offeredVersion, a.left.Version) + 1
}
