package wire

import (
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// Delivery is an agent's tool call as somebody else wrote it, to be handed on in an
// envelope of this host's (contract §2).
type Delivery struct {
	CallKey // its CallID is the one in the payload
	Group   bool
	Payload jsontext.Value
}

// NewDelivery returns the delivery of a payload in a conversation. The error is an *Error
// of what an engine could not answer as a call, or that the payload is not strict JSON.
func NewDelivery(agentID, conversationID string, group bool, payload jsontext.Value) (Delivery, error) {
	d := Delivery{CallKey: CallKey{AgentID: agentID, ConversationID: conversationID}, Group: group, Payload: payload}
	line, err := d.Line()
	if err != nil {
		return Delivery{}, err
	}
	value, err := FromHost(line)
	if err != nil {
		return Delivery{}, err
	}
	d.CallID = value.(Call).CallID
	return d, nil
}

// Line writes d. The error says that the payload is not JSON.
func (d Delivery) Line() ([]byte, error) {
	message := envelope(d.CallKey, d.Group, "artifact_tool_call")
	message.Payload = d.Payload
	line, err := compose(message)
	if err != nil {
		return nil, errors.New("the payload is not JSON")
	}
	return line, nil
}

// Payload returns what r's line had as its payload.
func (r Reply) Payload() jsontext.Value {
	if r.Shape == Nested {
		return r.Raw
	}
	return mustMarshal(struct {
		Type     string         `json:"type"`
		Artifact jsontext.Value `json:"artifact"`
	}{"artifact", r.Raw})
}
