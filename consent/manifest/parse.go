package manifest

import (
	"bytes"
	"errors"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/mod/semver"
)

const (
	// MaxSize is the largest canonical form of a manifest in bytes (contract §6).
	MaxSize = 128 << 10

	schemaVersion  = "1.0"
	defaultTimeout = 10 * time.Second

	// RestoreRules is the number of the rules by which Restore reads: raise it whenever
	// Restore may refuse what it took before.
	RestoreRules = 1
)

var toolName = regexp.MustCompile(`^[a-z][a-z0-9_]{1,31}$`)

// Parse reads a manifest. The error is ErrTooLarge, or an *Invalid with every
// error there is.
func Parse(data []byte) (*Manifest, error) {
	form, err := canonical.Form(data)
	if err != nil {
		return nil, notStrict(err)
	}
	m, err := read(form, &parser{judges: true, room: maxTotalSize})
	if err == nil {
		m.Canonical = bytes.Clone(form) // form may have room for much more
	}
	return m, err
}

// Restore reads a manifest's Canonical, as it was stored, back. It is not for what
// comes from outside, which must be strict: canonical bytes may hold an integer
// beyond 2^53 that its author wrote with an exponent. Its schemas were judged when
// it was taken in, and are not looked at before they are used. The manifest keeps form,
// which is not to be changed any more.
func Restore(form []byte) (*Manifest, error) { return read(form, &parser{}) }

func read(form []byte, p *parser) (*Manifest, error) {
	if len(form) > MaxSize {
		return nil, ErrTooLarge
	}
	var value any
	if err := json.Unmarshal(form, &value); err != nil {
		return nil, notStrict(err)
	}
	p.ids = map[string]bool{}
	m := p.manifest(node{p, "", value})
	if len(p.issues) > 0 {
		return nil, &Invalid{Issues: p.issues}
	}
	if err := m.takeSchemas(form); err != nil {
		return nil, notStrict(err)
	}
	m.Canonical, m.Hash = form, canonical.Hash(form)
	m.Warnings = m.warnings(p.open)
	return m, nil
}

// takeSchemas gives each tool its schema as it stands in the canonical form.
func (m *Manifest) takeSchemas(form []byte) error {
	var declared struct {
		Tools []struct {
			InputSchema jsontext.Value `json:"input_schema"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(form, &declared); err != nil {
		return err
	}
	for i, tool := range m.Tools {
		tool.schema = declared.Tools[i].InputSchema
	}
	return nil
}

func notStrict(err error) *Invalid {
	issue := Issue{Message: err.Error()}
	var fault *canonical.Fault
	if errors.As(err, &fault) {
		issue.Path = string(fault.Pointer)
	}
	return &Invalid{Issues: []Issue{issue}}
}

// parser gathers what is wrong with a manifest.
type parser struct {
	judges bool // the schemas, too
	room   int  // for them; below 0 it did not suffice
	issues []Issue
	ids    map[string]bool // scopes declared
	open   []int           // tools whose schema allows more members than it names
}

func (p *parser) manifest(n node) *Manifest {
	m := &Manifest{Flags: map[string]bool{}}
	if !n.isObject() {
		return m
	}
	if version := n.member("schema_version"); version.value != schemaVersion {
		version.report(`Write "schema_version": "1.0".`)
	}
	m.AgentVersion = n.member("agent_version").text("the agent's version, such as 1.0.0")
	if m.AgentVersion != "" && !isSemVer(m.AgentVersion) {
		n.member("agent_version").report("Write a version of SemVer with three numbers, such as 1.0.0.")
	}
	for _, scope := range n.member("permission_scopes").items("Declare the scopes that the tools need in a list.") {
		m.Scopes = append(m.Scopes, p.scope(scope))
	}
	seen := map[string]bool{}
	for i, tool := range n.member("tools").items("Declare the tools in a list.") {
		m.Tools = append(m.Tools, p.tool(tool, i, seen))
	}
	flags := n.member("capability_flags")
	if !flags.isAbsent() && flags.isObject() {
		for _, name := range slices.Sorted(maps.Keys(flags.value.(map[string]any))) {
			m.Flags[name] = flags.member(name).flag()
		}
	}
	return m
}

func (p *parser) scope(n node) (scope Scope) {
	if !n.isObject() {
		return scope
	}
	id := n.member("id")
	scope.ID = id.text("an id such as filesystem:read")
	switch {
	case scope.ID == "":
	case strings.HasPrefix(scope.ID, "hashee:"), strings.HasPrefix(scope.ID, "system:"):
		id.report("The prefixes hashee: and system: belong to the platform: choose another id.")
	case p.ids[scope.ID]:
		id.report("Another scope has this id already: declare each once.")
	}
	p.ids[scope.ID] = true
	scope.Label = n.words("label", true)
	scope.Description = n.words("description", false)
	level := n.member("sensitivity")
	s, _ := level.value.(string)
	var ok bool
	if scope.Sensitivity, ok = ParseSensitivity(s); !ok {
		level.report("Write low, medium or high.")
	}
	return scope
}

func (p *parser) tool(n node, index int, seen map[string]bool) *Tool {
	tool := &Tool{Timeout: defaultTimeout}
	if !n.isObject() {
		return tool
	}
	name := n.member("name")
	tool.Name = name.text("a name such as read_file")
	switch {
	case tool.Name == "":
	case !toolName.MatchString(tool.Name):
		name.report("Use 2 to 32 small letters, digits and underscores, and begin with a letter.")
	case seen[tool.Name]:
		name.report("Another tool has this name already: give each its own.")
	}
	seen[tool.Name] = true
	tool.Description = n.words("description", true)
	scope := n.member("permission_scope")
	tool.Scope = scope.text("the id of the scope that the tool needs")
	if tool.Scope != "" && !p.ids[tool.Scope] {
		scope.report("No scope has this id: declare it in permission_scopes.")
	}
	if required := n.member("required"); !required.isAbsent() {
		tool.Required = required.flag()
	}
	if timeout := n.member("timeout_ms"); !timeout.isAbsent() {
		tool.Timeout = timeout.milliseconds()
	}
	if target := n.member("x_target"); !target.isAbsent() {
		tool.TargetAt = target.pointer()
	}
	p.schema(n.member("input_schema"), index)
	return tool
}

// schema applies the rules for a tool's input_schema and its root.
func (p *parser) schema(n node, index int) {
	if !n.isObject() {
		return
	}
	if n.member("type").value != "object" {
		n.member("type").report(`Write "type": "object": arguments are always an object.`)
	}
	if n.member("additionalProperties").value != false {
		p.open = append(p.open, index)
	}
	if p.judges {
		p.judge(n)
	}
}

// judge reports what is wrong with a schema. It is compiled for that, while there is
// room, and not kept.
func (p *parser) judge(n node) {
	s := screened(n.value, p.room)
	issues, before := s.issues, p.room
	p.room -= min(s.size, maxSchemaSize)
	switch {
	case p.room < 0 && before >= 0:
		n.report("The schemas of all tools together are too large: " + makeSimpler)
	case p.room >= 0 && len(issues) == 0:
		_, issues = s.compile()
	}
	for _, issue := range issues {
		p.issues = gather(p.issues, Issue{string(n.at) + issue.Path, issue.Message})
	}
}

func isSemVer(version string) bool {
	v := "v" + version
	return semver.IsValid(v) && semver.Canonical(v)+semver.Build(v) == v
}
