package sandbox

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v5"
)

// description is openapi.json, as answers are held against it.
type description struct {
	mu      sync.Mutex // held while something is compiled
	schemas *jsonschema.Compiler
	paths   map[string]map[string]operation // by path and lower-case method
}

type operation struct {
	Responses map[string]struct {
		Ref     string `json:"$ref"`
		Content map[string]json.RawMessage
	}
}

var described = sync.OnceValues(func() (*description, error) {
	d := &description{schemas: jsonschema.NewCompiler(), paths: map[string]map[string]operation{}}
	d.schemas.Draft, d.schemas.AssertFormat = jsonschema.Draft2020, true
	if err := d.schemas.AddResource("openapi.json", bytes.NewReader(openAPI)); err != nil {
		return nil, err
	}
	var document struct {
		OpenAPI string
		Paths   map[string]map[string]json.RawMessage
	}
	if err := json.Unmarshal(openAPI, &document); err != nil {
		return nil, err
	}
	if document.OpenAPI != "3.1.0" {
		return nil, fmt.Errorf("it is of version %s", document.OpenAPI)
	}
	for path, members := range document.Paths {
		d.paths[path] = map[string]operation{}
		for method, text := range members {
			var o operation
			if method == "parameters" {
				continue
			}
			if err := json.Unmarshal(text, &o); err != nil {
				return nil, err
			}
			d.paths[path][method] = o
		}
	}
	return d, nil
})

// schema returns the one at a pointer.
func (d *description) schema(pointer string) (*jsonschema.Schema, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.schemas.Compile("openapi.json" + pointer)
}

// find returns the path of the description that a request's path is of.
func (d *description) find(path string) string {
	path, _, _ = strings.Cut(path, "?")
	parts := strings.Split(path, "/")
	for _, known := range slices.Sorted(maps.Keys(d.paths)) {
		if slices.EqualFunc(strings.Split(known, "/"), parts, func(name, part string) bool { return strings.HasPrefix(name, "{") || name == part }) {
			return known
		}
	}
	return ""
}

// status returns the documented status that an answer is of, and what it says of its
// body; "" when it is not documented.
func (d *description) status(method, path string, status int) string {
	o, ok := d.paths[path][strings.ToLower(method)]
	if !ok {
		return ""
	}
	for _, name := range []string{fmt.Sprint(status), "default"} {
		if _, ok := o.Responses[name]; ok {
			return name
		}
	}
	return ""
}

// check holds an answer against the description.
func (d *description) check(t *testing.T, method, path string, r *http.Response, body []byte) {
	t.Helper()
	at := d.find(path)
	name := d.status(method, at, r.StatusCode)
	switch {
	case name == "" && (r.StatusCode == 404 || r.StatusCode == 405):
		return // of no route
	case name == "":
		t.Errorf("%s %s: status %d is not documented", method, path, r.StatusCode)
		return
	}
	pointer := fmt.Sprintf("#/paths/%s/%s/responses/%s", strings.NewReplacer("~", "~0", "/", "~1", "{", "%7B", "}", "%7D").Replace(at), strings.ToLower(method), name)
	response := d.paths[at][strings.ToLower(method)].Responses[name]
	if response.Ref != "" {
		pointer = response.Ref
	}
	kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";")
	schema, err := d.schema(pointer + "/content/" + strings.ReplaceAll(kind, "/", "~1") + "/schema")
	if err != nil {
		t.Errorf("%s %s, %d: no schema of %s: %v", method, path, r.StatusCode, kind, err)
		return
	}
	var value any
	if err := json.Unmarshal(body, &value); err != nil {
		t.Errorf("%s %s, %d: %v", method, path, r.StatusCode, err)
	} else if err := schema.Validate(value); err != nil {
		t.Errorf("%s %s, %d: %s is not as described: %v", method, path, r.StatusCode, body, err)
	}
}
