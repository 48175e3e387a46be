package agentfile

import (
	"fmt"
	"slices"

	"assent/consent/manifest"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Write makes an agent file of a manifest, as far as one can say what it declares; lost
// says what it cannot, a sentence each. The error says that no such file can have the
// agent's id as its name.
func Write(agentID string, m *manifest.Manifest) (text []byte, lost []string, err error) {
	if !agentName.MatchString(agentID) {
		return nil, nil, fmt.Errorf("an agent file's name has only letters, digits and hyphens, so no agent file is called %q", agentID)
	}
	out := written{Name: agentID, Version: m.AgentVersion, Tools: []string{}}
	if shown, ok := ShownOf(m.Canonical); ok {
		out.Description, out.Model, out.Resources, out.Settings = shown.Description, shown.Model, shown.Resources, shown.Settings
	}
	origins := originsOf(m)
	for _, tool := range m.Tools {
		name := ""
		switch origin, ok := origins[tool.Name]; {
		case ok && origin.Server != "":
			name = "@" + origin.Server + "/" + origin.Name
			lost = append(lost, fmt.Sprintf("how the server %q is started, which %q needs", origin.Server, tool.Name))
		case tool.Scope == readScope.ID:
			name = "fs-read"
		case tool.Scope == writeScope.ID:
			name = "fs-write"
		case tool.Scope == shellScope.ID:
			name = "execute-bash"
		default:
			lost = append(lost, fmt.Sprintf("the tool %q of the scope %q", tool.Name, tool.Scope))
			continue
		}
		if !slices.Contains(out.Tools, name) {
			out.Tools = append(out.Tools, name)
		}
	}
	text, err = json.Marshal(out, jsontext.WithIndent("  "))
	return append(text, '\n'), lost, err
}

// written is a file that is made of a manifest.
type written struct {
	Name        string         `json:"name"`
	Version     string         `json:"version"`
	Description string         `json:"description,omitzero"`
	Model       string         `json:"model,omitzero"`
	Tools       []string       `json:"tools"`
	Settings    jsontext.Value `json:"toolsSettings,omitzero"`
	Resources   []string       `json:"resources,omitzero"`
}

// originsOf returns what each tool is at its server, by its name.
func originsOf(m *manifest.Manifest) map[string]struct{ Name, Server string } {
	var declared struct {
		Tools []struct {
			Name string
			MCP  *struct{ Name, Server string } `json:"x_mcp"`
		}
	}
	origins := map[string]struct{ Name, Server string }{}
	if json.Unmarshal(m.Canonical, &declared, json.MatchCaseInsensitiveNames(true)) != nil {
		return origins // it was parsed before
	}
	for _, tool := range declared.Tools {
		if tool.MCP != nil {
			origins[tool.Name] = *tool.MCP
		}
	}
	return origins
}
