package store

import (
	"database/sql"
	"errors"

	"github.com/go-json-experiment/json"
)

// Relation is what a user lets an agent use.
type Relation struct {
	ID, AgentID, UserID string
	Granted             []string
	Version             int // of the manifest that the user's engine last said it of; 0 before

	Revision   int64 // grows with each change that the engine is to hear of
	Asked      bool  // the user wants the agent to be reviewed, also one that they removed
	Restricted bool  // the engine is to take what is not in Granted
}

const (
	nextRevision    = `(SELECT coalesce(max(revision), 0) + 1 FROM relations)`
	relationColumns = `id, agent_id, user_id, granted, version, revision, asked, restricted`
)

// Relate keeps that a user adds an agent, and returns their relation; made says that
// there was none.
func (s *Store) Relate(agentID, userID string, granted []string) (r Relation, made bool, err error) {
	err = s.transact(func(t tx) error {
		id := newID("rel_")
		_, err := t.Exec(`INSERT INTO relations (id, agent_id, user_id, granted, revision, asked) VALUES (?, ?, ?, ?, `+nextRevision+`, 1)
			ON CONFLICT DO UPDATE SET revision = `+nextRevision+`, asked = 1`, id, agentID, userID, list(granted))
		if err != nil {
			return err
		}
		r, err = scanRelation(t.QueryRow(`SELECT `+relationColumns+` FROM relations WHERE agent_id = ? AND user_id = ?`, agentID, userID))
		made = r.ID == id
		return err
	})
	return r, made, err
}

// Adopt keeps a relation of an agent that the user's person added at the desk, where
// there is none.
func (s *Store) Adopt(agentID, userID string) error {
	return s.transact(func(t tx) error {
		_, err := t.Exec(`INSERT INTO relations (id, agent_id, user_id, granted, revision, asked) VALUES (?, ?, ?, '[]', `+nextRevision+`, 0)
			ON CONFLICT DO NOTHING`, newID("rel_"), agentID, userID)
		return err
	})
}

// Regrant keeps what a user says that an agent may use: the engine takes what is not in
// granted, and is given the manifest anew.
func (s *Store) Regrant(id string, granted []string) (r Relation, err error) {
	err = s.transact(func(t tx) error {
		_, err := t.Exec(`UPDATE relations SET granted = ?, restricted = 1, asked = 1, revision = `+nextRevision+` WHERE id = ?`, list(granted), id)
		if err != nil {
			return err
		}
		r, err = scanRelation(t.QueryRow(`SELECT `+relationColumns+` FROM relations WHERE id = ?`, id))
		return err
	})
	return r, err
}

// Relation returns a relation; ErrNotFound when there is none.
func (s *Store) Relation(id string) (Relation, error) {
	return scanRelation(s.db.QueryRow(`SELECT `+relationColumns+` FROM relations WHERE id = ?`, id))
}

// Relations returns the relations of a user that changed after a revision, in the order
// of that.
func (s *Store) Relations(userID string, since int64) (relations []Relation, err error) {
	err = s.rows(func(rows *sql.Rows) error {
		r, err := scanRelation(rows)
		relations = append(relations, r)
		return err
	}, `SELECT `+relationColumns+` FROM relations WHERE user_id = ? AND revision > ? ORDER BY revision`, userID, since)
	return relations, err
}

// Passed notes that the engine heard of a relation as it was at its revision.
func (s *Store) Passed(r Relation) error {
	return s.transact(func(t tx) error {
		_, err := t.Exec(`UPDATE relations SET asked = 0, restricted = 0 WHERE id = ? AND revision = ?`, r.ID, r.Revision)
		return err
	})
}

// Granted keeps what a user's engine says that an agent may use. What waits to be taken
// is not given back by it.
func (s *Store) Granted(agentID, userID string, granted []string, version int) error {
	return s.transact(func(t tx) error {
		_, err := t.Exec(`UPDATE relations SET granted = ?, version = ? WHERE agent_id = ? AND user_id = ? AND restricted = 0`, list(granted), version, agentID, userID)
		return err
	})
}

// related returns the users who hold a relation with an agent.
func (t tx) related(agentID string) (users []string, err error) {
	rows, err := t.Query(`SELECT user_id FROM relations WHERE agent_id = ?`, agentID)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var user string
		if err := rows.Scan(&user); err != nil {
			return nil, err
		}
		users = append(users, user)
	}
	return users, rows.Err()
}

func scanRelation(row interface{ Scan(...any) error }) (r Relation, err error) {
	var granted []byte
	err = row.Scan(&r.ID, &r.AgentID, &r.UserID, &granted, &r.Version, &r.Revision, &r.Asked, &r.Restricted)
	if err == nil {
		err = json.Unmarshal(granted, &r.Granted)
	}
	return r, found(err)
}

// list writes names as a JSON array.
func list(names []string) []byte {
	text, err := json.Marshal(names)
	if err != nil {
		panic(errors.Join(errors.New("names of a relation are checked to be text"), err))
	}
	return text
}
