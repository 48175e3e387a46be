package consent

import (
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
		offered, offered_version, program, parent, added_at, updated_at, asked, ticked, read_before) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`,
		a.id, a.name, a.wholeName, a.claimed, a.version, a.manifest.text(), a.agreedVersion, a.agreed.text(), reauth,
		a.offered.text(), a.offeredVersion, a.program.Path, a.program.Parent, a.added.UnixMilli(), a.updated.UnixMilli(),
		names(a.asked), names(a.ticked), a.readBefore())
	return err
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
