package store

import (
	"fmt"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The types of events.
const (
	MessageNew       = "message.new"
	ArtifactResponse = "artifact_response"
	Reauth           = "h2a.reauth_required"
)

// Event is one that holders hear.
type Event struct {
	Seq  int64
	JSON []byte // the whole event, on one line
}

// reauthRequired is the event of a breaking change (001 §2.5).
type reauthRequired struct {
	Type      string   `json:"type"`
	Timestamp string   `json:"timestamp"`
	AgentID   string   `json:"agent_id"`
	Version   int      `json:"new_manifest_version"`
	Hash      string   `json:"new_manifest_hash"`
	Scopes    []string `json:"scopes_requiring_reauth"`
}

// said is the event of a message.
type said struct {
	Type             string         `json:"type"`
	Timestamp        string         `json:"timestamp"`
	MessageID        string         `json:"message_id"`
	ConversationID   string         `json:"conversation_id"`
	ConversationType string         `json:"conversation_type"`
	AgentID          string         `json:"agent_id"`
	UserID           string         `json:"user_id"`
	Sender           Kind           `json:"sender"`
	Subtype          string         `json:"msg_subtype"`
	ContentType      string         `json:"content_type"`
	Payload          jsontext.Value `json:"payload"`
}

func timestamp(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

// publish keeps an event for who hears it; what of it is for a webhook, is due at once.
func (t tx) publish(event any, audience ...string) (seq int64, err error) {
	body, err := json.Marshal(event)
	if err != nil {
		return 0, fmt.Errorf("writing an event: %w", err)
	}
	if err := t.QueryRow(`INSERT INTO events (body) VALUES (?) RETURNING seq`, body).Scan(&seq); err != nil {
		return 0, err
	}
	for _, holder := range audience {
		if _, err := t.Exec(`INSERT INTO audience (holder, seq) VALUES (?, ?)`, holder, seq); err != nil {
			return 0, err
		}
		if _, err := t.Exec(`INSERT INTO deliveries (agent_id, seq, due) SELECT agent_id, ?, ? FROM webhooks WHERE agent_id = ?`,
			seq, t.now.UnixMilli(), holder); err != nil {
			return 0, err
		}
	}
	return seq, nil
}

// Next returns the first event after since that a holder hears; ErrNotFound when there
// is none yet.
func (s *Store) Next(holder string, since int64) (e Event, err error) {
	var body []byte
	err = s.db.QueryRow(`SELECT seq, body FROM audience JOIN events USING (seq) WHERE holder = ? AND seq > ? ORDER BY seq LIMIT 1`,
		holder, since).Scan(&e.Seq, &body)
	e.JSON = numbered(e.Seq, body)
	return e, found(err)
}

// Latest returns the seq of the last event, 0 before the first.
func (s *Store) Latest() (seq int64, err error) {
	err = s.db.QueryRow(`SELECT coalesce(max(seq), 0) FROM events`).Scan(&seq)
	return seq, err
}

// numbered puts its seq into an event.
func numbered(seq int64, body []byte) []byte {
	if len(body) == 0 {
		return nil
	}
	event := strconv.AppendInt([]byte(`{"seq":`), seq, 10)
	return append(append(event, ','), body[1:]...)
}
