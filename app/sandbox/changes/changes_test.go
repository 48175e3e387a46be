package changes

import (
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

const before = `{"schema_version":"1.0","agent_version":"1.0.0","tools":[
 {"name":"read_file","description_i18n_key":"d","permission_scope":"filesystem:read","input_schema":{"type":"object","properties":{"path":{"enum":["a","b"]},"n":{"type":"integer"}}}},
 {"name":"old_tool","description_i18n_key":"d","permission_scope":"filesystem:read","input_schema":{"type":"object"}}],
 "permission_scopes":[{"id":"filesystem:read","label_i18n_key":"l","sensitivity":"medium"}],"capability_flags":{"supports_voice":true}}`

const after = `{"schema_version":"1.0","agent_version":"2.0.0","tools":[
 {"name":"read_file","description_i18n_key":"d","permission_scope":"filesystem:read","input_schema":{"type":"object","properties":{"path":{"enum":["a"]},"n":{"type":"integer","maximum":9}},"required":["path"]}}],
 "permission_scopes":[{"id":"filesystem:read","label_i18n_key":"l","sensitivity":"high"},{"id":"acme:print","label_i18n_key":"l","sensitivity":"low"}],"capability_flags":{}}`

// TestBetween: each change stands under what it means, with its place and its scope; the
// scopes of the breaking ones are named once.
func TestBetween(t *testing.T) {
	t.Parallel()
	changed, err := Between(jsontext.Value(before), jsontext.Value(after))
	if err != nil {
		t.Fatal(err)
	}
	kinds := func(changes []Change) (all []string) {
		for _, c := range changes {
			all = append(all, string(c.Kind)+" "+c.Path+" "+c.Scope)
		}
		slices.Sort(all)
		return all
	}
	for name, test := range map[string]struct {
		got  []Change
		want []string
	}{
		"breaking": {changed.Breaking, []string{
			"enum_value_removed /tools/0/input_schema/properties/path/enum filesystem:read", "required_added /tools/0/input_schema/required/0 filesystem:read",
			"scope_added /permission_scopes/1 acme:print", "sensitivity_raised /permission_scopes/0/sensitivity filesystem:read",
		}},
		"notable": {changed.Notable, []string{
			"flag_off /capability_flags/supports_voice ", "schema_changed /tools/0/input_schema filesystem:read", "tool_removed /tools/1 filesystem:read",
		}},
		"not judged": {changed.NotJudged, []string{"constraint_added /tools/0/input_schema/properties/n/maximum filesystem:read"}},
	} {
		if got := kinds(test.got); !slices.Equal(got, test.want) {
			t.Errorf("%s are %q, want %q", name, got, test.want)
		}
	}
	if scopes := changed.Scopes(); !slices.Equal(scopes, []string{"acme:print", "filesystem:read"}) {
		t.Errorf("the scopes are %v", scopes)
	}
	same, err := Between(jsontext.Value(after), jsontext.Value(after))
	if err != nil || len(same.Breaking)+len(same.Notable)+len(same.NotJudged) != 0 || same.Breaking == nil || same.Scopes() != nil {
		t.Errorf("the same gives %v, %v", same, err)
	}
}
