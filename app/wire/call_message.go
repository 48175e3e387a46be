package wire

import (
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// rawMessage is the line that carries a tool call (contract §2).
type rawMessage struct {
	//lint:ignore SA5008 embed is what the library calls it; the linter knows an older name
	Head rawHead `json:",embed"`

	ConversationID   jsontext.Value `json:"conversation_id"`
	ConversationType jsontext.Value `json:"conversation_type"`
	MsgSubtype       jsontext.Value `json:"msg_subtype"`
	ContentType      jsontext.Value `json:"content_type"`
	Runs             jsontext.Value `json:"runs"`
	Window           jsontext.Value `json:"window"`
	Payload          struct {
		Type     jsontext.Value `json:"type"`
		Artifact rawArtifact    `json:"artifact"`
	} `json:"payload"`
}

// rawHead is what every line has.
type rawHead struct {
	Type    jsontext.Value `json:"type"`
	AgentID jsontext.Value `json:"agent_id"`
}

// call reads the call that the message carries.
func (w rawMessage) call(agentID string) (Call, error) {
	artifact := w.Payload.Artifact
	switch {
	case text(w.MsgSubtype) != "artifact_tool_call":
		return Call{}, errors.New("msg_subtype is not artifact_tool_call")
	case w.ContentType != nil && text(w.ContentType) != "artifact":
		return Call{}, errors.New("content_type is not artifact")
	case w.Payload.Type != nil && text(w.Payload.Type) != "artifact":
		return Call{}, errors.New("the payload's type is not artifact")
	case text(artifact.Subtype) != "tool_call":
		return Call{}, errors.New("the artifact's subtype is not tool_call")
	}
	call := Call{CallKey: CallKey{AgentID: agentID, ConversationID: identifier(w.ConversationID)}}
	if call.ConversationID == "" {
		return Call{}, errors.New("conversation_id is missing or is not 1 to 128 printable ASCII characters")
	}
	conversation := text(w.ConversationType)
	call.Group = conversation == "h2g"
	if err := call.read(artifact); err != nil {
		return Call{}, err
	}
	call.fault(conversation != "h2a" && conversation != "h2g", "conversation_type is neither h2a nor h2g")
	call.Runs = Runs(text(w.Runs))
	call.fault(w.Runs != nil && call.Runs != RunsHost && call.Runs != RunsElsewhere, "runs is neither host nor elsewhere")
	call.NoWindow = w.Window.Kind() == 'f'
	call.fault(w.Window != nil && w.Window.Kind() != 'f' && w.Window.Kind() != 't', "window is neither true nor false")
	return call, nil
}
