package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"assent/consent/manifest"
	"assent/consent/manifest/diff"
)

// withSchema is a manifest of one tool with a schema.
func withSchema(t testing.TB, schema string) *manifest.Manifest {
	t.Helper()
	m, err := manifest.Parse([]byte(`{"schema_version":"1.0","agent_version":"1.0.0",` +
		`"tools":[{"name":"tool","description_i18n_key":"k","permission_scope":"a:b","input_schema":` + schema + `}],` +
		`"permission_scopes":[{"id":"a:b","label_i18n_key":"k","sensitivity":"low"}]}`))
	if err != nil {
		t.Fatalf("%v\n%s", err, schema)
	}
	return m
}

// told are the changes of a schema but that it changed, as "kind pointer argument", the
// pointer from the schema on.
func told(changes []diff.Change) (all []string) {
	for _, change := range changes {
		if change.Kind != diff.SchemaChanged {
			at := strings.TrimPrefix(change.Path, "/tools/0/input_schema")
			all = append(all, strings.TrimSpace(fmt.Sprintf("%s %s %s", change.Kind, at, change.Argument)))
		}
	}
	return all
}

func TestSchemas(t *testing.T) {
	t.Parallel()
	property := func(schema string) string { return `{"type":"object","properties":{"a":` + schema + `}}` }
	for _, test := range []struct {
		name, old, new string
		want           string
	}{
		// 001 §2.5, at the root.
		{"required added", `{"type":"object","required":["a"]}`, `{"type":"object","required":["b","a"]}`, "required_added /required/0 b"},
		{"required removed", `{"type":"object","required":["a","b"]}`, `{"type":"object","required":["b"]}`, ""},
		{"type", property(`{"type":"string"}`), property(`{"type":"integer"}`), "type_changed /properties/a/type a"},
		{"wider type", property(`{"type":"string"}`), property(`{"type":["string","null"]}`), "type_changed /properties/a/type a"},
		{"type added", property(`{}`), property(`{"type":"string"}`), "type_changed /properties/a/type a"},
		{"type removed", property(`{"type":"string"}`), property(`{}`), "type_changed /properties/a/type a"},
		{"type beside enum", property(`{"enum":["x",1]}`), property(`{"type":["string","integer"],"enum":["x",1]}`), ""},
		{"type from enum", property(`{"type":"string","enum":["x","y"]}`), property(`{"enum":["x","y","z"]}`), ""},
		{"number of number", property(`{"type":["integer","number"]}`), property(`{"type":"number"}`), ""},
		{"closed", `{"type":"object"}`, `{"type":"object","additionalProperties":false}`, "additional_properties_closed /additionalProperties"},
		{"closed, from true", `{"type":"object","additionalProperties":true}`, `{"type":"object","additionalProperties":false}`, "additional_properties_closed /additionalProperties"},
		{"closed, by reference", `{"type":"object"}`, `{"type":"object","additionalProperties":{"$ref":"#/$defs/n"},"$defs":{"n":false}}`, "additional_properties_closed /additionalProperties"},
		{"opened", `{"type":"object","additionalProperties":false}`, `{"type":"object"}`, ""},
		{"opened for some", `{"type":"object","additionalProperties":false}`, `{"type":"object","additionalProperties":{"type":"string"}}`, ""},
		{"narrowed for additional", `{"type":"object"}`, `{"type":"object","additionalProperties":{"type":"string"}}`, "constraint_added /additionalProperties"},
		{"enum value removed", property(`{"enum":["x","y"]}`), property(`{"enum":["x","z"]}`), "enum_value_removed /properties/a/enum a"},
		{"enum value added", property(`{"enum":["x","y"]}`), property(`{"enum":["y","z","x"]}`), ""},
		{"enum to const", property(`{"enum":["x","y"]}`), property(`{"const":"x"}`), "enum_value_removed /properties/a/const a"},
		{"const to enum", property(`{"const":"x"}`), property(`{"enum":["x","y"]}`), ""},
		{"const", property(`{"const":"x"}`), property(`{"const":"y"}`), "constraint_changed /properties/a/const a"},
		{"enum added", property(`{"type":"string"}`), property(`{"type":"string","enum":["x"]}`), "constraint_added /properties/a/enum a"},

		// At any depth.
		{"in an object", property(`{"properties":{"b":{"properties":{"c":{"type":"string"}}}}}`), property(`{"properties":{"b":{"required":["c"],"properties":{"c":{"type":"string"}}}}}`),
			"required_added /properties/a/properties/b/required/0 a.b.c"},
		{"in items", property(`{"items":{"enum":[1,2]}}`), property(`{"items":{"enum":[2]}}`), "enum_value_removed /properties/a/items/enum a[]"},
		{"in a place", property(`{"prefixItems":[{},{"type":"string"}]}`), property(`{"prefixItems":[{},{"type":"null"}]}`), "type_changed /properties/a/prefixItems/1/type a[1]"},
		{"in additional", `{"type":"object","additionalProperties":{"type":"string"}}`, `{"type":"object","additionalProperties":{"type":"null"}}`, "type_changed /additionalProperties/type"},
		{"in a pattern", `{"type":"object","patternProperties":{"^x":{"enum":[1,2]}}}`, `{"type":"object","patternProperties":{"^x":{"enum":[1]}}}`, "enum_value_removed /patternProperties/^x/enum"},
		{"in names", `{"type":"object","propertyNames":{"enum":["a","b"]}}`, `{"type":"object","propertyNames":{"enum":["a"]}}`, "enum_value_removed /propertyNames/enum"},
		{"in allOf", `{"type":"object","allOf":[{"properties":{"a":{"type":"string"}}}]}`, `{"type":"object","allOf":[{"properties":{"a":{"type":"null"}}}]}`, "type_changed /allOf/0/properties/a/type a"},
		{"in a new allOf", `{"type":"object"}`, `{"type":"object","allOf":[{"required":["a"]}]}`, "required_added /allOf/0/required/0 a"},
		{"in a reference", `{"type":"object","properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"object"}}}`,
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/y"}},"$defs":{"y":{"type":"object","required":["b"]}}}`, "required_added /$defs/y/required/0 a.b"},
		{"behind a reference", `{"type":"object","properties":{"a":{"$ref":"#/$defs/x","type":"object"}},"$defs":{"x":{"required":["b"]}}}`,
			`{"type":"object","properties":{"a":{"required":["c","b"],"type":"object"}}}`, "required_added /properties/a/required/0 a.c"},
		{"by an anchor", `{"type":"object","properties":{"a":{"$ref":"#x"}},"$defs":{"x":{"$anchor":"x","enum":[1,2]}}}`,
			`{"type":"object","properties":{"a":{"$ref":"#/$defs/a~1%25b"}},"$defs":{"a/%b":{"enum":[1]}}}`, "enum_value_removed /$defs/a~1%b/enum a"},
		{"in a recursion", `{"type":"object","properties":{"next":{"$ref":"#"}}}`, `{"type":"object","properties":{"next":{"$ref":"#"}},"required":["a"]}`, "required_added /required/0 a"},
		{"in one of", `{"type":"object","oneOf":[{"properties":{"mode":{"const":"x"},"a":{}},"required":["mode"]},{"properties":{"mode":{"const":"y"}},"required":["mode"]}]}`,
			`{"type":"object","oneOf":[{"properties":{"mode":{"const":"y"}},"required":["mode"]},{"properties":{"mode":{"const":"x"},"a":{}},"required":["mode","a"]}]}`,
			"required_added /oneOf/1/required/1 a; constraint_changed /oneOf"},
		{"in any of", property(`{"anyOf":[{"type":"string"},{"type":"integer","maximum":3}]}`), property(`{"anyOf":[{"type":"integer","maximum":3,"enum":[1]},{"type":"string"}]}`),
			"constraint_added /properties/a/anyOf/0/enum a"},
		{"in then", `{"type":"object","if":{"required":["a"]},"then":{"required":["b"]}}`, `{"type":"object","if":{"required":["a"]},"then":{"required":["b","c"]},"else":{"required":["d"]}}`,
			"required_added /then/required/1 c; constraint_added /else"},
		{"in what depends", `{"type":"object","dependentSchemas":{"a":{"properties":{"b":{"type":"string"}}}}}`, `{"type":"object","dependentSchemas":{"a":{"properties":{"b":{"type":"null"}}}}}`,
			"type_changed /dependentSchemas/a/properties/b/type b"},

		// What else may refuse a call.
		{"property removed", `{"type":"object","properties":{"a":{},"b":{}},"additionalProperties":false}`, `{"type":"object","properties":{"b":{}},"additionalProperties":false}`, "property_removed /properties/a a"},
		{"property removed and closed", `{"type":"object","properties":{"a":{}}}`, `{"type":"object","additionalProperties":false}`, "property_removed /properties/a a; additional_properties_closed /additionalProperties"},
		{"property removed, still open", property(`{"type":"string"}`), `{"type":"object"}`, ""},
		{"property forbidden", property(`{}`), property(`false`), "constraint_added /properties/a a"},
		{"property added, closed", `{"type":"object","additionalProperties":false}`, `{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, ""},
		{"property added, open", `{"type":"object"}`, property(`{"type":"string"}`), "constraint_added /properties/a a"},
		{"property added, as free", `{"type":"object"}`, property(`{}`), ""},
		{"pattern removed", `{"type":"object","patternProperties":{"^x":{}},"additionalProperties":false}`, `{"type":"object","additionalProperties":false}`, "property_removed /patternProperties/^x"},
		{"pattern for a name", `{"type":"object","patternProperties":{"^x":{"type":"string"}},"additionalProperties":false}`,
			`{"type":"object","properties":{"xy":{"type":"null"}},"patternProperties":{"^x":{"type":"string"}},"additionalProperties":false}`, "type_changed /properties/xy/type xy"},
		{"pattern that may match what another let through", `{"type":"object","patternProperties":{"^a":{}},"additionalProperties":false}`,
			`{"type":"object","patternProperties":{"^a":{},"b$":{"type":"null"}},"additionalProperties":false}`, "constraint_added /patternProperties/b$"},
		{"not, in another order", property(`{"not":{"prefixItems":[{"const":1},{"const":2}]}}`), property(`{"not":{"prefixItems":[{"const":2},{"const":1}]}}`), "constraint_changed /properties/a/not a"},
		{"contains few", property(`{}`), property(`{"contains":{"const":2},"minContains":0,"maxContains":1}`), "constraint_added /properties/a/contains a"},
		{"contains any number", property(`{}`), property(`{"contains":{"const":2},"minContains":0}`), ""},
		{"bounds", property(`{"minimum":1,"maxLength":5}`), property(`{"minimum":2,"maxLength":4,"minItems":1}`),
			"constraint_changed /properties/a/minimum a; constraint_changed /properties/a/maxLength a; constraint_added /properties/a/minItems a"},
		{"wider bounds", property(`{"minimum":2,"maxLength":4,"minItems":1,"exclusiveMaximum":9}`), property(`{"minimum":1,"maxLength":5,"maximum":9}`), ""},
		{"strict bounds", property(`{"minimum":2,"maximum":9}`), property(`{"exclusiveMinimum":2,"exclusiveMaximum":10}`), "constraint_changed /properties/a/exclusiveMinimum a"},
		{"multiples", property(`{"multipleOf":6}`), property(`{"multipleOf":3}`), ""},
		{"other multiples", property(`{"multipleOf":3}`), property(`{"multipleOf":6}`), "constraint_changed /properties/a/multipleOf a"},
		{"pattern and format", property(`{"pattern":"a"}`), property(`{"pattern":"b","format":"uri","uniqueItems":true}`),
			"constraint_changed /properties/a/pattern a; constraint_added /properties/a/format a; constraint_added /properties/a/uniqueItems a"},
		{"not", property(`{"not":{"const":1}}`), property(`{"not":{"type":"integer"}}`), "constraint_changed /properties/a/not a"},
		{"branch removed", property(`{"anyOf":[{"const":1},{"const":2}]}`), property(`{"anyOf":[{"const":2}]}`), "constraint_changed /properties/a/anyOf a"},
		{"branch added", property(`{"anyOf":[{"const":2}]}`), property(`{"anyOf":[{"const":1},{"const":2}]}`), ""},
		{"branch added, but one of", property(`{"oneOf":[{"const":2}]}`), property(`{"oneOf":[{"const":1},{"const":2}]}`), "constraint_changed /properties/a/oneOf a"},
		{"branches where none were", property(`{}`), property(`{"anyOf":[{"const":2}]}`), "constraint_added /properties/a/anyOf a"},
		{"contains", property(`{}`), property(`{"contains":{"const":2}}`), "constraint_added /properties/a/contains a"},
		{"contains more", property(`{"contains":{"const":2}}`), property(`{"contains":{"const":2},"minContains":2}`), "constraint_changed /properties/a/contains a"},
		{"contains less", property(`{"contains":{"const":2},"minContains":2}`), property(`{"contains":{"const":2}}`), ""},
		{"needs another", `{"type":"object"}`, `{"type":"object","dependentRequired":{"a":["b"]}}`, "constraint_added /dependentRequired/a"},
		{"needs what is required", `{"type":"object","required":["b"]}`, `{"type":"object","required":["b"],"dependentRequired":{"a":["b","a"]}}`, ""},
		{"of old", `{"type":"object","dependencies":{"a":["b"],"c":{"required":["d"]}}}`, `{"type":"object","dependentRequired":{"a":["b"]},"dependentSchemas":{"c":{"required":["d"]}}}`, ""},
		{"unevaluated", property(`{"allOf":[{"properties":{"b":{}}}]}`), property(`{"allOf":[{"properties":{"b":{}}}],"unevaluatedProperties":false}`), "constraint_added /properties/a a"},
		{"beside unevaluated", property(`{"allOf":[{"properties":{"b":{},"c":{}}}],"unevaluatedProperties":false}`), property(`{"allOf":[{"properties":{"b":{}}}],"unevaluatedProperties":false}`), "constraint_changed /properties/a a"},
		{"nothing any more", `{"type":"object"}`, `{"type":"object","allOf":[false]}`, "constraint_added /allOf/0"},
		{"something at last", `{"type":"object","allOf":[false]}`, `{"type":"object","required":["a"]}`, ""},
		{"default", property(`{"default":1}`), property(`{"default":2}`), "default_changed /properties/a a"},
		{"new with a default", `{"type":"object","additionalProperties":false}`, `{"type":"object","properties":{"a":{"default":1}},"additionalProperties":false}`, ""},
		{"new with a default, too many", `{"type":"object","maxProperties":1}`, `{"type":"object","properties":{"a":{"default":1}},"maxProperties":1}`, "default_changed /properties/a a"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			changes := diff.Changes(withSchema(t, test.old), withSchema(t, test.new))
			if got := strings.Join(told(changes), "; "); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
			if changed := len(changes) > 0 && changes[0].Kind == diff.SchemaChanged; !changed {
				t.Error("the schema is said to be the same")
			}
			if again := diff.Changes(withSchema(t, test.new), withSchema(t, test.new)); len(again) > 0 {
				t.Errorf("beside itself: %v", again)
			}
		})
	}
}
