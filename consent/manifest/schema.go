package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// schema is a compiled input_schema.
type schema struct {
	compiled *jsonschema.Schema
	fuel     *fuel
	longest  int            // pointer within it
	defaults []member       // of its top-level properties, sorted by name
	source   jsontext.Value // canonical
}

// InputSchema returns the tool's input_schema in its canonical form.
func (t *Tool) InputSchema() jsontext.Value { return t.schema.source.Clone() }

// member is a member of an object.
type member struct {
	name  string
	value jsontext.Value // strict
}

// compile screens and compiles a schema. It returns how many parts it has, and
// issues relative to it.
func compile(source any) (result schema, parts int, issues []Issue) {
	s := screen{}
	rewritten := s.run(source)
	if len(s.issues) > 0 {
		return schema{}, len(s.places), s.issues
	}
	compiler, err := s.compiler(rewritten)
	if err == nil {
		result.compiled, err = compiler.build("")
	}
	if err == nil {
		result.source, result.defaults, err = forms(source)
	}
	if err != nil {
		return schema{}, len(s.places), []Issue{compilerIssue("", err)}
	}
	result.fuel, result.longest = compiler.fuel, s.longest
	return result, len(s.places), compiler.misfits(s.defaults, s.longest)
}

// compiler builds the schemas of one resource.
type compiler struct {
	*jsonschema.Compiler
	fuel *fuel
}

const resource = "urn:assent:schema"

func (s *screen) compiler(rewritten any) (*compiler, error) {
	c := &compiler{jsonschema.NewCompiler(), &fuel{}}
	c.Draft = jsonschema.Draft2020
	c.AssertFormat = true
	c.LoadURL = func(string) (io.ReadCloser, error) { return nil, errors.New("nothing is loaded from elsewhere") }
	for i, cost := range s.costs {
		cost.fuel = c.fuel
		c.Formats[costName(i)] = cost.enter
	}
	c.RegisterExtension("cost", nil, costs(s.costs))
	data, err := json.Marshal(rewritten)
	if err != nil {
		return nil, err
	}
	return c, c.AddResource(resource, bytes.NewReader(data))
}

// build compiles the subschema at a pointer. The compiler panics where it is
// surprised; that is an error of the schema.
func (c *compiler) build(at jsontext.Pointer) (compiled *jsonschema.Schema, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic of type %T", p)
		}
	}()
	return c.Compile(resource + compilerPointer(at))
}

// misfits judges each default by the schema it stands in (contract §6). All of
// them together may spend what one call may.
func (c *compiler) misfits(defaults []fallback, longest int) (issues []Issue) {
	c.fuel.fill(longest)
	for _, d := range defaults {
		compiled, err := c.build(d.at)
		at := string(d.at.AppendToken("default"))
		if err != nil {
			issues = gather(issues, compilerIssue(at, err))
		} else if misfit := judge(compiled, c.fuel, d.value); misfit != nil {
			issues = gather(issues, Issue{at, "The default does not fit its own schema: it breaks the rule " + misfit.Rule + "."})
		}
	}
	return issues
}

// forms returns the canonical form of a schema, and its top-level defaults.
func forms(source any) (form jsontext.Value, defaults []member, err error) {
	if form, err = formOf(source); err != nil {
		return nil, nil, err
	}
	root, _ := source.(map[string]any)
	properties, _ := root["properties"].(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(properties)) {
		property, _ := properties[name].(map[string]any)
		if value, ok := property["default"]; ok {
			spelt, err := spell(value)
			if err != nil {
				return nil, nil, err
			}
			defaults = append(defaults, member{name, spelt})
		}
	}
	return form, defaults, nil
}

// formOf returns the RFC 8785 form of a value that was decoded from strict JSON.
func formOf(value any) (jsontext.Value, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	form := jsontext.Value(data)
	return form, form.Canonicalize()
}

// spell returns a value as strict JSON, its large numbers written with an exponent.
func spell(value any) (jsontext.Value, error) {
	return json.Marshal(value, json.Deterministic(true), json.WithMarshalers(json.MarshalFunc(func(n float64) ([]byte, error) {
		if math.Abs(n) > 1<<53 {
			return strconv.AppendFloat(nil, n, 'e', -1, 64), nil
		}
		return jsontext.AppendFloat(nil, n, 64), nil
	})))
}

// compilerIssue says why the compiler refused the schema at a place.
func compilerIssue(at string, err error) Issue {
	var loop jsonschema.InfiniteLoopError
	if errors.As(err, &loop) {
		return Issue{at, "A $ref leads back to itself without going deeper: remove the loop."}
	}
	return Issue{at, "This is not a valid JSON Schema of Draft 2020-12."}
}
