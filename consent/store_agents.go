package consent

import (
	"database/sql"
	"errors"
	"fmt"
	"time"

	"assent/consent/manifest"

	"github.com/go-json-experiment/json"
)

// saveAgent makes a what is kept of it. A removed one has no row of its own.
func (t tx) saveAgent(a *agent) error {
	for _, table := range []string{"consent_grants WHERE agent_id", "consent_agents WHERE id", "consent_removed WHERE agent_id", "consent_lowered WHERE agent_id"} {
		if _, err := t.Exec("DELETE FROM "+table+" = ?", a.id); err != nil {
			return err
		}
	}
	if a.manifest == nil {
		if _, err := t.Exec(`DELETE FROM consent_windows WHERE agent_id = ?`, a.id); err != nil {
			return err
		}
	} else if err := t.insertAgent(a); err != nil {
		return err
	}
	if a.left.Version > 0 {
		_, err := t.Exec(`INSERT INTO consent_removed (agent_id, version, hash) VALUES (?,?,?)`, a.id, a.left.Version, a.left.Hash)
		if err != nil {
			return err
		}
	}
	for tool, digest := range a.lowered {
		if _, err := t.Exec(`INSERT INTO consent_lowered (agent_id, tool, digest) VALUES (?,?,?)`, a.id, tool, digest); err != nil {
			return err
		}
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

func (t tx) insertAgent(a *agent) error {
	reauth, err := encodeReauth(a.reauth)
	if err != nil {
		return err
	}
	_, err = t.Exec(`INSERT INTO consent_agents (id, name, whole_name, claimed, version, manifest, agreed_version, agreed, reauth,
		offered, offered_version, program, parent, added_at, updated_at, asked, ticked) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
		a.id, a.name, a.wholeName, a.claimed, a.version, form(a.manifest), a.agreedVersion, form(a.agreed), reauth,
		form(a.offered), a.offeredVersion, a.program.Path, a.program.Parent, a.added.UnixMilli(), a.updated.UnixMilli(),
		names(a.asked), names(a.ticked))
	return err
}

// agents reads every agent with its grants, and what stays of those that were removed.
func (s *store) agents() (agents, removed map[string]*agent, err error) {
	agents, removed = map[string]*agent{}, map[string]*agent{}
	err = s.each(`SELECT id, name, whole_name, claimed, version, manifest, agreed_version, agreed, reauth, offered, offered_version,
		program, parent, added_at, updated_at, asked, ticked FROM consent_agents`, func(rows *sql.Rows) error {
		a, err := scanAgent(rows)
		if err == nil {
			agents[a.id] = a
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	of := func(id string) *agent {
		a := agents[id]
		if a == nil {
			a = removed[id]
		}
		if a == nil {
			a = &agent{id: id, grants: map[string]grant{}}
			removed[id] = a
		}
		return a
	}
	err = s.each(`SELECT agent_id, version, hash FROM consent_removed`, func(rows *sql.Rows) error {
		var id string
		var left edition
		err := rows.Scan(&id, &left.Version, &left.Hash)
		of(id).left = left
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	err = s.each(`SELECT agent_id, scope, granted, revoked, pinned, changed_at, always_deny FROM consent_grants`, func(rows *sql.Rows) error {
		id, scope, g, err := scanGrant(rows)
		of(id).grants[scope] = g
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	err = s.each(`SELECT agent_id, tool, digest FROM consent_lowered`, func(rows *sql.Rows) error {
		var id, tool, digest string
		err := rows.Scan(&id, &tool, &digest)
		if a := agents[id]; a != nil {
			a.lowered[tool] = digest
		}
		return err
	})
	return agents, removed, err
}

// each calls scan with every row of a query.
func (s *store) each(query string, scan func(*sql.Rows) error) error {
	rows, err := s.db.Query(query)
	if err != nil {
		return fmt.Errorf("reading what was agreed to: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return fmt.Errorf("reading what was agreed to: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading what was agreed to: %w", err)
	}
	return nil
}

func scanGrant(rows *sql.Rows) (id, scope string, g grant, err error) {
	var changed, denied int64
	err = rows.Scan(&id, &scope, &g.granted, &g.revoked, &g.pinned, &changed, &denied)
	g.at, g.denied = time.UnixMilli(changed), time.UnixMilli(denied)
	return id, scope, g, err
}

func scanAgent(rows *sql.Rows) (*agent, error) {
	a := &agent{grants: map[string]grant{}, lowered: map[string]string{}}
	var current, agreed, offered, reauth, asked, ticked string
	var added, updated int64
	err := rows.Scan(&a.id, &a.name, &a.wholeName, &a.claimed, &a.version, &current, &a.agreedVersion, &agreed, &reauth, &offered,
		&a.offeredVersion, &a.program.Path, &a.program.Parent, &added, &updated, &asked, &ticked)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(readNames(asked, &a.asked), readNames(ticked, &a.ticked)); err != nil {
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

// names writes names as a JSON array.
func names(all []string) string {
	data, err := json.Marshal(all)
	if err != nil {
		return "[]" // what is no text names nothing
	}
	return string(data)
}

// readNames reads what names wrote.
func readNames(stored string, all *[]string) error {
	if stored == "[]" {
		return nil
	}
	return json.Unmarshal([]byte(stored), all)
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
