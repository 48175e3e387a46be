package manifest_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"assent/consent/canonical"
	"assent/consent/manifest"
	"assent/consent/manifest/diff"
)

// toolWith makes a tool with an input_schema.
func toolWith(t testing.TB, schema string) *manifest.Tool {
	t.Helper()
	m, err := manifest.Parse([]byte(strings.Replace(valid, `{"type": "object"}`, schema, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return m.Tool("beep")
}

func TestArguments(t *testing.T) {
	t.Parallel()
	schema := `{"type":"object","additionalProperties":false,"required":["path"],"properties":{
		"path":{"type":"string","minLength":2,"pattern":"^/"},"n":{"type":"integer","minimum":1,"multipleOf":3},
		"mode":{"enum":["a","b"],"default":"a"},"when":{"format":"date"},"tags":{"type":"array","uniqueItems":true,"maxItems":3},
		"any":{"anyOf":[{"type":"string"},{"type":"null"}]},"never":false,"deep":{"properties":{"x":{"type":"string","default":"y"}}},
		"last":{"type":"object","default":{"z":[1.0,"é"]}}}}`
	tests := []struct{ raw, filled, pointer, rule string }{
		{raw: `{"path":"/a","mode":"b","last":{}}`},
		{raw: `{ "path" : "/a" } `, filled: `{ "path" : "/a" ,"last":{"z":[1,"é"]},"mode":"a"}`},
		{raw: `{"path":"/a","mode":"b","last":{},"deep":{}}`},
		{raw: `{"path":"/a","mode":"b","last":{},"tags":[1e20,1e21]}`},
		{raw: `{}`, rule: "required"},
		{raw: `[]`, rule: "type"},
		{raw: `"secret"`, rule: "type"},
		{raw: `null`, rule: "type"},
		{raw: ``, rule: "json"},
		{raw: `{"path":"/a","path":"/b"}`, rule: "json"},
		{raw: `{"path":"/a","n":1e1000001}`, rule: "json"},
		{raw: `{"path":7}`, pointer: "/path", rule: "type"},
		{raw: `{"path":"/"}`, pointer: "/path", rule: "minLength"},
		{raw: `{"path":"secret"}`, pointer: "/path", rule: "pattern"},
		{raw: `{"path":"/a","Path":"/a"}`, rule: "additionalProperties"},
		{raw: `{"path":"/a","n":-66}`, pointer: "/n", rule: "minimum"},
		{raw: `{"path":"/a","n":4}`, pointer: "/n", rule: "multipleOf"},
		{raw: `{"path":"/a","n":3.5}`, pointer: "/n", rule: "type"},
		{raw: `{"path":"/a","n":3.0,"mode":"b","last":{}}`},
		{raw: `{"path":"/a","mode":"secret"}`, pointer: "/mode", rule: "enum"},
		{raw: `{"path":"/a","mode":null}`, pointer: "/mode", rule: "enum"},
		{raw: `{"path":"/a","when":"secret"}`, pointer: "/when", rule: "format"},
		{raw: `{"path":"/a","tags":[1,{"a":[-0],"b":2},{"b":2.0,"a":[0]}]}`, pointer: "/tags", rule: "uniqueItems"},
		{raw: `{"path":"/a","tags":[1,"1",true,null]}`, pointer: "/tags", rule: "maxItems"},
		{raw: `{"path":"/a","any":66}`, pointer: "/any", rule: "anyOf"},
		{raw: `{"path":"/a","never":1}`, pointer: "/never", rule: "false"},
		{raw: `{"path":1,"n":"secret","mode":2}`, pointer: "/mode", rule: "enum"},
	}
	tool := toolWith(t, schema)
	var schemas manifest.Schemas
	for _, test := range tests {
		filled, err := schemas.Arguments(tool, []byte(test.raw))
		if test.rule == "" {
			want := test.filled
			if want == "" {
				want = test.raw
			}
			if err != nil || string(filled) != want {
				t.Errorf("%s: got %s, %v", test.raw, filled, err)
			}
			continue
		}
		var misfit *manifest.Misfit
		if !errors.As(err, &misfit) || misfit.Pointer != test.pointer || misfit.Rule != test.rule {
			t.Errorf("%s: got %#v, want %s at %q", test.raw, err, test.rule, test.pointer)
			continue
		}
		if strings.Contains(misfit.Message, "secret") || strings.Contains(misfit.Message, "66") || !strings.Contains(misfit.Message, test.pointer) {
			t.Errorf("%s: the message is %q", test.raw, misfit.Message)
		}
	}
}

// TestMisfitsAreSaidInSentences: of all arguments and of one.
func TestMisfitsAreSaidInSentences(t *testing.T) {
	t.Parallel()
	tool := toolWith(t, `{"type":"object","properties":{"in":{"additionalProperties":false}},"additionalProperties":false}`)
	for raw, want := range map[string]string{
		`{"b":1}`:        "The arguments have a member that the tool does not declare.",
		`{"in":{"b":1}}`: "The argument at /in has a member that the tool does not declare.",
	} {
		var schemas manifest.Schemas
		if _, err := schemas.Arguments(tool, []byte(raw)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", raw, err, want)
		}
	}
}

// What a default fills in is judged again with the rest.
func TestDefaultsAreJudgedTogether(t *testing.T) {
	t.Parallel()
	var schemas manifest.Schemas
	tool := toolWith(t, `{"type":"object","properties":{"a":{"default":1},"b":{}},"maxProperties":1}`)
	if _, err := schemas.Arguments(tool, []byte(`{"b":1}`)); err == nil {
		t.Error("two members got through where one is allowed")
	}
	if filled, err := schemas.Arguments(tool, []byte(`{}`)); err != nil || string(filled) != `{"a":1}` {
		t.Errorf("got %s, %v", filled, err)
	}
}

// Large numbers come out of a default as strict JSON.
func TestLargeDefaults(t *testing.T) {
	t.Parallel()
	var schemas manifest.Schemas
	tool := toolWith(t, `{"type":"object","properties":{"a":{"default":[1e20,-1E300,9007199254740992,0.5]}}}`)
	filled, err := schemas.Arguments(tool, []byte(`{}`))
	if err != nil || string(filled) != `{"a":[1e+20,-1e+300,9007199254740992,0.5]}` || canonical.Check(filled) != nil {
		t.Errorf("got %s, %v", filled, err)
	}
}

func TestLongNamesAreCut(t *testing.T) {
	t.Parallel()
	var schemas manifest.Schemas
	tool := toolWith(t, `{"type":"object","additionalProperties":{"type":"string"}}`)
	_, err := schemas.Arguments(tool, []byte(`{"`+strings.Repeat("é", 5000)+`":1}`))
	if err == nil || len(err.Error()) > 300 {
		t.Errorf("got %v", err)
	}
}

func TestArgumentsAreSafeForConcurrentUse(t *testing.T) {
	t.Parallel()
	var schemas manifest.Schemas
	tool := toolWith(t, `{"type":"object","properties":{"n":{"type":"integer"}}}`)
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for range 100 {
				if _, err := schemas.Arguments(tool, fmt.Appendf(nil, `{"n":%d}`, i)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(valid))
	f.Add([]byte(`{"tools":[{"input_schema":{"type":"object","properties":{"a":{"$ref":"#a"}},"$anchor":"a"}}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := manifest.Parse(data)
		var invalid *manifest.Invalid
		if err != nil {
			if !errors.As(err, &invalid) && !errors.Is(err, manifest.ErrTooLarge) {
				t.Fatalf("the error is %v", err)
			}
			return
		}
		again, err := manifest.Restore(m.Canonical)
		if err != nil || again.Hash != m.Hash || len(diff.Changes(m, again)) > 0 {
			t.Fatalf("the canonical form is another manifest: %v", err)
		}
	})
}

// A schema and arguments, both from strangers: no panic, no end to it but soon, and
// what is filled in fits.
func FuzzArguments(f *testing.F) {
	f.Add(`{"type":"object","properties":{"a":{"$ref":"#/$defs/b"},"c":{"default":1,"type":"integer"}},"$defs":{"b":{"anyOf":[{"type":"string","pattern":"^a+$"},{"items":{"$ref":"#"},"uniqueItems":true}]}}}`, `{"a":["x",[{"a":"b"}]]}`)
	f.Add(`{"type":"object","unevaluatedProperties":false,"dependentSchemas":{"a":{"properties":{"b":{"const":{"x":[1e3]}}}}}}`, `{"a":1,"b":{"x":[1000]}}`)
	f.Add(`{"type":"object","patternProperties":{"^x":{"format":"uri","maxLength":9}},"propertyNames":{"minLength":2},"if":{"required":["xx"]},"then":{"minProperties":2}}`, `{"xx":"http://a"}`)
	f.Fuzz(func(t *testing.T, schema, arguments string) {
		m, err := manifest.Parse([]byte(strings.Replace(valid, `{"type": "object"}`, schema, 1)))
		if err != nil {
			return
		}
		tool := m.Tool("beep")
		if tool == nil {
			return // the schema closed its own object
		}
		var schemas manifest.Schemas
		filled, err := schemas.Arguments(tool, []byte(arguments))
		var misfit *manifest.Misfit
		if err != nil {
			if !errors.As(err, &misfit) || misfit.Rule == "internal" || len(misfit.Message) > 300 {
				t.Fatalf("the error is %#v", err)
			}
			return
		}
		if again, err := schemas.Arguments(tool, filled); err != nil || string(again) != string(filled) {
			t.Fatalf("filled in, the arguments do not fit: %v\n%s", err, filled)
		}
	})
}
