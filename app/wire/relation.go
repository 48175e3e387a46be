package wire

import (
	"errors"

	"assent/consent/manifest"
)

// Relation is what an agent may use. From an engine it tells a host, with the version
// of the manifest and its warnings; from a host, without them, it only takes away.
type Relation struct {
	AgentID  string           `json:"agent_id"`
	Version  int              `json:"manifest_version,omitzero"`
	Granted  []string         `json:"granted_scopes"`
	Warnings []manifest.Issue `json:"warnings"`
}

// Line writes r.
func (r Relation) Line() []byte { return write("relation", r) }

func readRelation(line []byte) (any, error) {
	var said struct {
		AgentID string   `json:"agent_id"`
		Granted []string `json:"granted_scopes"`
	}
	err := unmarshal(line, &said)
	switch {
	case err != nil:
		return nil, wrongType(err)
	case said.Granted == nil:
		return nil, errors.New("granted_scopes is missing")
	}
	return Relation{AgentID: said.AgentID, Granted: said.Granted}, nil
}
