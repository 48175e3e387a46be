package consent

import (
	"time"

	"assent/consent/manifest"
)

// Agent is what the user's machine knows of one agent.
type Agent struct {
	ID        string
	Name      string // sanitised, may be empty
	Version   int    // of the manifest in force
	Manifest  *manifest.Manifest
	Grants    []Grant // every scope of the manifest, in its order, granted or not
	Reviewed  bool    // false until the first review ended
	Changed   bool    // a reauth is pending: Review shows what changed
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

// Window is a silent window that holds now (contract §7).
type Window struct {
	ID                             int64
	AgentID, ConversationID, Scope string
	Breadth                        string    // folder or site, empty for the whole scope
	Opened, Expires, Cap           time.Time // Cap is zero when the person's answer has no end
	LastUsed                       time.Time
	Uses                           int // silent runs since it was opened
}

// Rule is a standing rule the user made: "always deny" (Until is zero), or "deny
// this agent for 10 minutes" (Scope is empty).
type Rule struct {
	AgentID, Scope string
	Until          time.Time
	Made           time.Time
}

// Relation is what a host is told of an agent's grant (contract §2).
type Relation struct {
	AgentID  string
	Version  int
	Granted  []string
	Warnings []manifest.Issue
}

// Review is what the user decides about an agent: a new one, a changed one, or
// one whose page was opened again.
type Review struct {
	Agent    Agent
	Manifest *manifest.Manifest // to be agreed to; differs from Agent.Manifest after a reauth
	Previous *manifest.Manifest // what was agreed to before, nil for a new agent
	Version  int
	Scopes   []string // those to decide: all of a new agent, the named ones of a reauth

	serial uint64 // an answer belongs to what was shown, not to what came after it
}

// Reviewer puts a review before whoever answers. Reviews wait without limit; the
// agent has nothing of what is asked until then.
type Reviewer interface {
	// Review returns at once. answer may be called once, at any time and from any
	// goroutine, also before Review returns; only scopes named in r.Scopes count.
	Review(r Review, answer func(granted []string))
}

// noOne answers where there is no one to ask (contract §11): never a yes, never a hang.
type noOne struct{}

func (noOne) Review(_ Review, answer func(granted []string)) { answer(nil) }

// Offer is a manifest as a host or the user brought it.
type Offer struct {
	AgentID, AgentName string
	Version            int
	Hash               string // SHA-256 hex of the canonical JSON; empty when the user adds a file
	Manifest           []byte
}

// Reauth is the server's word that a manifest changed in a breaking way (001 §2.5).
type Reauth struct {
	AgentID string
	Version int
	Hash    string
	Scopes  []string // empty: all
}
