package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assent/consent/manifest"
)

// declared is a manifest with one tool of a scope, whose schema this is.
func declared(scope, schema string) string {
	return fmt.Sprintf(`{"schema_version":"1.0","agent_version":"1.0.0","capability_flags":{},
		"permission_scopes":[{"id":%q,"label_i18n_key":"l","label_fallback":"l","sensitivity":"high"}],
		"tools":[{"name":"tool","description_i18n_key":"d","permission_scope":%[1]q,"input_schema":%s}]}`, scope, schema)
}

func findings(t *testing.T, source string) (found []string) {
	t.Helper()
	m, err := manifest.Parse([]byte(source))
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	for _, issue := range Findings(m) {
		found = append(found, issue.Path+": "+issue.Message)
	}
	return found
}

// TestSchemas: what a schema is told, by its place and a part of the words; nothing where
// there is nothing to tell.
func TestSchemas(t *testing.T) {
	t.Parallel()
	const root = "/tools/0/input_schema"
	for name, test := range map[string]struct {
		scope, schema string
		want          []string // a place and a part of what is told
	}{
		"sound": {"filesystem:read", `{"type":"object","additionalProperties":false,"required":["path"],"properties":{"path":{"type":"string"}}}`, nil},
		"another name than the executor's": {"filesystem:read", `{"type":"object","additionalProperties":false,"required":["file"],"properties":{"file":{"type":"string"}}}`,
			[]string{root + `: No call of this tool can be done: filesystem:read needs "path", which the schema does not let in (it has file)`}},
		"not declared":               {"network:http", `{"type":"object"}`, []string{root + `: network:http needs "url": declare it`}},
		"not required":               {"network:http", `{"type":"object","properties":{"url":{"type":"string"}}}`, []string{root + `: Calls without "url" fit`}},
		"by default":                 {"network:http", `{"type":"object","properties":{"url":{"type":"string","default":"https://example.org"}}}`, nil},
		"another type":               {"network:http", `{"type":"object","required":["url"],"properties":{"url":{"type":"object"}}}`, []string{root + `/properties/url/type: network:http takes "url" as string, not as object`}},
		"one of two":                 {"notification:send", `{"type":"object","required":["message"],"properties":{"message":{"type":"string"}}}`, nil},
		"none of two":                {"notification:send", `{"type":"object","additionalProperties":false,"properties":{"text":{"type":"string"}}}`, []string{root + `: No call of this tool can be done: notification:send needs "title" or "message"`}},
		"by a branch":                {"network:http", `{"type":"object","oneOf":[{"properties":{"url":{"type":"string"}},"required":["url"]}]}`, nil},
		"by reference":               {"network:http", `{"type":"object","$ref":"#/$defs/a","$defs":{"a":{"properties":{"url":{}},"required":["url"]}}}`, nil},
		"other scopes":               {"calendar:read", `{"type":"object"}`, nil},
		"the executor's other names": {"project:cli", `{"type":"object","additionalProperties":false,"required":["module","method","input"],"properties":{"module":{"type":"string"},"method":{"enum":["read"]},"input":{"type":["object","null"]}}}`, nil},

		"required, not let in":     {"x:y", `{"type":"object","additionalProperties":false,"required":["nmae"],"properties":{"name":{}}}`, []string{root + `/required/0: "nmae" is required and not let in: nothing fits. Did you mean "name"?`}},
		"required, not declared":   {"x:y", `{"type":"object","required":["a"]}`, []string{root + `/required/0: "a" is required and not declared`}},
		"required by the branches": {"x:y", `{"type":"object","properties":{"a":{},"b":{}},"oneOf":[{"required":["a"]},{"required":["b"]}]}`, nil},
		"required of a branch's":   {"x:y", `{"type":"object","allOf":[{"properties":{"a":{}}}],"required":["a"]}`, nil},
		"required deeper":          {"x:y", `{"type":"object","properties":{"o":{"type":"object","required":["a"]}}}`, []string{root + `/properties/o/required/0: "a" is required`}},
		"required of a list's":     {"x:y", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["a"]}}}}`, []string{root + `/properties/l/items/required/0: `}},

		"a branch that is shut out": {"x:y", `{"type":"object","additionalProperties":false,"properties":{"mode":{}},"oneOf":[{"properties":{"mode":{"const":"a"},"x":{}}},{"properties":{"mode":{"const":"b"}}}]}`,
			[]string{root + `/oneOf/0: The object around this is closed ("additionalProperties": false) and does not name "x"`}},
		"closed branches": {"x:y", `{"type":"object","oneOf":[{"additionalProperties":false,"properties":{"x":{}}}]}`, nil},

		"an unknown format":    {"x:y", `{"type":"object","properties":{"a":{"format":"colour"}}}`, []string{root + `/properties/a/format: No value is judged by the format "colour"`}},
		"a misspelt format":    {"x:y", `{"type":"object","properties":{"a":{"format":"datetime"}}}`, []string{root + `/properties/a/format: No value is judged by the format "datetime": did you mean "date-time"?`}},
		"a misspelt keyword":   {"x:y", `{"type":"object","properties":{"a":{"maxlength":3,"minimun":2}}}`, []string{root + `/properties/a/maxlength: "maxlength" means nothing here: did you mean "maxLength"?`, root + `/properties/a/minimun: `}},
		"members of that name": {"x:y", `{"type":"object","properties":{"formt":{},"requred":{}}}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			found := findings(t, declared(test.scope, test.schema))
			if !slices.EqualFunc(found, test.want, strings.HasPrefix) {
				t.Errorf("got  %s\nwant %s", strings.Join(found, "\n     "), strings.Join(test.want, "\n     "))
			}
		})
	}
}

// TestManifest: what stands around the schemas.
func TestManifest(t *testing.T) {
	t.Parallel()
	sound := declared("x:y", `{"type":"object"}`)
	for name, test := range map[string]struct{ old, by, want string }{
		"a misspelt member":       {`"capability_flags"`, `"capabilty_flag":1,"capability_flags"`, `/capabilty_flag: "capabilty_flag" means nothing here: did you mean "capability_flags"?`},
		"a misspelt tool member":  {`"input_schema"`, `"timeoutMs":5,"input_schema"`, `/tools/0/timeoutMs: "timeoutMs" means nothing here: did you mean "timeout_ms"?`},
		"a misspelt scope member": {`"sensitivity"`, `"label_falback":"x","sensitivity"`, `/permission_scopes/0/label_falback: `},
		"a member of its own":     {`"input_schema"`, `"x_timeout_m":5,"homepage":"","input_schema"`, ``},
		"an unused scope":         {`"permission_scopes":[`, `"permission_scopes":[{"id":"a:b","label_i18n_key":"l","sensitivity":"low"},`, `/permission_scopes/0: No tool needs this scope`},
		"a hidden character":      {`"label_fallback":"l"`, `"label_fallback":"pay\u202etxt"`, `/permission_scopes/0/label_fallback: This holds characters that nobody sees`},
		"a hidden name":           {`"capability_flags":{}`, `"capability_flags":{"a\u200bb":true}`, "/capability_flags/a\u200bb: The name of this member"},
	} {
		found := findings(t, strings.Replace(sound, test.old, test.by, 1))
		if got := strings.Join(found, "\n"); test.want == "" && got != "" || !strings.HasPrefix(got, test.want) || len(found) > 1 {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// FuzzFindings: no valid manifest makes it panic or tell without end.
func FuzzFindings(f *testing.F) {
	f.Add(`{"type":"object","$ref":"#","allOf":[{"$ref":"#"},{"$ref":"#/allOf/0"}],"required":["a"]}`)
	f.Add(`{"type":"object","additionalProperties":false,"oneOf":[{"properties":{"x":{"format":"x"}}}]}`)
	f.Fuzz(func(t *testing.T, schema string) {
		m, err := manifest.Parse([]byte(declared("filesystem:read", schema)))
		if err == nil && len(Findings(m)) > maxFindings {
			t.Error("too many")
		}
	})
}
