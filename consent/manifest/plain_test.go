package manifest

import (
	"testing"

	"assent/consent/canonical"
)

// FuzzPlain: what a plain schema takes, the validator takes.
func FuzzPlain(f *testing.F) {
	for _, schema := range []string{
		`{"type":"object"}`,
		`{"type":"object","properties":{"path":{"type":"string","description":"where"},"n":{"type":"integer","default":1}},"required":["path"],"additionalProperties":false}`,
		`{"type":"object","properties":{"a":{},"b":{"type":"null"},"c":{"type":"array"},"d":{"type":"object"},"e":{"type":"number"}}}`,
		`{"type":"object","properties":{"a":{"type":"string","minLength":2,"maxLength":3},"b":{"enum":["x","y"]}}}`,
		`{"type":"object","properties":{"a":{"minLength":1e0},"b":{"enum":["x",null]},"c":{"maxItems":3}}}`,
		`{"type":"object","required":["a","b"],"additionalProperties":{"type":"string"}}`,
	} {
		for _, arguments := range []string{`{}`, `{"path":"x"}`, `{"path":1}`, `{"path":"x","n":1.0}`, `{"path":"x","n":1.5}`, `{"n":1e300,"path":""}`,
			`{"a":"x","b":null,"c":[],"d":{},"e":-0}`, `{"a":1,"b":2}`, `{"a":"é¡","b":"y"}`, `{"a":"é¡xy"}`} {
			f.Add(schema, arguments)
		}
	}
	f.Fuzz(func(t *testing.T, schema, arguments string) {
		source, err := canonical.Decode([]byte(schema))
		if err != nil {
			return
		}
		value, err := canonical.Decode([]byte(arguments))
		object, isObject := value.(map[string]any)
		p := plainOf(source)
		if err != nil || !isObject || p == nil {
			return
		}
		s := screened(source, maxSchemaSize)
		if len(s.issues) > 0 {
			return
		}
		c, issues := s.compile()
		if len(issues) > 0 {
			return
		}
		c.fuel.fill(c.longest + longest(object))
		misfit := judge(c.schema, c.fuel, object)
		if taken := p.takes(object); taken != (misfit == nil) {
			t.Errorf("%s\n%s\ntaken: %v, the validator: %+v", schema, arguments, taken, misfit)
		}
	})
}
