package relay

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"

	"assent/consent/canonical"
	"assent/consent/manifest"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Bounds of what a server lists (contract §13).
const (
	maxTools   = 1000
	callTimeMS = 3_600_000
)

// The readers are the tools that stand for what is not called but read.
const (
	readerResources = "mcp_resources_read"
	readerPrompts   = "mcp_prompts_get"
)

// tool is what a server says of one of its tools.
type tool struct {
	Name        string         `json:"name"`
	Description string         `json:"description"`
	InputSchema jsontext.Value `json:"inputSchema"`
	Annotations struct {
		ReadOnly    *bool `json:"readOnlyHint"`
		Destructive *bool `json:"destructiveHint"`
	} `json:"annotations"`

	digest string // of the whole object, as its canonical form
}

// readTool reads one of the objects of a tools/list result.
func readTool(raw jsontext.Value) (tool, error) {
	var t tool
	if err := json.Unmarshal(raw, &t, jsontext.AllowDuplicateNames(false)); err != nil {
		return tool{}, fmt.Errorf("reading a tool: %w", err)
	}
	if t.Name == "" {
		return tool{}, errors.New("reading a tool: it has no name")
	}
	t.digest = canonical.Digest(raw)
	return t, nil
}

var notInToolName = regexp.MustCompile(`[^a-z0-9_]+`)

// declaredName returns the name of a tool in the manifest: its own where the manifest's
// grammar allows it, else 25 characters of it and a digest (contract §13).
func declaredName(name string) string {
	clean := strings.Trim(notInToolName.ReplaceAllString(strings.ToLower(name), "_"), "_")
	if clean == name && len(name) >= 2 && len(name) <= 32 && name[0] >= 'a' && name[0] <= 'z' && name != readerResources && name != readerPrompts {
		return name
	}
	if clean == "" || clean[0] < 'a' || clean[0] > 'z' {
		clean = "t_" + clean
	}
	sum := sha256.Sum256([]byte(name))
	return strings.TrimRight(clean[:min(len(clean), 25)], "_") + "_" + hex.EncodeToString(sum[:3])
}

// kind is a tool's scope within its server: danger, read or act.
func (t tool) kind() string {
	switch {
	case t.Annotations.Destructive != nil && *t.Annotations.Destructive && !(t.Annotations.ReadOnly != nil && *t.Annotations.ReadOnly), dangerousName(t.Name):
		return "danger"
	case t.Annotations.ReadOnly != nil && *t.Annotations.ReadOnly:
		return "read"
	}
	return "act"
}

// dangerousName reports whether a word of the name says that the tool destroys, sends,
// pays or executes.
func dangerousName(name string) bool {
	return slices.ContainsFunc(words(name), func(word string) bool { return slices.Contains(dangerWords, word) })
}

var dangerWords = []string{
	"delete", "remove", "destroy", "drop", "erase", "wipe", "purge", "truncate", "kill", "send", "post", "publish",
	"pay", "purchase", "buy", "transfer", "exec", "execute", "run", "eval", "shell", "deploy",
}

var wordBreak = regexp.MustCompile(`[^A-Za-z]+|([a-z])([A-Z])`)

// words returns the words of a name, in lower case.
func words(name string) []string {
	return strings.Fields(strings.ToLower(wordBreak.ReplaceAllString(name, "$1 $2")))
}

// declaration is a manifest that is made for a server.
type declaration struct {
	SchemaVersion string          `json:"schema_version"`
	AgentVersion  string          `json:"agent_version"`
	Tools         []declaredTool  `json:"tools"`
	Scopes        []declaredScope `json:"permission_scopes"`
}

type declaredTool struct {
	Name            string         `json:"name"`
	DescriptionKey  string         `json:"description_i18n_key"`
	DescriptionText string         `json:"description_fallback,omitzero"`
	InputSchema     jsontext.Value `json:"input_schema"`
	Scope           string         `json:"permission_scope"`
	TimeoutMS       int            `json:"timeout_ms"`
	Target          string         `json:"x_target,omitzero"`
	MCP             *origin        `json:"x_mcp,omitzero"`
}

// origin is what the tool is at its server.
type origin struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

type declaredScope struct {
	ID          string `json:"id"`
	LabelKey    string `json:"label_i18n_key"`
	LabelText   string `json:"label_fallback"`
	Sensitivity string `json:"sensitivity"`
}

const anyObject = `{"type":"object"}`

// declare makes the manifest of a server from its tools (contract §13).
func declare(server string, tools []tool) ([]byte, error) {
	d := declaration{SchemaVersion: "1.0", AgentVersion: "1.0.0"}
	d.Tools = []declaredTool{
		reader(server, readerResources, "Reads one of the server's resources.", "/uri"),
		reader(server, readerPrompts, "Gets one of the server's prompts.", "/name"),
	}
	for _, kind := range []struct{ name, label, sensitivity string }{
		{"danger", "Use tools that delete, send, pay or execute", "high"},
		{"read", "Use tools that only read", "medium"},
		{"act", "Use its other tools", "medium"},
	} {
		d.Scopes = append(d.Scopes, declaredScope{"mcp:" + server + ":" + kind.name, "mcp." + kind.name + ".label", kind.label, kind.sensitivity})
	}
	for _, t := range tools {
		d.Tools = append(d.Tools, declaredTool{
			Name: declaredName(t.Name), DescriptionKey: "mcp.tool.description", DescriptionText: t.Description,
			InputSchema: schemaOf(t.InputSchema), Scope: "mcp:" + server + ":" + t.kind(), TimeoutMS: callTimeMS,
			MCP: &origin{t.Name, t.digest},
		})
	}
	return d.fitted()
}

func reader(server, name, description, target string) declaredTool {
	return declaredTool{
		Name: name, DescriptionKey: "mcp.tool.description", DescriptionText: description, InputSchema: jsontext.Value(anyObject),
		Scope: "mcp:" + server + ":read", TimeoutMS: callTimeMS, Target: target,
	}
}

// schemaOf returns a tool's schema where a manifest may hold it, else any object's.
func schemaOf(schema jsontext.Value) jsontext.Value {
	probe := declaration{SchemaVersion: "1.0", AgentVersion: "1.0.0",
		Tools:  []declaredTool{{Name: "probe", DescriptionKey: "k", InputSchema: schema, Scope: "probe:read"}},
		Scopes: []declaredScope{{"probe:read", "k", "k", "low"}},
	}
	if len(schema) > 0 && probe.valid() {
		return schema
	}
	return jsontext.Value(anyObject)
}

// valid reports whether Assent takes the manifest.
func (d declaration) valid() bool {
	raw, err := json.Marshal(d)
	if err != nil {
		return false
	}
	_, err = manifest.Parse(raw)
	return err == nil
}

// fitted writes the manifest: where it is too large or costs too much, as many schemas as
// need be, the longest first, give way to any object's, and then descriptions do.
func (d declaration) fitted() ([]byte, error) {
	order := make([]int, len(d.Tools))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(len(d.Tools[b].InputSchema), len(d.Tools[a].InputSchema)) })
	without := func(n int) declaration {
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
