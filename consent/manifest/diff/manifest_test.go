package diff_test

import (
	"fmt"
	"strings"
	"testing"

	"assent/consent/manifest"
	"assent/consent/manifest/diff"
)

const valid = `{
 "schema_version": "1.0", "agent_version": "1.2.3-rc.1+b5", "x-unknown": [1],
 "tools": [
  {"name": "read_file", "description_i18n_key": "d", "permission_scope": "filesystem:read", "required": true, "timeout_ms": 5000,
   "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"], "additionalProperties": false}},
  {"name": "beep", "description_i18n_key": "beep.d", "description_fallback": "Makes a sound", "permission_scope": "sound:play",
   "input_schema": {"type": "object"}}],
 "permission_scopes": [
  {"id": "filesystem:read", "label_i18n_key": "l", "sensitivity": "low"},
  {"id": "sound:play", "label_i18n_key": "sound.l", "sensitivity": "high", "description_i18n_key": "sound.d"}],
 "capability_flags": {"supports_streaming": true, "supports_voice": false}}`

func parse(t *testing.T, text string) *manifest.Manifest {
	t.Helper()
	m, err := manifest.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// TestManifests: what changed beside the schemas, and what it means.
func TestManifests(t *testing.T) {
	t.Parallel()
	judgements := map[diff.Judgement]string{diff.Silent: "silent", diff.Breaking: "breaking", diff.Notable: "notable", diff.NotJudged: "not judged"}
	old := parse(t, valid)
	for _, test := range []struct{ old, new, want string }{
		{`[1]`, `[2]`, ``},
		{`"sensitivity": "low"`, `"sensitivity": "high"`, `breaking: sensitivity_raised filesystem:read filesystem:read /permission_scopes/0/sensitivity`},
		{`"sensitivity": "high"`, `"sensitivity": "medium"`, `silent: sensitivity_lowered sound:play sound:play /permission_scopes/1/sensitivity`},
		{`"sound.l"`, `"l.sound"`, `silent: scope_words_changed sound:play sound:play /permission_scopes/1`},
		{`"permission_scopes": [`, `"permission_scopes": [{"id":"a:b","label_i18n_key":"l","sensitivity":"low"},`, `breaking: scope_added a:b a:b /permission_scopes/0`},
		{`"name": "beep"`, `"name": "boop"`, `silent: tool_added boop sound:play /tools/1; notable: tool_removed beep sound:play /tools/1`},
		{`"permission_scope": "sound:play"`, `"permission_scope": "filesystem:read"`, `not judged: tool_scope_changed beep filesystem:read /tools/1/permission_scope`},
		{`"permission_scope": "filesystem:read"`, `"permission_scope": "sound:play"`,
			`not judged: tool_scope_changed read_file sound:play /tools/0/permission_scope; breaking: sensitivity_raised read_file sound:play /tools/0/permission_scope`},
		{`{"type": "object"}`, `{"type": "object", "title": "x"}`, `notable: schema_changed beep sound:play /tools/1/input_schema`},
		{`{"type": "object"}`, `{"type": "object", "required": ["x"]}`, `notable: schema_changed beep sound:play /tools/1/input_schema; breaking: required_added beep sound:play /tools/1/input_schema/required/0`},
		{`"required": true`, `"required": false`, `silent: required_changed read_file filesystem:read /tools/0/required`},
		{`5000`, `6000`, `silent: timeout_changed read_file filesystem:read /tools/0/timeout_ms`},
		{`"Makes a sound"`, `"Makes noise"`, `silent: tool_words_changed beep sound:play /tools/1`},
		{`"supports_voice": false`, `"supports_voice": true`, `silent: flag_on supports_voice  /capability_flags/supports_voice`},
		{`"supports_streaming": true, `, ``, `notable: flag_off supports_streaming  /capability_flags/supports_streaming`},
	} {
		if !strings.Contains(valid, test.old) {
			t.Fatalf("the manifest has no %s", test.old)
		}
		var all []string
		for _, c := range diff.Changes(old, parse(t, strings.Replace(valid, test.old, test.new, 1))) {
			all = append(all, fmt.Sprintf("%s: %s %s %s %s", judgements[c.Kind.Judgement()], c.Kind, c.Name, c.Scope, c.Path))
		}
		if got := strings.Join(all, "; "); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.new, got, test.want)
		}
	}
	without := `{"schema_version": "1.0", "agent_version": "1.0.0", "tools": [], "permission_scopes": []}`
	if got := fmt.Sprint(diff.Changes(old, parse(t, without))); !strings.Contains(got, "{scope_removed /permission_scopes/1 sound:play sound:play }") {
		t.Errorf("got %s", got)
	}
}
