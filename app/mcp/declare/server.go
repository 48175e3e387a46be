// Package declare makes a manifest of what MCP servers list (contract §13): the names of
// their tools in its grammar, their scopes by what their annotations and names say, their
// schemas as far as a manifest holds them.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package declare

import (
	"cmp"
	"errors"
	"slices"
	"sort"

	"assent/consent/manifest"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of what a server lists (contract §13).
const (
	MaxTools   = 1000
	callTimeMS = 3_600_000
)

// The readers are the tools that stand for what is not called but read.
const (
	ReaderResources = "mcp_resources_read"
	ReaderPrompts   = "mcp_prompts_get"
)

// Manifest is one that is made for a server, or for an agent that uses several.
type Manifest struct {
	SchemaVersion string          `json:"schema_version"`
	AgentVersion  string          `json:"agent_version"`
	Tools         []ManifestTool  `json:"tools"`
	Scopes        []ManifestScope `json:"permission_scopes"`
	File          jsontext.Value  `json:"x_agent_file,omitzero"` // what is kept of an agent's file
}

// ManifestTool is one of its tools.
type ManifestTool struct {
	Name            string         `json:"name"`
	DescriptionKey  string         `json:"description_i18n_key"`
	DescriptionText string         `json:"description_fallback,omitzero"`
	InputSchema     jsontext.Value `json:"input_schema"`
	Scope           string         `json:"permission_scope"`
	TimeoutMS       int            `json:"timeout_ms,omitzero"`
	Target          string         `json:"x_target,omitzero"`
	MCP             *Origin        `json:"x_mcp,omitzero"`
}

// Origin is what the tool is at its server.
type Origin struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Server string `json:"server,omitzero"` // where the manifest is of more than one
}

// ManifestScope is one of its scopes.
type ManifestScope struct {
	ID          string `json:"id"`
	LabelKey    string `json:"label_i18n_key"`
	LabelText   string `json:"label_fallback"`
	Sensitivity string `json:"sensitivity"`
}

const anyObject = `{"type":"object"}`

// Server makes the manifest of a server from its tools.
func Server(server string, tools []Tool) ([]byte, error) {
	d := Manifest{SchemaVersion: "1.0", AgentVersion: "1.0.0", Scopes: Scopes(server)}
	d.Tools = []ManifestTool{
		reader(server, ReaderResources, "Reads one of the server's resources.", "/uri"),
		reader(server, ReaderPrompts, "Gets one of the server's prompts.", "/name"),
	}
	for _, t := range tools {
		d.Tools = append(d.Tools, t.Declare(server, Name(t.Name)))
	}
	return d.Fitted()
}

// Scopes returns the scopes of a server.
func Scopes(server string) (scopes []ManifestScope) {
	for _, kind := range []struct{ name, label, sensitivity string }{
		{"danger", "Use tools that delete, send, pay or execute", "high"},
		{"read", "Use tools that only read", "medium"},
		{"act", "Use its other tools", "medium"},
	} {
		scopes = append(scopes, ManifestScope{"mcp:" + server + ":" + kind.name, "mcp." + kind.name + ".label", kind.label, kind.sensitivity})
	}
	return scopes
}

// Declare returns the tool as the manifest of an agent declares it that uses the server.
func (t Tool) Declare(server, name string) ManifestTool {
	return ManifestTool{
		Name: name, DescriptionKey: "mcp.tool.description", DescriptionText: t.Description,
		InputSchema: schemaOf(t.InputSchema), Scope: "mcp:" + server + ":" + t.kind(), TimeoutMS: callTimeMS,
		MCP: &Origin{Name: t.Name, SHA256: t.Digest},
	}
}

func reader(server, name, description, target string) ManifestTool {
	return ManifestTool{
		Name: name, DescriptionKey: "mcp.tool.description", DescriptionText: description, InputSchema: jsontext.Value(anyObject),
		Scope: "mcp:" + server + ":read", TimeoutMS: callTimeMS, Target: target,
	}
}

// schemaOf returns a tool's schema where a manifest may hold it, else any object's.
func schemaOf(schema jsontext.Value) jsontext.Value {
	probe := Manifest{SchemaVersion: "1.0", AgentVersion: "1.0.0",
		Tools:  []ManifestTool{{Name: "probe", DescriptionKey: "k", InputSchema: schema, Scope: "probe:read"}},
		Scopes: []ManifestScope{{"probe:read", "k", "k", "low"}},
	}
	if len(schema) > 0 && probe.valid() {
		return schema
	}
	return jsontext.Value(anyObject)
}

// valid reports whether Assent takes the manifest.
func (d Manifest) valid() bool {
	raw, err := json.Marshal(d)
	if err != nil {
		return false
	}
	_, err = manifest.Parse(raw)
	return err == nil
}

// Fitted writes the manifest: where it is too large or costs too much, as many schemas as
// need be, the longest first, give way to any object's, and then descriptions do.
func (d Manifest) Fitted() ([]byte, error) {
	order := make([]int, len(d.Tools))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(d.Tools[b].InputSchema), len(d.Tools[a].InputSchema)) })
	without := func(n int) Manifest {
		less := d
		less.Tools = slices.Clone(d.Tools)
		for _, i := range order[:min(n, len(order))] {
			less.Tools[i].InputSchema = jsontext.Value(anyObject)
		}
		for _, i := range order[:max(n-len(order), 0)] {
			less.Tools[i].DescriptionText = ""
		}
		return less
	}
	n := sort.Search(2*len(order), func(n int) bool { return without(n).valid() })
	less := without(n)
	if n == 2*len(order) && !less.valid() {
		return nil, errors.New("the server has too many tools for one manifest")
	}
	return json.Marshal(less)
}
