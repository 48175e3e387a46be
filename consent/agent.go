package consent

import (
	"maps"
	"slices"
	"time"

	"assent/consent/ask"
	"assent/consent/manifest"
)

// Agent is what the user's machine knows of one agent.
type Agent struct {
	ID        string
	Name      string // sanitised, at most 40 characters, may be empty
	WholeName string // all of it, where Name is cut
	Claimed   string // the name it was given last and may not have: another's, or what imitates one (contract §6)
	Version   int    // of the manifest in force
	Manifest  *manifest.Manifest
	Grants    []Grant     // every scope of the manifest, in its order, granted or not
	Reviewed  bool        // false until the first review ended
	Changed   bool        // a reauth is pending: Review shows what changed
	Lowered   []string    // tools that the person lowered to medium, by name
	Program   ask.Program // that brought its manifest last
	Ticked    []string    // tools that the person agreed in a review not to be asked about (contract §16)
	Stopped   []string    // tools that a pending reauth stopped, by name
	AddedAt   time.Time
	UpdatedAt time.Time
}

// Grant is the state of one scope of one agent.
type Grant struct {
	Scope       string
	Granted     bool
	Suspended   bool // by a pending reauth (contract §2)
	AlwaysDeny  bool
	Sensitivity manifest.Sensitivity // declared, floor and pinned together; a plan may raise it further
	At          time.Time            // when granted or taken back; zero when never granted
}

// edition is one version of a manifest; the zero value is none.
type edition struct {
	Version int
	Hash    string
}

// agent is what is kept of one agent. A kept agent is never changed: a change is
// made to a clone, which takes its place. One that was removed has no manifest any more,
// and only what stays of it (see Keeper.Remove).
type agent struct {
	id, name       string
	wholeName      string        // all of the name, where it is cut
	claimed        string        // the name given last that it may not have
	version        int           // of the manifest in force
	manifest       *keptManifest // in force; before the first review, the one to be reviewed
	agreedVersion  int           // 0 until the first review ended
	agreed         *keptManifest // the one last reviewed, nil until then
	reauth         *Reauth       // pending; nil when none
	offered        *keptManifest // the one that the pending reauth speaks of, or a later one; nil until it is there
	offeredVersion int
	left           edition           // the last manifest of a life before, when it was removed
	grants         map[string]grant  // by scope
	lowered        map[string]string // tools that the person lowered, with the digest of what they are
	asked          []string          // tools that its file asks not to ask for (contract §16)
	ticked         []string          // those of them that the person agreed to
	program        ask.Program       // that brought its manifest last
	added          time.Time
	updated        time.Time
	review         uint64 // of what is to be reviewed: an answer belongs to one of them
	relates        bool   // hosts are to be told of this state, once it holds
}

// grant is what the user said about one scope.
type grant struct {
	granted bool
	revoked bool // granted once and taken back
	pinned  manifest.Sensitivity
	at      time.Time // of the last change
	denied  time.Time // when "always deny" was chosen; zero when it was not
}

func (a *agent) clone() *agent {
	c := *a
	c.grants, c.lowered, c.relates = maps.Clone(a.grants), maps.Clone(a.lowered), false
	if c.lowered == nil {
		c.lowered = map[string]string{}
	}
	return &c
}

// remains returns what stays of a when it is removed (contract §2).
func (a *agent) remains() *agent {
	rest := &agent{id: a.id, left: a.left, grants: map[string]grant{}}
	if latest := a.latest(); a.agreed != nil && latest.Version > rest.left.Version {
		rest.left = latest // what was never reviewed is only a host's word
	}
	for scope, g := range a.grants {
		if !g.denied.IsZero() {
			rest.grants[scope] = grant{denied: g.denied}
		}
	}
	return rest
}

// inForce returns which manifest is in force, of a removed agent which was here last.
func (a *agent) inForce() edition {
	if a.manifest == nil {
		return a.left
	}
	return edition{a.version, a.manifest.read().Hash}
}

// latest returns which manifest is the newest that was here.
func (a *agent) latest() edition {
	if a.offered != nil {
		return edition{a.offeredVersion, a.offered.read().Hash}
	}
	return a.inForce()
}

func (a *agent) standing(scope string) standing {
	g := a.grants[scope]
	return standing{granted: g.granted, suspended: a.suspended(scope), alwaysDeny: !g.denied.IsZero(), revoked: g.revoked}
}

// alwaysDenied returns the scopes under "always deny".
func (a *agent) alwaysDenied() (scopes []string) {
	for _, scope := range slices.Sorted(maps.Keys(a.grants)) {
		if !a.grants[scope].denied.IsZero() {
			scopes = append(scopes, scope)
		}
	}
	return scopes
}

// suspended reports whether a pending reauth names scope, with all its tools.
func (a *agent) suspended(scope string) bool {
	return a.reauth != nil && (a.reauth.all() || slices.Contains(a.reauth.Scopes, scope))
}

// give grants scope as the manifest in force declares it.
func (a *agent) give(scope manifest.Scope, now time.Time) {
	g := a.grants[scope.ID]
	g.granted, g.revoked, g.at = true, false, now
	g.pinned = manifest.Highest(scope.Sensitivity, manifest.Floor(scope.ID))
	a.grants[scope.ID] = g
}

// take takes scope back; it is nothing when it was not granted.
func (a *agent) take(scope string, now time.Time) (taken bool) {
	g := a.grants[scope]
	if !g.granted {
		return false
	}
	g.granted, g.revoked, g.pinned, g.at = false, true, 0, now
	a.grants[scope] = g
	a.untick(func(tool *manifest.Tool) bool { return tool.Scope == scope })
	return true
}

// lose drops the grant of scope because its manifest changed: nobody took it back.
func (a *agent) lose(scope string, now time.Time) {
	g := a.grants[scope]
	if g.granted {
		g.granted, g.pinned, g.at = false, 0, now
		a.grants[scope] = g
		a.untick(func(tool *manifest.Tool) bool { return tool.Scope == scope })
	}
}

// sensitivity returns that of a declared scope before any plan has a say.
func (a *agent) sensitivity(scope manifest.Scope) manifest.Sensitivity {
	s := manifest.Highest(scope.Sensitivity, manifest.Floor(scope.ID))
	if g := a.grants[scope.ID]; g.granted {
		return manifest.Highest(s, g.pinned)
	}
	return s
}

// public returns a as others see it.
func (a *agent) public() Agent {
	p := Agent{
		ID: a.id, Name: a.name, WholeName: a.wholeName, Claimed: a.claimed, Version: a.version, Manifest: a.manifest.read(),
		Reviewed: a.agreed != nil, Changed: a.reauth != nil, Lowered: a.loweredTools(), Ticked: a.ticked, Program: a.program,
		AddedAt: a.added, UpdatedAt: a.updated,
	}
	for _, tool := range a.manifest.read().Tools {
		if a.reauth != nil && a.reauth.names(tool.Name, tool.Scope) {
			p.Stopped = append(p.Stopped, tool.Name)
		}
	}
	for _, scope := range a.manifest.read().Scopes {
		s, g := a.standing(scope.ID), a.grants[scope.ID]
		p.Grants = append(p.Grants, Grant{
			Scope: scope.ID, Granted: s.granted, Suspended: s.suspended, AlwaysDeny: s.alwaysDeny,
			Sensitivity: a.sensitivity(scope), At: g.at,
		})
	}
	return p
}

// relation returns what hosts are told: the scopes that work now.
func (a *agent) relation(serves func(string) bool) Relation {
	return Relation{AgentID: a.id, Version: a.version, Granted: a.usable(), Warnings: a.manifest.read().Warn(serves)}
}

// usable returns the scopes that the agent may use now.
func (a *agent) usable() []string {
	scopes := []string{}
	for _, scope := range a.manifest.read().Scopes {
		if s := a.standing(scope.ID); s.granted && !s.suspended {
			scopes = append(scopes, scope.ID)
		}
	}
	return scopes
}
