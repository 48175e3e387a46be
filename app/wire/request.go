package wire

import (
	"crypto/rand"
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// Request is a tool call to write: a host's, or a person's who tries a tool. Its answer
// comes in its shape; the nested one has more words for a no (contract §3).
type Request struct {
	CallKey   // an empty CallID: a new one
	Group     bool
	Shape     Shape
	Tool      string
	Scope     string         // empty: not named
	Arguments jsontext.Value // nil: none
	TimeoutMS *int           // nil: the manifest's
	Runs      Runs
	NoWindow  bool // no silent window is to be offered or used
}

// NewCallID returns a call_id that no other call has.
func NewCallID() string { return "call_" + rand.Text() }

// Line writes r. The error says that the arguments are not JSON. What else is wrong is
// for the engine to say.
func (r Request) Line() ([]byte, error) {
	if r.CallID == "" {
		r.CallID = NewCallID()
	}
	if r.Arguments == nil {
		r.Arguments = jsontext.Value("{}")
	}
	call := callMembers{r.CallID, r.Tool, r.Arguments, r.Scope, r.TimeoutMS}
	message := envelope(r.CallKey, r.Group, "artifact_tool_call")
	message.Runs = r.Runs
	if r.NoWindow {
		message.Window = new(false)
	}
	artifact := callArtifact{Subtype: "tool_call"}
	if r.Shape == Nested {
		artifact.ID, artifact.Payload = r.CallID, &call
	} else {
		artifact.callMembers = call
	}
	message.Payload = callPayload{"artifact", artifact}
	line, err := compose(message)
	if err != nil {
		return nil, errors.New("the arguments are not JSON")
	}
	return line, nil
}

// message is the line that carries an artifact, to be written.
type message struct {
	Type             string `json:"type"`
	AgentID          string `json:"agent_id"`
	ConversationID   string `json:"conversation_id"`
	ConversationType string `json:"conversation_type"`
	MsgSubtype       string `json:"msg_subtype"`
	ContentType      string `json:"content_type"`
	Runs             Runs   `json:"runs,omitzero"`
	Window           *bool  `json:"window,omitzero"`
	Payload          any    `json:"payload"`
}

func envelope(key CallKey, group bool, subtype string) message {
	conversationType := "h2a"
	if group {
		conversationType = "h2g"
	}
	return message{
		Type: "message", AgentID: key.AgentID, ConversationID: key.ConversationID, ConversationType: conversationType,
		MsgSubtype: subtype, ContentType: "artifact",
	}
}

type callPayload struct {
	Type     string       `json:"type"`
	Artifact callArtifact `json:"artifact"`
}

type callArtifact struct {
	Subtype string       `json:"subtype"`
	ID      string       `json:"artifact_id,omitzero"`
	Payload *callMembers `json:"payload,omitzero"`
	callMembers
}

type callMembers struct {
	CallID    string         `json:"call_id,omitzero"`
	Tool      string         `json:"tool_name,omitzero"`
	Arguments jsontext.Value `json:"arguments,omitzero"`
	Scope     string         `json:"permission_scope,omitzero"`
	TimeoutMS *int           `json:"timeout_ms,omitzero"`
}
