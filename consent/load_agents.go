package consent

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// loading is what is read of the agents at start.
type loading struct {
	agents, removed map[string]*agent
	reading         *sync.Mutex              // of manifests
	manifests       map[string]*keptManifest // by their text: equal ones are one
	unmarked        []*agent                 // whose rows do not say that they were read before
}

// agents reads every agent with its grants, and what stays of those that were removed.
// Manifests that were read before are read again when they are needed.
func (s *store) agents() (agents, removed map[string]*agent, err error) {
	l := loading{map[string]*agent{}, map[string]*agent{}, &sync.Mutex{}, map[string]*keptManifest{}, nil}
	for _, table := range []struct {
		query string
		take  func(*sql.Rows) error
	}{
		{`SELECT id, name, whole_name, claimed, version, manifest, agreed_version, agreed = manifest,
			iif(agreed = manifest, '', agreed), reauth, offered, offered_version, program, parent, added_at, updated_at, asked, ticked,
			read_before FROM consent_agents`, l.agent},
		{`SELECT agent_id, version, hash FROM consent_removed`, l.left},
		{`SELECT agent_id, scope, granted, revoked, pinned, changed_at, always_deny FROM consent_grants`, l.grant},
		{`SELECT agent_id, tool, digest FROM consent_lowered`, l.lowered},
	} {
		if err := s.each(table.query, table.take); err != nil {
			return nil, nil, err
		}
	}
	return l.agents, l.removed, s.mark(l.unmarked)
}

// mark notes that the manifests of agents were read.
func (s *store) mark(agents []*agent) error {
	if len(agents) == 0 {
		return nil
	}
	return s.transact(func(t tx) error {
		for _, a := range agents {
			if _, err := t.Exec(`UPDATE consent_agents SET read_before = ? WHERE id = ?`, a.readBefore(), a.id); err != nil {
				return err
			}
		}
		return nil
	})
}

// each calls take with every row of a query.
func (s *store) each(query string, take func(*sql.Rows) error) error {
	rows, err := s.db.Query(query)
	if err != nil {
		return fmt.Errorf("reading what was agreed to: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := take(rows); err != nil {
			return fmt.Errorf("reading what was agreed to: %w", err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("reading what was agreed to: %w", err)
	}
	return nil
}

// of returns the agent of an id, what stays of it where it was removed.
func (l *loading) of(id string) *agent {
	if a := l.agents[id]; a != nil {
		return a
	}
	if l.removed[id] == nil {
		l.removed[id] = &agent{id: id, grants: map[string]grant{}}
	}
	return l.removed[id]
}

func (l *loading) agent(rows *sql.Rows) error {
	a := &agent{grants: map[string]grant{}}
	var inForce, agreed, offered sql.RawBytes
	var same bool // agreed is what is in force
	var reauth, asked, ticked, readBefore string
	var added, updated int64
	err := rows.Scan(&a.id, &a.name, &a.wholeName, &a.claimed, &a.version, &inForce, &a.agreedVersion, &same, &agreed, &reauth, &offered,
		&a.offeredVersion, &a.program.Path, &a.program.Parent, &added, &updated, &asked, &ticked, &readBefore)
	if err != nil {
		return err
	}
	a.added, a.updated = time.UnixMilli(added), time.UnixMilli(updated)
	a.reauth, err = decodeReauth(reauth)
	if err := errors.Join(err, readNames(asked, &a.asked), readNames(ticked, &a.ticked)); err != nil {
		return err
	}
	a.manifest = l.manifest(inForce)
	if same {
		a.agreed = a.manifest
	} else if len(agreed) > 0 {
		a.agreed = l.manifest(agreed)
	}
	if len(offered) > 0 {
		a.offered = l.manifest(offered)
	}
	l.agents[a.id] = a
	if readBefore == a.readBefore() {
		return nil
	}
	l.unmarked = append(l.unmarked, a)
	return errors.Join(a.manifest.check(), a.agreed.check(), a.offered.check())
}

// manifest returns the manifest with a text, which is not read yet.
func (l *loading) manifest(text []byte) *keptManifest {
	k := l.manifests[string(text)]
	if k == nil {
		k = &keptManifest{form: bytes.Clone(text), reading: l.reading}
		l.manifests[string(k.form)] = k
	}
	return k
}

func (l *loading) left(rows *sql.Rows) error {
	var id string
	var left edition
	err := rows.Scan(&id, &left.Version, &left.Hash)
	l.of(id).left = left
	return err
}

func (l *loading) grant(rows *sql.Rows) error {
	var id, scope string
	var g grant
	var changed, denied int64
	err := rows.Scan(&id, &scope, &g.granted, &g.revoked, &g.pinned, &changed, &denied)
	g.at, g.denied = time.UnixMilli(changed), time.UnixMilli(denied)
	l.of(id).grants[scope] = g
	return err
}

func (l *loading) lowered(rows *sql.Rows) error {
	var id, tool, digest string
	err := rows.Scan(&id, &tool, &digest)
	if a := l.agents[id]; a != nil {
		if a.lowered == nil {
			a.lowered = map[string]string{}
		}
		a.lowered[tool] = digest
	}
	return err
}
