package store

import (
	"database/sql"
	"time"
)

// Webhook is where an agent's events go.
type Webhook struct {
	AgentID, URL, Secret string
}

// SetWebhook makes w its agent's; what waits for the one before goes to it.
func (s *Store) SetWebhook(w Webhook) error {
	return s.transact(func(t tx) error {
		_, err := t.Exec(`INSERT INTO webhooks (agent_id, url, secret) VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET url = excluded.url, secret = excluded.secret`, w.AgentID, w.URL, w.Secret)
		return err
	})
}

// Webhook returns an agent's; ErrNotFound when it has none.
func (s *Store) Webhook(agentID string) (w Webhook, err error) {
	w.AgentID = agentID
	err = s.db.QueryRow(`SELECT url, secret FROM webhooks WHERE agent_id = ?`, agentID).Scan(&w.URL, &w.Secret)
	return w, found(err)
}

// Delivery is an event on its way to a webhook.
type Delivery struct {
	AgentID  string
	Seq      int64
	Attempts int    // that failed
	Error    string // of the last one
	Due      time.Time
}

// Due returns of each agent the delivery that is due first.
func (s *Store) Due() (deliveries []Delivery, err error) {
	return s.deliveries(`SELECT agent_id, seq, attempts, error, due FROM
		(SELECT *, row_number() OVER (PARTITION BY agent_id ORDER BY due, seq) AS place FROM deliveries WHERE due IS NOT NULL)
		WHERE place = 1`)
}

// Dead returns the deliveries that an agent's webhook did not take, the last 100.
func (s *Store) Dead(agentID string) ([]Delivery, error) {
	return s.deliveries(`SELECT agent_id, seq, attempts, error, 0 FROM deliveries WHERE due IS NULL AND agent_id = ? ORDER BY seq DESC LIMIT 100`, agentID)
}

// Pending returns how many deliveries an agent's webhook is yet to take.
func (s *Store) Pending(agentID string) (n int, err error) {
	err = s.db.QueryRow(`SELECT count(*) FROM deliveries WHERE agent_id = ? AND due IS NOT NULL`, agentID).Scan(&n)
	return n, err
}

func (s *Store) deliveries(query string, args ...any) (deliveries []Delivery, err error) {
	err = s.rows(func(r *sql.Rows) error {
		var d Delivery
		var due int64
		err := r.Scan(&d.AgentID, &d.Seq, &d.Attempts, &d.Error, &due)
		d.Due = time.UnixMilli(due)
		deliveries = append(deliveries, d)
		return err
	}, query, args...)
	return deliveries, err
}

// Event returns an event by its seq.
func (s *Store) Event(seq int64) (e Event, err error) {
	var body []byte
	err = s.db.QueryRow(`SELECT body FROM events WHERE seq = ?`, seq).Scan(&body)
	return Event{seq, numbered(seq, body)}, found(err)
}

// Delivered notes that a webhook took an event.
func (s *Store) Delivered(d Delivery) error {
	return s.transact(func(t tx) error {
		_, err := t.Exec(`DELETE FROM deliveries WHERE agent_id = ? AND seq = ?`, d.AgentID, d.Seq)
		return err
	})
}

// Failed notes that a webhook did not take an event, and why; it is due again at due, or
// where that is zero never again.
func (s *Store) Failed(d Delivery, why string, due time.Time) error {
	var at any
	if !due.IsZero() {
		at = due.UnixMilli()
	}
	return s.transact(func(t tx) error {
		_, err := t.Exec(`UPDATE deliveries SET attempts = attempts + 1, error = ?, due = ? WHERE agent_id = ? AND seq = ?`, why, at, d.AgentID, d.Seq)
		return err
	})
}
