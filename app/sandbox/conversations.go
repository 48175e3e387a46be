package sandbox

import (
	"errors"
	"net/http"
	"regexp"

	"assent/app/sandbox/store"
	"assent/app/wire"

	"github.com/go-json-experiment/json/jsontext"
)

func addConversation(r *request) (answer, error) {
	var body struct {
		AgentID string `json:"agent_id"`
		UserID  string `json:"user_id"`
		Type    string `json:"type"`
	}
	if err := r.read(&body); err != nil {
		return answer{}, err
	}
	if body.Type != "h2a" && body.Type != "h2g" {
		return answer{}, badRequest("type is neither h2a nor h2g.")
	}
	if body.AgentID == "" && r.caller.Kind == store.Agent {
		body.AgentID = r.caller.ID
	}
	userID, err := r.user(body.UserID)
	if err != nil {
		return answer{}, err
	}
	if _, err := r.store.Agent(body.AgentID); err != nil {
		return answer{}, missing("agent", err)
	}
	if err := r.may(store.Holder{Kind: store.Agent, ID: body.AgentID}, store.Holder{Kind: store.User, ID: userID}); err != nil {
		return answer{}, err
	}
	c, err := r.store.AddConversation(store.Conversation{AgentID: body.AgentID, UserID: userID, Type: body.Type})
	if err != nil {
		return answer{}, err
	}
	return answer{http.StatusCreated, struct {
		ID      string `json:"conversation_id"`
		AgentID string `json:"agent_id"`
		UserID  string `json:"user_id"`
		Type    string `json:"type"`
	}{c.ID, c.AgentID, c.UserID, c.Type}}, nil
}

// toolCall is the msg_subtype of a tool call (001 §3).
const toolCall = "artifact_tool_call"

// subtype is what the msg_subtype and the content_type of a message look like.
var subtype = regexp.MustCompile(`^[a-z][a-z0-9_]{0,63}$`)

func send(r *request) (answer, error) {
	conversation, err := r.store.Conversation(r.http.PathValue("conversation_id"))
	if err != nil {
		return answer{}, missing("conversation", err)
	}
	err = r.may(store.Holder{Kind: store.Agent, ID: conversation.AgentID}, store.Holder{Kind: store.User, ID: conversation.UserID})
	if err != nil {
		return answer{}, err
	}
	var body struct {
		Subtype     string         `json:"msg_subtype"`
		ContentType string         `json:"content_type"`
		Payload     jsontext.Value `json:"payload"`
	}
	if err := r.read(&body); err != nil {
		return answer{}, err
	}
	switch {
	case !subtype.MatchString(body.Subtype):
		return answer{}, badRequest("msg_subtype is missing or is not 1 to 64 of a-z, 0-9 and _.")
	case !subtype.MatchString(body.ContentType):
		return answer{}, badRequest("content_type is missing or is not 1 to 64 of a-z, 0-9 and _.")
	case body.Payload.Kind() != '{':
		return answer{}, badRequest("payload is missing or is not an object.")
	}
	m := store.Message{Conversation: conversation, Sender: r.sender(body.Subtype), Subtype: body.Subtype, ContentType: body.ContentType, Payload: body.Payload}
	receipt, err := r.say(m)
	if err != nil {
		return answer{}, err
	}
	return answer{http.StatusAccepted, receipt}, nil
}

// sender is who says a message: of the owner's the agent says its tool calls, the user
// the rest.
func (r *request) sender(subtype string) store.Kind {
	switch {
	case r.caller.Kind != store.Owner:
		return r.caller.Kind
	case subtype == toolCall:
		return store.Agent
	}
	return store.User
}

// say keeps a message that its sender may send.
func (r *request) say(m store.Message) (store.Receipt, error) {
	switch {
	case m.Subtype == toolCall && m.Sender == store.User:
		return store.Receipt{}, forbidden("A tool call goes from an agent to a user.")
	case m.Subtype == store.ArtifactResponse && m.Sender == store.Agent:
		return store.Receipt{}, forbidden("An artifact_response goes from a user to an agent.")
	case m.Subtype != toolCall:
		return r.store.Say(m)
	case m.ContentType != "artifact":
		return store.Receipt{}, newProblem(http.StatusBadRequest, wire.BadMessage, "content_type is not artifact.")
	}
	return r.call(m)
}

// call keeps a tool call, once for each call_id.
func (r *request) call(m store.Message) (store.Receipt, error) {
	d, err := wire.NewDelivery(m.Conversation.AgentID, m.Conversation.ID, m.Conversation.Group(), m.Payload)
	var refusal *wire.Error
	if errors.As(err, &refusal) {
		return store.Receipt{}, newProblem(http.StatusBadRequest, wire.BadMessage, "The payload is no tool call: "+refusal.Message+".")
	}
	if err != nil {
		return store.Receipt{}, err
	}
	if line, err := d.Line(); err != nil || len(line) > wire.MaxInbound {
		return store.Receipt{}, errors.Join(tooLarge(), err)
	}
	m.CallID = d.CallID
	r.sending.Lock()
	defer r.sending.Unlock()
	before, err := r.store.Sent(m)
	switch {
	case errors.Is(err, store.ErrReused):
		return store.Receipt{}, newProblem(http.StatusConflict, "CALL_ID_REUSED", "The call_id was used for another call in this conversation.")
	case !errors.Is(err, store.ErrNotFound):
		return before, err
	}
	if err := r.calls.take(m.Conversation.AgentID); err != nil {
		return store.Receipt{}, err
	}
	return r.store.Say(m)
}
