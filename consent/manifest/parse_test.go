package manifest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"assent/consent/manifest"
	"assent/consent/manifest/diff"
)

const valid = `{
 "schema_version": "1.0", "agent_version": "1.2.3-rc.1+b5", "x-unknown": [1],
 "tools": [
  {"name": "read_file", "description_i18n_key": "agent.cap.read_file.description", "permission_scope": "filesystem:read", "required": true, "timeout_ms": 5000,
   "input_schema": {"type": "object", "properties": {"path": {"type": "string"}, "encoding": {"enum": ["utf-8", "base64"], "default": "utf-8"}}, "required": ["path"], "additionalProperties": false}},
  {"name": "beep", "description_i18n_key": "beep.d", "description_fallback": "Makes a sound", "permission_scope": "sound:play",
   "input_schema": {"type": "object"}}],
 "permission_scopes": [
  {"id": "filesystem:read", "label_i18n_key": "l", "sensitivity": "low"},
  {"id": "sound:play", "label_i18n_key": "sound.l", "sensitivity": "high", "description_i18n_key": "sound.d"}],
 "capability_flags": {"supports_streaming": true, "supports_voice": false}}`

// edited returns the valid manifest with old replaced by new.
func edited(t *testing.T, old, new string) []byte {
	t.Helper()
	if !strings.Contains(valid, old) {
		t.Fatalf("the manifest has no %s", old)
	}
	return []byte(strings.Replace(valid, old, new, 1))
}

func parse(t *testing.T, data []byte) *manifest.Manifest {
	t.Helper()
	m, err := manifest.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestParse(t *testing.T) {
	t.Parallel()
	m := parse(t, []byte(valid))
	file, beep := m.Tool("read_file"), m.Tool("beep")
	if file == nil || !file.Required || file.Timeout != 5*time.Second || file.Scope != "filesystem:read" {
		t.Errorf("read_file is %+v", file)
	}
	if beep == nil || beep.Required || beep.Timeout != 10*time.Second || beep.Description.Fallback != "Makes a sound" {
		t.Errorf("beep is %+v", beep)
	}
	if m.Tool("Beep") != nil {
		t.Error("names differ by case")
	}
	scope, ok := m.Scope("sound:play")
	if !ok || scope.Sensitivity != manifest.High || scope.Description.Key != "sound.d" {
		t.Errorf("the scope is %+v", scope)
	}
	if len(m.Flags) != 2 || !m.Flags["supports_streaming"] || m.AgentVersion != "1.2.3-rc.1+b5" || len(m.Hash) != 64 {
		t.Errorf("flags %v, version %s, hash %s", m.Flags, m.AgentVersion, m.Hash)
	}
	m = parse(t, edited(t, `[1]`, `1e20`))
	if again, err := manifest.Restore(m.Canonical); err != nil || again.Hash != m.Hash || len(diff.Changes(m, again)) > 0 {
		t.Errorf("the canonical form is read back as another manifest: %v", err)
	}
	m = parse(t, []byte(valid))
	if other := parse(t, edited(t, `[1]`, `[2]`)); other.Hash == m.Hash {
		t.Error("unknown members are not hashed")
	}
}

func TestWarnings(t *testing.T) {
	t.Parallel()
	m := parse(t, []byte(valid))
	var got []string
	for _, issue := range m.Warn(func(scope string) bool { return scope == "filesystem:read" }) {
		got = append(got, issue.Path)
	}
	want := []string{"/permission_scopes/0/sensitivity", "/permission_scopes/1", "/tools/1/input_schema", "/tools/1"}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if len(m.Warnings) != 3 {
		t.Errorf("Warn changed the manifest's own warnings: %v", m.Warnings)
	}
	large := parse(t, edited(t, `[1]`, `"`+strings.Repeat("x", 64<<10)+`"`))
	if large.Warnings[0].Path != "" || !strings.Contains(large.Warnings[0].Message, "64 KiB") {
		t.Errorf("a large manifest is warned of %v", large.Warnings)
	}
}

func TestSize(t *testing.T) {
	t.Parallel()
	room := manifest.MaxSize - len(parse(t, edited(t, `[1]`, `""`)).Canonical)
	parse(t, edited(t, `[1]`, `     "`+strings.Repeat("x", room)+`"`))
	if _, err := manifest.Parse(edited(t, `[1]`, `"`+strings.Repeat("x", room+1)+`"`)); !errors.Is(err, manifest.ErrTooLarge) {
		t.Errorf("one byte too many: %v", err)
	}
}

func TestInvalid(t *testing.T) {
	t.Parallel()
	tests := []struct{ old, new, path string }{
		{`"1.0"`, `"1.1"`, "/schema_version"},
		{`"1.0"`, `1.0`, "/schema_version"},
		{`"1.2.3-rc.1+b5"`, `"1.2"`, "/agent_version"},
		{`"1.2.3-rc.1+b5"`, `"v1.2.3"`, "/agent_version"},
		{`"1.2.3-rc.1+b5"`, `"01.2.3"`, "/agent_version"},
		{`"agent_version"`, `"Agent_version"`, "/agent_version"},
		{`"tools"`, `"tool"`, "/tools"},
		{`"permission_scopes"`, `"scopes"`, "/permission_scopes"},
		{`"read_file"`, `"Read_file"`, "/tools/0/name"},
		{`"read_file"`, `"r"`, "/tools/0/name"},
		{`"read_file"`, `"` + strings.Repeat("r", 33) + `"`, "/tools/0/name"},
		{`"read_file"`, `"read_file\n"`, "/tools/0/name"},
		{`"beep"`, `"read_file"`, "/tools/1/name"},
		{`"name": "beep"`, `"name": 3`, "/tools/1/name"},
		{`"beep.d"`, `""`, "/tools/1/description_i18n_key"},
		{`"Makes a sound"`, `4`, "/tools/1/description_fallback"},
		{`"permission_scope": "sound:play"`, `"permission_scope": "sound"`, "/tools/1/permission_scope"},
		{`"required": true`, `"required": "yes"`, "/tools/0/required"},
		{`5000`, `0`, "/tools/0/timeout_ms"},
		{`5000`, `1.5`, "/tools/0/timeout_ms"},
		{`5000`, `"5000"`, "/tools/0/timeout_ms"},
		{`5000`, `null`, "/tools/0/timeout_ms"},
		{`"input_schema": {"type": "object"}`, `"input": {}`, "/tools/1/input_schema"},
		{`{"type": "object"}}]`, `{"type": "array"}}]`, "/tools/1/input_schema/type"},
		{`{"type": "object"}}]`, `{"type": ["object"]}}]`, "/tools/1/input_schema/type"},
		{`{"type": "object"}}]`, `true}]`, "/tools/1/input_schema"},
		{`"default": "utf-8"`, `"default": "utf-16"`, "/tools/0/input_schema/properties/encoding/default"},
		{`["utf-8", "base64"]`, `[]`, "/tools/0/input_schema/properties/encoding/enum"},
		{`{"type": "string"}`, `{"type": "text"}`, "/tools/0/input_schema/properties/path/type"},
		{`{"type": "string"}`, `{"pattern": "(?=a)"}`, "/tools/0/input_schema/properties/path/pattern"},
		{`{"type": "string"}`, `{"pattern": "(a)\\1"}`, "/tools/0/input_schema/properties/path/pattern"},
		{`{"type": "string"}`, `{"patternProperties": {"(": true}}`, "/tools/0/input_schema/properties/path/patternProperties/("},
		{`{"type": "string"}`, `{"$ref": "file:///etc/passwd"}`, "/tools/0/input_schema/properties/path/$ref"},
		{`{"type": "string"}`, `{"$ref": "other.json"}`, "/tools/0/input_schema/properties/path/$ref"},
		{`{"type": "string"}`, `{"$ref": "#/properties/none"}`, "/tools/0/input_schema/properties/path/$ref"},
		{`{"type": "string"}`, `{"$ref": "#/properties/encoding/enum"}`, "/tools/0/input_schema/properties/path/$ref"},
		{`{"type": "string"}`, `{"$ref": "#` + strings.Repeat("/", 100_000) + `"}`, "/tools/0/input_schema/properties/path/$ref"},
		{`{"type": "string"}`, `{"$ref": "#none"}`, "/tools/0/input_schema/properties/path/$ref"},
		{`{"type": "string"}`, `{"$ref": "#/properties/path"}`, "/tools/0/input_schema"},
		{`{"type": "string"}`, `{"$id": "http://127.0.0.1/x"}`, "/tools/0/input_schema/properties/path/$id"},
		{`{"type": "string"}`, `{"$schema": "http://json-schema.org/draft-07/schema#"}`, "/tools/0/input_schema/properties/path/$schema"},
		{`{"type": "string"}`, `{"$dynamicRef": "#"}`, "/tools/0/input_schema/properties/path/$dynamicRef"},
		{`{"type": "string"}`, `{"minLength": -1}`, "/tools/0/input_schema/properties/path/minLength"},
		{`{"type": "string"}`, `{"allOf": []}`, "/tools/0/input_schema/properties/path/allOf"},
		{`{"type": "string"}`, `3`, "/tools/0/input_schema/properties/path"},
		{`["path"]`, `["path", "path"]`, "/tools/0/input_schema/required"},
		{`["path"]`, `[[]]`, "/tools/0/input_schema/required"},
		{`"id": "sound:play"`, `"id": "filesystem:read"`, "/permission_scopes/1/id"},
		{`"id": "sound:play"`, `"id": "hashee:play"`, "/permission_scopes/1/id"},
		{`"id": "sound:play"`, `"id": "system:play"`, "/permission_scopes/1/id"},
		{`"sound.l"`, `null`, "/permission_scopes/1/label_i18n_key"},
		{`"sound.d"`, `7`, "/permission_scopes/1/description_i18n_key"},
		{`"high"`, `"High"`, "/permission_scopes/1/sensitivity"},
		{`"supports_voice": false`, `"supports_voice": "no"`, "/capability_flags/supports_voice"},
		{`"x-unknown"`, `"tools"`, "/tools"},
		{`[1]`, `9007199254740993`, "/x-unknown"},
	}
	for _, test := range tests {
		_, err := manifest.Parse(edited(t, test.old, test.new))
		var invalid *manifest.Invalid
		if !errors.As(err, &invalid) {
			t.Errorf("%s for %s: got %v", test.new, test.old, err)
			continue
		}
		if first := invalid.Issues[0]; !strings.HasPrefix(test.path, first.Path) || first.Path != test.path && len(invalid.Issues) < 2 || !strings.HasSuffix(first.Message, ".") && !strings.HasSuffix(first.Message, ")") {
			t.Errorf("%s for %s: got %+v, want the path %s", test.new, test.old, invalid.Issues, test.path)
		}
	}
}

// All errors are reported at once.
func TestAllIssues(t *testing.T) {
	t.Parallel()
	_, err := manifest.Parse([]byte(`{"tools":[{},3,{"input_schema":{"properties":{"a":{"type":1,"enum":[]}}}}],"capability_flags":[]}`))
	var invalid *manifest.Invalid
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	var got []string
	for _, issue := range invalid.Issues {
		got = append(got, issue.Path)
	}
	want := strings.Fields(`/schema_version /agent_version /permission_scopes
		/tools/0/name /tools/0/description_i18n_key /tools/0/permission_scope /tools/0/input_schema /tools/1
		/tools/2/name /tools/2/description_i18n_key /tools/2/permission_scope /tools/2/input_schema/type
		/tools/2/input_schema/properties/a/enum /tools/2/input_schema/properties/a/type /capability_flags`)
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("\n got %v\nwant %v", got, want)
	}
}

func TestManyIssuesAreCut(t *testing.T) {
	t.Parallel()
	_, err := manifest.Parse([]byte(`{"tools":[` + strings.Repeat("1,", 5000) + `1]}`))
	var invalid *manifest.Invalid
	if !errors.As(err, &invalid) || len(invalid.Issues) != 1001 {
		t.Errorf("got %v", err)
	}
}

// Whatever text stands in a manifest comes out of it unchanged, or is refused.
func TestNaughtyStrings(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("../../../shared/data/naughty-strings.json")
	if err != nil {
		t.Skip("The public test suites are not beside this checkout, in ../shared/data: nothing is compared with them.")
	}
	var all []string
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	for _, s := range all {
		quoted, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		for _, field := range []string{`"1.2.3-rc.1+b5"`, `"read_file"`, `"beep.d"`, `"Makes a sound"`, `"sound:play"`, `"sound.l"`, `"sound.d"`, `"encoding"`, `"supports_voice"`, `"high"`, `"x-unknown"`} {
			m, err := manifest.Parse([]byte(strings.ReplaceAll(valid, field, string(quoted))))
			var invalid *manifest.Invalid
			if err != nil && !errors.As(err, &invalid) {
				t.Errorf("%s for %s: %v", quoted, field, err)
			}
			if err == nil && field == `"Makes a sound"` && m.Tool("beep").Description.Fallback != s {
				t.Errorf("%s became %q", quoted, m.Tool("beep").Description.Fallback)
			}
		}
	}
}
