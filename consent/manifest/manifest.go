// Package manifest reads capability manifests (contract §6): it checks them, reports
// every error at once with its place, compiles their schemas so that judging a call
// is bounded, and hashes their canonical form.
package manifest

import "time"

// Issue is something an author should know about a place in a manifest.
type Issue struct {
	Path    string `json:"path"` // JSON Pointer
	Message string `json:"message"`
}

// Manifest is a valid manifest. It is immutable and safe for concurrent use.
type Manifest struct {
	AgentVersion string
	Tools        []*Tool // in declared order
	Scopes       []Scope // in declared order
	Flags        map[string]bool
	Hash         string // SHA-256 hex of Canonical
	Canonical    []byte // RFC 8785
	Warnings     []Issue
}

// Scope is one entry of permission_scopes.
type Scope struct {
	ID          string
	Sensitivity Sensitivity // declared; see Floor
	Label       Words
	Description Words
}

// Tool is one entry of tools.
type Tool struct {
	Name        string
	Scope       string
	Description Words
	Required    bool
	Timeout     time.Duration // 10 s when the manifest says none
	schema      schema
}

// Tool returns the tool of a name, nil when the manifest declares none.
func (m *Manifest) Tool(name string) *Tool {
	for _, tool := range m.Tools {
		if tool.Name == name {
			return tool
		}
	}
	return nil
}

// Scope returns the scope of an id.
func (m *Manifest) Scope(id string) (Scope, bool) {
	for _, scope := range m.Scopes {
		if scope.ID == id {
			return scope, true
		}
	}
	return Scope{}, false
}
