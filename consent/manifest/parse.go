package manifest

import (
	"errors"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"assent/consent/canonical"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/mod/semver"
)

const (
	// MaxSize is the largest canonical form of a manifest in bytes (contract §6).
	MaxSize = 128 << 10

	schemaVersion  = "1.0"
	defaultTimeout = 10 * time.Second
	maxAllSchemas  = 4096 // subschemas of all tools together
)

var toolName = regexp.MustCompile(`^[a-z][a-z0-9_]{1,31}$`)

// Parse reads a manifest. The error is ErrTooLarge, or an *Invalid with every
// error there is.
func Parse(data []byte) (*Manifest, error) {
	form, err := canonical.Form(data)
	if err != nil {
		return nil, notStrict(err)
	}
	if len(form) > MaxSize {
		return nil, ErrTooLarge
	}
	value, err := canonical.Decode(form)
	if err != nil {
		return nil, notStrict(err)
	}
	p := parser{ids: map[string]bool{}, schemas: maxAllSchemas}
	m := p.manifest(node{&p, "", value})
	if len(p.issues) > 0 {
		return nil, &Invalid{Issues: p.issues}
	}
	m.Canonical, m.Hash = form, canonical.Hash(form)
	m.Warnings = m.warnings(p.open)
	return m, nil
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
	issues  []Issue
	ids     map[string]bool // scopes declared
	schemas int             // subschemas left
	open    []int           // tools whose schema allows more members than it names
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
	p.schema(tool, n.member("input_schema"), index)
	return tool
}

// schema compiles a tool's input_schema and applies the rules for its root.
func (p *parser) schema(tool *Tool, n node, index int) {
	if !n.isObject() {
		return
	}
	if n.member("type").value != "object" {
		n.member("type").report(`Write "type": "object": arguments are always an object.`)
	}
	if n.member("additionalProperties").value != false {
		p.open = append(p.open, index)
	}
	if p.schemas <= 0 {
		n.report("The schemas of all tools together have too many parts: make them simpler.")
		return
	}
	var issues []Issue
	var parts int
	tool.schema, parts, issues = compile(n.value)
	p.schemas -= parts
	for _, issue := range issues {
		p.issues = append(p.issues, Issue{string(n.at) + issue.Path, issue.Message})
	}
}

func isSemVer(version string) bool {
	v := "v" + version
	return semver.IsValid(v) && semver.Canonical(v)+semver.Build(v) == v
}

// node is a value of a manifest and its place.
type node struct {
	p     *parser
	at    jsontext.Pointer
	value any
}

// absent is the value of a member that is not there.
type absent struct{}

func (n node) report(message string) {
	n.p.issues = append(n.p.issues, Issue{string(n.at), message})
}

func (n node) isAbsent() bool { return is[absent](n.value) }

func (n node) isObject() bool {
	_, ok := n.value.(map[string]any)
	if !ok {
		n.report("Write an object here.")
	}
	return ok
}

// member returns a member of an object, absent where there is none.
func (n node) member(name string) node {
	member := node{n.p, n.at.AppendToken(name), absent{}}
	if value, ok := n.value.(map[string]any)[name]; ok {
		member.value = value
	}
	return member
}

// items returns the items of a list, and reports advice where there is none.
func (n node) items(advice string) (items []node) {
	list, ok := n.value.([]any)
	if !ok {
		n.report(advice)
	}
	for i, value := range list {
		items = append(items, node{n.p, n.at.AppendToken(strconv.Itoa(i)), value})
	}
	return items
}

// text returns a string that must not be empty.
func (n node) text(what string) string {
	s, _ := n.value.(string)
	if s == "" {
		n.report("Write " + what + " here, as a string.")
	}
	return s
}

// flag returns a boolean.
func (n node) flag() bool {
	on, ok := n.value.(bool)
	if !ok {
		n.report("Write true or false.")
	}
	return on
}

// milliseconds returns a duration above 0.
func (n node) milliseconds() time.Duration {
	ms, ok := n.value.(float64)
	if !ok || ms < 1 || ms != math.Trunc(ms) {
		n.report("Write a positive number of milliseconds, such as 10000.")
		return defaultTimeout
	}
	return time.Duration(min(ms, float64(math.MaxInt64/int64(time.Millisecond)-1))) * time.Millisecond
}

// words returns the words of a field: its key, and its fallback if any.
func (n node) words(field string, required bool) (words Words) {
	if key := n.member(field + "_i18n_key"); required || !key.isAbsent() {
		words.Key = key.text("the key of a text")
	}
	if fallback := n.member(field + "_fallback"); !fallback.isAbsent() {
		words.Fallback = fallback.text("the text itself")
	}
	return words
}
