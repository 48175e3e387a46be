package diff_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"testing"

	"assent/consent/manifest"
	"assent/consent/manifest/diff"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzChanges compares any two schemas: no panic, nothing between a schema and itself,
// pointers that lead somewhere, and no silence about a call that is refused now.
func FuzzChanges(f *testing.F) {
	f.Add(`{"type":"object","required":["a"],"properties":{"a":{"enum":[1,"x"]}}}`, `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, `{"a":1}`)
	f.Add(`{"type":"object","allOf":[{"$ref":"#/$defs/x"}],"$defs":{"x":{"patternProperties":{"^a":{"minLength":1}}}}}`, `{"type":"object","$defs":{"y":{"$anchor":"z","oneOf":[true,{"not":{"$ref":"#"}}]}},"$ref":"#z"}`, `{"ab":"","b":[{}]}`)
	f.Add(`{"type":"object","if":{"contains":{"const":1}},"then":{"unevaluatedItems":false},"else":{"prefixItems":[{"multipleOf":0.5}]}}`, `{"type":"object","dependentSchemas":{"a":{"maxProperties":1}},"dependencies":{"a":["b"]}}`, `{"a":[1.5,2]}`)
	f.Fuzz(func(t *testing.T, before, after, call string) {
		if !json.Valid([]byte(before)) || !json.Valid([]byte(after)) {
			return
		}
		old, new := version(json.RawMessage(before)), version(json.RawMessage(after))
		if old == nil || new == nil || len(old.Tools) != 1 || len(new.Tools) != 1 {
			return
		}
		if same := diff.Changes(old, old); len(same) > 0 {
			t.Fatalf("a schema differs from itself: %v", same)
		}
		changes := diff.Changes(old, new)
		for _, c := range changes {
			if !leads(old.Canonical, c.Path) && !leads(new.Canonical, c.Path) {
				t.Errorf("%s leads nowhere", c.Path)
			}
		}
		var schemas manifest.Schemas
		was, is := old.Tool("tool"), new.Tool("tool")
		if was == nil || is == nil || !harmless(changes) {
			return
		}
		if _, err := schemas.Arguments(was, []byte(call)); err != nil {
			return
		}
		if _, err := schemas.Arguments(is, []byte(call)); err != nil {
			t.Errorf("nothing is said, but the call is refused: %v", err)
		}
	})
}

// leads reports whether a pointer leads to a value.
func leads(document []byte, at string) bool {
	value := jsontext.Value(document)
	for token := range jsontext.Pointer(at).Tokens() {
		var members map[string]jsontext.Value
		var items []jsontext.Value
		switch value.Kind() {
		case '{':
			if json.Unmarshal(value, &members) != nil || members[token] == nil {
				return false
			}
			value = members[token]
		case '[':
			if json.Unmarshal(value, &items) != nil {
				return false
			}
			i := slices.Index(numbers(len(items)), token)
			if i < 0 {
				return false
			}
			value = items[i]
		default:
			return false
		}
	}
	return true
}

func numbers(n int) (all []string) {
	for i := range n {
		all = append(all, strconv.Itoa(i))
	}
	return all
}
