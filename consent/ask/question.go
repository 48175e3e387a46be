package ask

import (
	"strings"
	"time"

	"assent/consent/manifest"
	"assent/consent/visible"
	"assent/executors"
	"assent/i18n"

	"github.com/go-json-experiment/json/jsontext"
)

// Question is what the person is asked about one call: what is shown and judged, and
// nothing else. Every text in it but the i18n.Text values comes from the agent or its
// author and is hostile. It is not to be changed once the queue has it.
type Question struct {
	Caller           Caller
	CallID           string
	Tool             string               // the declared name
	Description      manifest.Words       // of the tool
	Scope            string               // the manifest's scope
	ScopeLabel       manifest.Words       // of the scope; a preset scope is shown in our words instead
	ScopeDescription manifest.Words       // of the scope
	Sensitivity      manifest.Sensitivity // effective
	Why              []i18n.Text          // why it is asked: first time, window over, outside your folders …
	Arguments        jsontext.Value       // what is judged and run, defaults filled in
	Digest           string               // of the arguments as received, for "identical arguments" (contract §7)
	Facts            executors.Facts
	Again            bool // the second question about a call, after its content was looked at

	// OfferMute is set by the queue: the agent was denied or timed out three times
	// in a row, so the dialog offers "deny this agent for 10 minutes" (Queue.Mute).
	OfferMute bool
}

// Caller is who is asking: as the envelope says (contract §2), and by what nobody can
// choose, the kernel's word about the program that is connected.
type Caller struct {
	AgentID        string
	AgentName      string // sanitised, at most 40 characters, may be empty
	WholeName      string // all of the name, where it is cut
	Claimed        string // the name that it was given and may not have, else empty
	ConversationID string

	Program Program   // at the other end of the connection
	Since   time.Time // when the agent was first seen
}

// Program is the executable of a process and of the one that started it, by their paths as
// they were when it connected; empty where the kernel does not tell.
type Program struct{ Path, Parent string }

// Door is a way by which agents ask.
type Door string

// The doors (contract §2, §13, §14).
const (
	DoorSocket Door = "socket" // the agent's own host
	DoorMCP    Door = "mcp"
	DoorHook   Door = "hook"
	DoorACP    Door = "acp"
)

// Door returns the door by which an agent of this id asks through the program. The id
// alone is anybody's word: it counts where the program is assentctl, whose doors have ids
// of their own. Of a program that is not known there is none.
func (p Program) Door(agentID string) Door {
	if p.Path == "" {
		return ""
	}
	kind, _, _ := strings.Cut(agentID, ".")
	door := Door(kind)
	if name, _ := p.Names(); strings.TrimSuffix(name, ".exe") == "assentctl" && (door == DoorMCP || door == DoorHook || door == DoorACP) {
		return door
	}
	return DoorSocket
}

// Names returns the names of both executables, without their folders.
func (p Program) Names() (name, parent string) {
	base := func(path string) string { return path[strings.LastIndexAny(path, `/\\`)+1:] }
	return base(p.Path), base(p.Parent)
}

// CallKey names a call among all: what it names runs at most once (contract §5). A call_id
// alone is its agent's word, and may be another's too.
type CallKey struct {
	AgentID        string `json:"agent_id,omitzero"`
	ConversationID string `json:"conversation_id,omitzero"`
	CallID         string `json:"call_id,omitzero"`
}

// Valid reports whether each part of the key is an id (contract §2).
func (k CallKey) Valid() bool {
	return visible.ID(k.AgentID) && visible.ID(k.ConversationID) && visible.ID(k.CallID)
}

// Key names the call that is asked about.
func (q Question) Key() CallKey {
	return CallKey{q.Caller.AgentID, q.Caller.ConversationID, q.CallID}
}
