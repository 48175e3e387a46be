package router

import (
	"maps"
	"slices"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Module is one subject of the CLI.
type Module struct {
	Name     string
	Listed   []byte // JSON: each method's entry in the white list, by its name
	Handlers map[string]Handler
}

// Handler does what a method says. Its call's input has passed the method's schema. The
// error is a *Failure where the caller can put something right.
type Handler func(Call) (Answer, error)

// Call is one call of a method.
type Call struct {
	Home   string    // the folder with the data; it may not exist yet
	Now    time.Time // in the zone that the answer's times are told in
	DryRun bool      // write nothing, not even a lock; answer a Difference
	Input  jsontext.Value
}

// Answer is what a call found or did. Data is encoded as JSON.
type Answer struct {
	Data    any
	Partial bool // a part could not be read; Data says which
}

// Method is a method's entry in the white list (contract §17).
type Method struct {
	Sensitivity string         `json:"sensitivity"`
	Writes      bool           `json:"writes"`
	DryRun      bool           `json:"dry_run"`
	Hint        string         `json:"hint"`
	InputSchema jsontext.Value `json:"input_schema"`
}

// About returns what the method's schema says to people: what the method does, and
// examples of its input.
func (m Method) About() (what string, examples []jsontext.Value) {
	var schema struct {
		Description string           `json:"description"`
		Examples    []jsontext.Value `json:"examples"`
	}
	if json.Unmarshal(m.InputSchema, &schema) != nil {
		return "", nil
	}
	return schema.Description, schema.Examples
}

// List is an answer of many, in the page's form (004 §5).
type List[T any] struct {
	Items []T `json:"items"`
	Count int `json:"count"`
	// Problems say what could not be read; then the answer is partial.
	Problems []Problem `json:"problems,omitempty"`
	// Truncated says that there are more than these.
	Truncated bool `json:"truncated,omitzero"`
}

// Problem is something of the user's data that could not be read.
type Problem struct {
	File    string `json:"file"`
	Message string `json:"message"`
}

// Difference answers a dry run: what is there now and what would be there then, each nil
// where there is nothing.
type Difference struct {
	Before any `json:"before"`
	After  any `json:"after"`
}

// Listing is an answer with the items; it is partial where problems are.
func Listing[T any](items []T, problems []Problem, truncated bool) Answer {
	if items == nil {
		items = []T{}
	}
	return Answer{List[T]{items, len(items), problems, truncated}, len(problems) > 0 || truncated}
}

// methods returns the module's white list.
func (m Module) methods() (map[string]Method, error) {
	var methods map[string]Method
	err := json.Unmarshal(m.Listed, &methods)
	return methods, err
}

// Methods returns the names of the module's methods, sorted, with their entries.
func (m Module) Methods() ([]string, map[string]Method, error) {
	methods, err := m.methods()
	return slices.Sorted(maps.Keys(methods)), methods, err
}

// WhiteList returns the file that an executor reads: every method of the modules.
func WhiteList(modules []Module) ([]byte, error) {
	list := map[string]map[string]Method{}
	for _, m := range modules {
		methods, err := m.methods()
		if err != nil {
			return nil, err
		}
		list[m.Name] = methods
	}
	return json.Marshal(map[string]any{"modules": list}, json.Deterministic(true), jsontext.WithIndent("  "))
}
