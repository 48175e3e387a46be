// Package agentfile reads the files that describe an agent (003, contract §16), as those
// of Amazon Q and Kiro, makes a manifest of one and of what its servers list, and writes
// a manifest back as such a file. It starts nothing and asks nobody.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package agentfile

import (
	"fmt"

	"assent/consent/canonical"
	"assent/consent/manifest"
	"assent/executors/mcp"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"
)

// MaxSize is the largest file that is read, in bytes.
const MaxSize = 256 << 10

// File is an agent's file, checked and filled in.
type File struct {
	Name         string // which is the agent's id
	Version      string // empty: the file has none
	Description  string
	Model        string
	Servers      []mcp.Server // by their names
	Tools        []Reference
	AllowedTools []Reference // which the file asks not to ask for
	Paths        Paths       // of its file tools
	Resources    []Resource
	Workspace    string         // absolute
	Settings     jsontext.Value // toolsSettings as they stand, nil when there are none
	Others       jsontext.Value // the members that no page describes, an object; nil when there are none
	Warnings     []manifest.Issue
}

// Resource is what the agent is given to read, as the file says it.
type Resource struct {
	URI    string
	Path   string // of a file, absolute; empty for anything else
	Server string // whose resource it is; empty: nobody's
}

// Options are what a file is filled in from.
type Options struct {
	Inputs    map[string]string // by their names, as the person wrote them
	Workspace string            // absolute
	Home      string            // what ~/ is
}

// Invalid is the error of a file that breaks the rules: everything that is wrong with it.
type Invalid struct{ Issues []manifest.Issue }

func (e *Invalid) Error() string {
	if len(e.Issues) == 1 {
		return fmt.Sprintf("the agent file is not valid: %s: %s", e.Issues[0].Path, e.Issues[0].Message)
	}
	said := fmt.Sprintf("the agent file has %d faults", len(e.Issues))
	for _, issue := range e.Issues {
		said += fmt.Sprintf("\n%s: %s", issue.Path, issue.Message)
	}
	return said
}

func invalid(at jsontext.Pointer, message string) *Invalid {
	return &Invalid{[]manifest.Issue{{Path: string(at), Message: message}}}
}

// Read reads a file. Comments and trailing commas are taken. The error is an *Invalid.
func Read(data []byte, o Options) (*File, error) {
	if len(data) > MaxSize {
		return nil, invalid("", "An agent file is at most 256 KiB.")
	}
	text, marks, err := mark(data)
	if err != nil {
		return nil, err
	}
	value, err := decode(text)
	if err != nil {
		return nil, err
	}
	r := &reader{options: o, marks: marks, file: &File{Workspace: o.Workspace}}
	r.inputs = r.readInputs(value)
	value = r.fill(node{r, "", value})
	r.read(node{r, "", value})
	if len(r.issues) > 0 {
		return nil, &Invalid{r.issues}
	}
	return r.file, nil
}

// decode returns what strict JSON, but for comments and trailing commas, holds.
func decode(text []byte) (any, error) {
	standard, err := hujson.Standardize(text)
	if err != nil {
		return nil, invalid("", "This is not valid JSON: "+err.Error())
	}
	value, err := canonical.Decode(standard)
	if fault, ok := err.(*canonical.Fault); ok {
		return nil, invalid(fault.Pointer, fault.Message)
	}
	if _, ok := value.(map[string]any); !ok {
		return nil, invalid("", "Write an object here.")
	}
	return value, nil
}

// reader gathers what is in a file and what is wrong with it.
type reader struct {
	options Options
	marks   []template
	inputs  map[string]any // filled in where a template names them
	file    *File
	issues  []manifest.Issue
}

// maxIssues is how many faults, and how many warnings, are told at once.
const maxIssues = 200

func (r *reader) warn(at jsontext.Pointer, message string) {
	if len(r.file.Warnings) < maxIssues {
		r.file.Warnings = append(r.file.Warnings, manifest.Issue{Path: string(at), Message: message})
	}
}

// raw returns a value of the file as JSON.
func raw(value any) jsontext.Value {
	data, err := json.Marshal(value, json.Deterministic(true))
	if err != nil {
		return nil // it was decoded from JSON
	}
	return data
}

// Live returns the servers that are to be started or spoken to.
func (f *File) Live() (live []mcp.Server) {
	for _, s := range f.Servers {
		if s.Silent == "" {
			live = append(live, s)
		}
	}
	return live
}
