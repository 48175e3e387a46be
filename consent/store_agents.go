package consent

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"assent/consent/manifest"

	"github.com/go-json-experiment/json"
)

func (t tx) saveAgent(a *agent) error {
	reauth, err := encodeReauth(a.reauth)
	if err != nil {
		return err
	}
	if err := t.removeAgent(a.id); err != nil {
		return err
	}
	_, err = t.Exec(`INSERT INTO consent_agents (id, name, version, manifest, agreed_version, agreed, reauth,
		offered, offered_version, added_at, updated_at) VALUES (?,?,?,?,?,?,?,?,?,?,?)`,
		a.id, a.name, a.version, form(a.manifest), a.agreedVersion, form(a.agreed), reauth,
		form(a.offered), a.offeredVersion, a.added.UnixMilli(), a.updated.UnixMilli())
	if err != nil {
		return err
	}
	for scope, g := range a.grants {
		_, err := t.Exec(`INSERT INTO consent_grants (agent_id, scope, granted, revoked, pinned, changed_at, always_deny)
			VALUES (?,?,?,?,?,?,?)`, a.id, scope, g.granted, g.revoked, g.pinned, g.at.UnixMilli(), g.denied.UnixMilli())
		if err != nil {
			return err
		}
	}
	return nil
}

func (t tx) removeAgent(id string) error {
	if _, err := t.Exec(`DELETE FROM consent_grants WHERE agent_id = ?`, id); err != nil {
		return err
	}
	_, err := t.Exec(`DELETE FROM consent_agents WHERE id = ?`, id)
	return err
}

// agents reads every agent, with its grants.
func (s *store) agents() (map[string]*agent, error) {
	rows, err := s.db.Query(`SELECT id, name, version, manifest, agreed_version, agreed, reauth, offered, offered_version,
		added_at, updated_at FROM consent_agents`)
	if err != nil {
		return nil, fmt.Errorf("reading the agents: %w", err)
	}
	defer rows.Close()
	agents := map[string]*agent{}
	for rows.Next() {
		a, err := scanAgent(rows)
		if err != nil {
			return nil, fmt.Errorf("reading an agent: %w", err)
		}
		agents[a.id] = a
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("reading the agents: %w", err)
	}
	return agents, s.grants(agents)
}

func scanAgent(rows *sql.Rows) (*agent, error) {
	a := &agent{grants: map[string]grant{}}
	var current, agreed, offered, reauth string
	var added, updated int64
	err := rows.Scan(&a.id, &a.name, &a.version, &current, &a.agreedVersion, &agreed, &reauth, &offered,
		&a.offeredVersion, &added, &updated)
	if err != nil {
		return nil, err
	}
	a.added, a.updated = time.UnixMilli(added), time.UnixMilli(updated)
	if a.manifest, err = manifest.Restore([]byte(current)); err != nil {
		return nil, err
	}
	if a.agreed, err = parseAgain(agreed, a.manifest); err != nil {
		return nil, err
	}
	if a.offered, err = parseAgain(offered, a.manifest); err != nil {
		return nil, err
	}
	a.reauth, err = decodeReauth(reauth)
	return a, err
}

// grants reads the grants into the agents they belong to.
func (s *store) grants(agents map[string]*agent) error {
	rows, err := s.db.Query(`SELECT agent_id, scope, granted, revoked, pinned, changed_at, always_deny FROM consent_grants`)
	if err != nil {
		return fmt.Errorf("reading the grants: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id, scope string
		var g grant
		var changed, denied int64
		if err := rows.Scan(&id, &scope, &g.granted, &g.revoked, &g.pinned, &changed, &denied); err != nil {
			return fmt.Errorf("reading a grant: %w", err)
		}
		g.at, g.denied = time.UnixMilli(changed), time.UnixMilli(denied)
		if a := agents[id]; a != nil {
			a.grants[scope] = g
		}
	}
	return rows.Err()
}

func form(m *manifest.Manifest) string {
	if m == nil {
		return ""
	}
	return string(m.Canonical)
}

// parseAgain reads a stored manifest, nil when there is none. Most often it is the
// one in force, which is shared then.
func parseAgain(stored string, inForce *manifest.Manifest) (*manifest.Manifest, error) {
	switch stored {
	case "":
		return nil, nil
	case string(inForce.Canonical):
		return inForce, nil
	}
	return manifest.Restore([]byte(stored))
}

func encodeReauth(r *Reauth) (string, error) {
	if r == nil {
		return "", nil
	}
	data, err := json.Marshal(r)
	return string(data), err
}

func decodeReauth(stored string) (*Reauth, error) {
	if stored == "" {
		return nil, nil
	}
	r := &Reauth{}
	return r, json.Unmarshal([]byte(stored), r)
}
