package wire

import (
	"errors"

	"github.com/go-json-experiment/json/jsontext"
)

// Manifest offers an agent's manifest to an engine (contract §2).
type Manifest struct {
	AgentID   string         `json:"agent_id"`
	AgentName string         `json:"agent_name,omitzero"`
	Version   int            `json:"manifest_version"`
	Hash      string         `json:"manifest_hash"` // SHA-256 hex of the canonical JSON
	Manifest  jsontext.Value `json:"manifest"`
}

// Line writes m. The error says that the manifest is not JSON.
func (m Manifest) Line() ([]byte, error) {
	return compose(line[Manifest]{"manifest", m})
}

func readManifest(line []byte) (any, error) {
	var m Manifest
	err := unmarshal(line, &m)
	switch {
	case err != nil:
		return nil, wrongType(err)
	case m.Version < 1:
		return nil, errors.New("manifest_version is not a positive integer")
	case m.Hash == "":
		return nil, errors.New("manifest_hash is missing")
	case m.Manifest == nil:
		return nil, errors.New("manifest is missing")
	}
	return m, nil
}

// Reauth is the server's word that a manifest changed in a breaking way (001 §2.5,
// contract §2), which a host passes on.
type Reauth struct {
	AgentID string   `json:"agent_id"`
	Version int      `json:"new_manifest_version"`
	Hash    string   `json:"new_manifest_hash"`
	Scopes  []string `json:"scopes_requiring_reauth,omitempty"` // empty, as Tools: all
	Tools   []string `json:"tools_requiring_reauth,omitempty"`  // besides the scopes, if any
}

// Line writes r.
func (r Reauth) Line() []byte { return write("h2a.reauth_required", r) }

func readReauth(line []byte) (any, error) {
	var r Reauth
	err := unmarshal(line, &r)
	switch {
	case err != nil:
		return nil, wrongType(err)
	case r.Version < 1:
		return nil, errors.New("new_manifest_version is not a positive integer")
	case r.Hash == "":
		return nil, errors.New("new_manifest_hash is missing")
	}
	return r, nil
}
