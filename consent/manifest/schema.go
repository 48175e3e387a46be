package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// compiled is an input_schema ready to judge by.
type compiled struct {
	schema   *jsonschema.Schema // nil: it cannot be judged by
	plain    *plain             // the same, where it asks no more; else nil
	fuel     *fuel
	longest  int            // pointer within it
	defaults []namedDefault // of its top-level properties, sorted by name
	size     int            // of all this in memory, in bytes, at most
}

// InputSchema returns the tool's input_schema in its canonical form.
func (t *Tool) InputSchema() jsontext.Value { return t.schema.Clone() }

// namedDefault is the default of a property.
type namedDefault struct {
	name  string
	value jsontext.Value // strict
}

// compile makes a tool's schema ready. A manifest that was stored by another version
// of Assent may hold one that this version refuses.
func (t *Tool) compile() *compiled {
	var source any
	if json.Unmarshal(t.schema, &source) == nil {
		if s := screened(source, maxSchemaSize); len(s.issues) == 0 {
			if c, issues := s.compile(); len(issues) == 0 {
				c.plain = plainOf(source)
				return c
			}
		}
	}
	return &compiled{size: schemaSize}
}

// compile compiles a schema that was screened without an issue, and judges its
// defaults. The issues are relative to it.
func (s *screen) compile() (*compiled, []Issue) {
	result := &compiled{longest: s.longest, size: s.size}
	compiler, err := s.compiler()
	if err == nil {
		result.schema, err = compiler.build("")
	}
	if err == nil {
		result.defaults, err = s.topDefaults()
	}
	if err != nil {
		return nil, []Issue{compilerIssue("", err)}
	}
	result.fuel = compiler.fuel
	return result, compiler.misfits(s.defaults, s.longest)
}

// compiler builds the schemas of one resource.
type compiler struct {
	*jsonschema.Compiler
	fuel *fuel
}

const resource = "urn:assent:schema"

func (s *screen) compiler() (*compiler, error) {
	c := &compiler{jsonschema.NewCompiler(), &fuel{}}
	c.Draft = jsonschema.Draft2020
	c.AssertFormat = true
	c.LoadURL = func(string) (io.ReadCloser, error) { return nil, errors.New("nothing is loaded from elsewhere") }
	for i, cost := range s.costs {
		cost.fuel = c.fuel
		c.Formats[costName(i)] = cost.enter
	}
	c.RegisterExtension("cost", nil, costs(s.costs))
	data, err := json.Marshal(s.rewritten)
	if err != nil {
		return nil, err
	}
	return c, c.AddResource(resource, bytes.NewReader(data))
}

// build compiles the subschema at a pointer. The compiler panics where it is
// surprised; that is an error of the schema.
func (c *compiler) build(at jsontext.Pointer) (schema *jsonschema.Schema, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic of type %T", p)
		}
	}()
	return c.Compile(resource + compilerPointer(at))
}

// misfits judges each default by the schema it stands in (contract §6). All of
// them together may spend what one call may.
func (c *compiler) misfits(defaults []placedDefault, longest int) (issues []Issue) {
	c.fuel.fill(longest)
	for _, d := range defaults {
		schema, err := c.build(d.at)
		at := string(d.at.AppendToken("default"))
		if err != nil {
			issues = gather(issues, compilerIssue(at, err))
		} else if misfit := judge(schema, c.fuel, d.value); misfit != nil {
			issues = gather(issues, Issue{at, "The default does not fit its own schema: it breaks the rule " + misfit.Rule + "."})
		}
	}
	return issues
}

// topDefaults returns the defaults of the top-level properties.
func (s *screen) topDefaults() (defaults []namedDefault, err error) {
	for _, d := range s.defaults {
		if d.at.Parent() != "/properties" {
			continue
		}
		value, err := spell(d.value)
		if err != nil {
			return nil, err
		}
		defaults = append(defaults, namedDefault{d.at.LastToken(), value})
	}
	return defaults, nil
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
