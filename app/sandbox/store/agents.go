package store

import "github.com/go-json-experiment/json/jsontext"

// AgentRecord is an agent with its newest manifest.
type AgentRecord struct {
	ID, Name string
	Edition
}

// Edition is one version of a manifest.
type Edition struct {
	Version  int
	Hash     string
	Manifest jsontext.Value // as it was sent
}

// AddAgent keeps a new agent and returns its id and its key, which is told only now.
func (s *Store) AddAgent(name, hash string, manifest jsontext.Value) (agentID, key string, err error) {
	agentID, key = newID("agent_"), newToken(Agent)
	err = s.transact(func(t tx) error {
		if _, err := t.Exec(`INSERT INTO agents (agent_id, name, version) VALUES (?, ?, 0)`, agentID, name); err != nil {
			return err
		}
		if err := t.saveToken(Holder{Agent, agentID}, key, nil); err != nil {
			return err
		}
		_, err := t.addManifest(agentID, hash, manifest)
		return err
	})
	return agentID, key, err
}

// Agent returns an agent; ErrNotFound when there is none.
func (s *Store) Agent(agentID string) (a AgentRecord, err error) {
	a.ID = agentID
	err = s.db.QueryRow(`SELECT name, version, hash, manifest FROM agents JOIN manifests USING (agent_id, version) WHERE agent_id = ?`,
		agentID).Scan(&a.Name, &a.Version, &a.Hash, (*[]byte)(&a.Manifest))
	return a, found(err)
}

// Edition returns the latest version of an agent's manifest with this hash; ErrNotFound
// when there was none.
func (s *Store) Edition(agentID, hash string) (e Edition, err error) {
	err = s.db.QueryRow(`SELECT version, hash, manifest FROM manifests WHERE agent_id = ? AND hash = ? ORDER BY version DESC LIMIT 1`,
		agentID, hash).Scan(&e.Version, &e.Hash, (*[]byte)(&e.Manifest))
	return e, found(err)
}

// ChangeManifest makes a manifest the next version of an agent's. Where scopes is not
// empty, all who hold a relation, and the agent, hear that they are to be agreed to anew.
func (s *Store) ChangeManifest(agentID, hash string, manifest jsontext.Value, scopes []string) (version int, err error) {
	err = s.transact(func(t tx) error {
		if version, err = t.addManifest(agentID, hash, manifest); err != nil {
			return err
		}
		if _, err := t.Exec(`UPDATE relations SET revision = `+nextRevision+` WHERE agent_id = ?`, agentID); err != nil {
			return err
		}
		if len(scopes) == 0 {
			return nil
		}
		audience, err := t.related(agentID)
		if err != nil {
			return err
		}
		_, err = t.publish(reauthRequired{
			Type: Reauth, Timestamp: timestamp(t.now), AgentID: agentID, Version: version, Hash: hash, Scopes: scopes,
		}, append(audience, agentID)...)
		return err
	})
	return version, err
}

func (t tx) addManifest(agentID, hash string, manifest jsontext.Value) (version int, err error) {
	if err := t.QueryRow(`UPDATE agents SET version = version + 1 WHERE agent_id = ? RETURNING version`, agentID).Scan(&version); err != nil {
		return 0, found(err)
	}
	_, err = t.Exec(`INSERT INTO manifests (agent_id, version, hash, manifest) VALUES (?, ?, ?, ?)`, agentID, version, hash, []byte(manifest))
	return version, err
}
