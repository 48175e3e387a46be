package wire

import (
	"assent/consent/visible"

	"github.com/go-json-experiment/json/jsontext"
)

// CallKey names a call: what it names runs at most once (contract §5).
type CallKey struct {
	AgentID        string `json:"agent_id,omitzero"`
	ConversationID string `json:"conversation_id,omitzero"`
	CallID         string `json:"call_id,omitzero"`
}

// Valid reports whether each part of the key is an id (contract §2).
func (k CallKey) Valid() bool {
	return visible.ID(k.AgentID) && visible.ID(k.ConversationID) && visible.ID(k.CallID)
}

// identifier returns the id that raw, a strict value, is, or nothing.
func identifier(raw jsontext.Value) string {
	if id := text(raw); visible.ID(id) {
		return id
	}
	return ""
}
