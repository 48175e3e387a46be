package agentfile

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"assent/consent/manifest"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// readInputs returns the inputs as values of the types that inputSchema gives them, and
// reports those that it does not allow. Defaults stand in for what was not given; what
// the schema requires is missed only where a template needs it.
func (r *reader) readInputs(file any) map[string]any {
	inputs := map[string]any{}
	schema := node{r, "", file}.member("inputSchema")
	properties, _ := schema.member("properties").value.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		if fallback := schema.member("properties").member(name).member("default"); !fallback.isAbsent() {
			inputs[name] = fallback.value
		}
	}
	for _, name := range slices.Sorted(maps.Keys(r.options.Inputs)) {
		property := schema.member("properties").member(name)
		if property.isAbsent() {
			schema.report(fmt.Sprintf("The input %s was given, but no property is declared with that name.", name))
			continue
		}
		value, err := typed(r.options.Inputs[name], property.member("type").value)
		if err != nil {
			property.report("The input that was given does not have the type that is declared.")
			continue
		}
		inputs[name] = value
	}
	if !schema.isAbsent() {
		r.judgeInputs(schema, inputs)
	}
	return inputs
}

// typed returns the value that text is as one of these types, a text where none is named.
func typed(text string, types any) (any, error) {
	names, several := types.([]any)
	if !several {
		names = []any{types}
	}
	if slices.Contains(names, any("string")) || slices.Contains(names, any(absent{})) {
		return text, nil
	}
	var value any
	err := json.Unmarshal([]byte(text), &value, jsontext.AllowDuplicateNames(false))
	return value, err
}

// judgeInputs reports what is wrong with the schema itself, and with the inputs by it.
func (r *reader) judgeInputs(n node, inputs map[string]any) {
	schema, ok := n.value.(map[string]any)
	if !ok {
		n.report("Write an object here.")
		return
	}
	schema = maps.Clone(schema)
	delete(schema, "required") // what is not given is asked for where it is used
	probe, err := manifest.Parse(raw(map[string]any{
		"schema_version": "1.0", "agent_version": "1.0.0",
		"permission_scopes": []any{map[string]any{"id": "probe:read", "label_i18n_key": "k", "sensitivity": "low"}},
		"tools":             []any{map[string]any{"name": "probe", "description_i18n_key": "k", "permission_scope": "probe:read", "input_schema": schema}},
	}))
	if wrong, ok := err.(*manifest.Invalid); ok {
		const at = "/tools/0/input_schema"
		for _, issue := range wrong.Issues {
			node{r, n.at + jsontext.Pointer(strings.TrimPrefix(issue.Path, at)), nil}.report(issue.Message)
		}
		return
	}
	if err != nil {
		n.report(err.Error())
		return
	}
	var schemas manifest.Schemas
	if _, err := schemas.Arguments(probe.Tools[0], raw(inputs)); err != nil {
		n.report("The inputs that were given do not fit: " + err.Error())
	}
}
