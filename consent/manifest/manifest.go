// Package manifest reads capability manifests (contract §6): it checks them, reports
// every error at once with its place, hashes their canonical form, and judges calls
// by their schemas in bounded time.
//
// # Schemas cannot hurt
//
// A schema comes from an agent's author, the arguments from the agent, and both may
// be made to be dear. What a manifest takes, in memory and in time, is bounded; judging
// one call takes at most 100 ms and happens in the caller's goroutine; nothing is left
// running. It works like this:
//
//   - A screen walks each schema before the compiler sees it. References must lead
//     to a subschema of the same schema, so that nothing is ever loaded. What the
//     validator misjudges or cannot bound is refused: an empty enum, $dynamicRef, an
//     $id below the root, patterns that RE2 lacks or that have more than 4096 steps,
//     an enum of more than 4096 values, more than 512 subschemas a tool. Whatever
//     asserts nothing is left out.
//   - The screen also measures what subschemas, enums and patterns take, before they
//     are compiled and before a pattern is parsed. A tool may take 5 MiB
//     and all of a manifest 32 MiB: a budget of memory, and of the time that filling
//     it takes.
//   - Within it a schema is compiled when its manifest is taken in, to see whether it
//     is valid, and let go at once. Schemas compiles it again when a call needs it
//     and lets it go when it is idle. A manifest that is read back is not judged.
//   - Each judgement has 40 000 units of fuel, one for work that takes about a
//     microsecond; defaults filled in are judged with what is left. The cost of each
//     subschema is known, by the sizes of the schema and of the value and the depth
//     of the stack, and is paid before the work is done. When the fuel is out, the
//     call's arguments are invalid.
//   - Arguments of more than 20 000 values are not even built.
//   - Numbers are those of the canonical form, so that 1e1000001 never gets here.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package manifest

import (
	"time"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

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
	Timeout     time.Duration    // 10 s when the manifest says none
	TargetAt    jsontext.Pointer // x_target: where the argument stands that a call aims at, empty when none is named
	schema      jsontext.Value   // input_schema, canonical
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

// ToolDigests returns the digest of each tool's declaration, by its name: SHA-256 hex of
// the canonical JSON. It tells a host which tools an engine does not know as they are.
func (m *Manifest) ToolDigests() map[string]string {
	var declared struct {
		Tools []jsontext.Value `json:"tools"`
	}
	digests := map[string]string{}
	if json.Unmarshal(m.Canonical, &declared) != nil || len(declared.Tools) != len(m.Tools) {
		return digests // it was parsed before
	}
	for i, tool := range m.Tools {
		digests[tool.Name] = canonical.Digest(declared.Tools[i])
	}
	return digests
}
