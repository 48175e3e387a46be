package store

import (
	"database/sql"
	"errors"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json/jsontext"
)

// Conversation is one between an agent and a user.
type Conversation struct {
	ID, AgentID, UserID string
	Type                string // h2a or h2g
}

// Group reports whether it is a group's.
func (c Conversation) Group() bool { return c.Type == "h2g" }

// AddConversation keeps a new conversation and gives it its id.
func (s *Store) AddConversation(c Conversation) (Conversation, error) {
	c.ID = newID("conv_")
	return c, s.transact(func(t tx) error {
		_, err := t.Exec(`INSERT INTO conversations (conversation_id, agent_id, user_id, type) VALUES (?, ?, ?, ?)`, c.ID, c.AgentID, c.UserID, c.Type)
		return err
	})
}

// Conversation returns a conversation; ErrNotFound when there is none.
func (s *Store) Conversation(id string) (c Conversation, err error) {
	c.ID = id
	err = s.db.QueryRow(`SELECT agent_id, user_id, type FROM conversations WHERE conversation_id = ?`, id).Scan(&c.AgentID, &c.UserID, &c.Type)
	return c, found(err)
}

// Message is what somebody says in a conversation.
type Message struct {
	Conversation Conversation
	Sender       Kind // Agent or User
	Subtype      string
	ContentType  string
	Payload      jsontext.Value
	CallID       string // of a tool call
}

// Receipt is what a sender is told of a message that was kept.
type Receipt struct {
	MessageID string `json:"message_id"`
	Seq       int64  `json:"seq"`
}

// ErrReused says that a call_id was used for something else.
var ErrReused = errors.New("the call_id was used for another call in this conversation")

// Sent returns the receipt of a tool call that was kept before; ErrNotFound when it was
// not, ErrReused when another one was under its call_id.
func (s *Store) Sent(m Message) (r Receipt, err error) {
	var digest string
	err = s.db.QueryRow(`SELECT message_id, seq, digest FROM calls WHERE conversation_id = ? AND call_id = ?`,
		m.Conversation.ID, m.CallID).Scan(&r.MessageID, &r.Seq, &digest)
	if err == nil && digest != canonical.Digest(m.Payload) {
		err = ErrReused
	}
	return r, found(err)
}

// Say keeps a message for the other side. A tool call waits for its response too; the
// error of one whose call_id is there already is that of the database.
func (s *Store) Say(m Message) (r Receipt, err error) {
	err = s.transact(func(t tx) error {
		if r, err = t.say(m); err != nil || m.CallID == "" {
			return err
		}
		_, err = t.Exec(`INSERT INTO calls (conversation_id, call_id, user_id, seq, message_id, digest, payload) VALUES (?, ?, ?, ?, ?, ?, ?)`,
			m.Conversation.ID, m.CallID, m.Conversation.UserID, r.Seq, r.MessageID, canonical.Digest(m.Payload), []byte(m.Payload))
		return err
	})
	return r, err
}

// say publishes a message to the other side.
func (t tx) say(m Message) (r Receipt, err error) {
	c := m.Conversation
	event := said{
		Type: MessageNew, Timestamp: timestamp(t.now), MessageID: newID("msg_"), ConversationID: c.ID, ConversationType: c.Type,
		AgentID: c.AgentID, UserID: c.UserID, Sender: m.Sender, Subtype: m.Subtype, ContentType: m.ContentType, Payload: m.Payload,
	}
	if m.Subtype == ArtifactResponse {
		event.Type = ArtifactResponse
	}
	audience := c.UserID
	if m.Sender == User {
		audience = c.AgentID
	}
	r.MessageID = event.MessageID
	r.Seq, err = t.publish(event, audience)
	return r, err
}

// Call is a tool call that waits for its response.
type Call struct {
	Seq            int64
	ConversationID string
	CallID         string
	AgentID        string
	Related        bool // its user has added the agent here
}

// Waiting returns the calls of a user after since that have no response yet, in their
// order, at most limit of them.
func (s *Store) Waiting(userID string, since int64, limit int) (calls []Call, err error) {
	err = s.rows(func(r *sql.Rows) error {
		var c Call
		err := r.Scan(&c.Seq, &c.ConversationID, &c.CallID, &c.AgentID, &c.Related)
		calls = append(calls, c)
		return err
	}, `SELECT seq, conversation_id, call_id, agent_id,
			EXISTS (SELECT 1 FROM relations WHERE relations.agent_id = conversations.agent_id AND relations.user_id = calls.user_id)
		FROM calls JOIN conversations USING (conversation_id) WHERE calls.user_id = ? AND seq > ? AND payload IS NOT NULL ORDER BY seq LIMIT ?`, userID, since, limit)
	return calls, err
}

// Payload returns the payload of a call that waits; ErrNotFound when it does not.
func (s *Store) Payload(c Call) (payload jsontext.Value, err error) {
	err = s.db.QueryRow(`SELECT payload FROM calls WHERE conversation_id = ? AND call_id = ? AND payload IS NOT NULL`,
		c.ConversationID, c.CallID).Scan((*[]byte)(&payload))
	return payload, found(err)
}

// Answer keeps the response of a call, whose payload is nil where there will be none. Of
// several the first counts.
func (s *Store) Answer(conversation Conversation, callID string, payload jsontext.Value) error {
	return s.transact(func(t tx) error {
		waited, err := t.Exec(`UPDATE calls SET payload = NULL WHERE conversation_id = ? AND call_id = ? AND payload IS NOT NULL`, conversation.ID, callID)
		if err != nil {
			return err
		}
		if n, err := waited.RowsAffected(); err != nil || n == 0 || payload == nil {
			return err
		}
		_, err = t.say(Message{Conversation: conversation, Sender: User, Subtype: ArtifactResponse, ContentType: "artifact", Payload: payload})
		return err
	})
}
