package manifest_test

import (
	"fmt"
	"testing"

	"assent/consent/manifest"
)

func TestDiff(t *testing.T) {
	t.Parallel()
	old := parse(t, []byte(valid))
	tests := []struct{ old, new, want string }{
		{`[1]`, `[2]`, `[]`},
		{`"sensitivity": "low"`, `"sensitivity": "high"`, `[{sensitivity_raised filesystem:read filesystem:read}]`},
		{`"sensitivity": "high"`, `"sensitivity": "medium"`, `[{sensitivity_lowered sound:play sound:play}]`},
		{`"sound.l"`, `"l.sound"`, `[{scope_words_changed sound:play sound:play}]`},
		{`"permission_scopes": [`, `"permission_scopes": [{"id":"a:b","label_i18n_key":"l","sensitivity":"low"},`, `[{scope_added a:b a:b}]`},
		{`"name": "beep"`, `"name": "boop"`, `[{tool_added boop sound:play} {tool_removed beep sound:play}]`},
		{`"permission_scope": "sound:play"`, `"permission_scope": "filesystem:read"`, `[{tool_scope_changed beep filesystem:read}]`},
		{`{"type": "object"}`, `{"type": "object", "title": "x"}`, `[{schema_changed beep sound:play}]`},
		{`"required": true`, `"required": false`, `[{required_changed read_file filesystem:read}]`},
		{`5000`, `6000`, `[{timeout_changed read_file filesystem:read}]`},
		{`"Makes a sound"`, `"Makes noise"`, `[{tool_words_changed beep sound:play}]`},
		{`"supports_voice": false`, `"supports_voice": true`, `[{flag_on supports_voice }]`},
		{`"supports_streaming": true, `, ``, `[{flag_off supports_streaming }]`},
	}
	for _, test := range tests {
		now := parse(t, edited(t, test.old, test.new))
		if got := fmt.Sprint(manifest.Diff(old, now)); got != test.want {
			t.Errorf("%s:\n got %s\nwant %s", test.new, got, test.want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	tests := []struct {
		words   manifest.Words
		chinese bool
		want    string
	}{
		{manifest.Words{Key: "agent.scopes.network_http.label", Fallback: "f"}, false, "Network requests"},
		{manifest.Words{Key: "agent.scopes.network_http.label", Fallback: "f"}, true, "网络请求"},
		{manifest.Words{Key: "k", Fallback: "f"}, false, "f"},
		{manifest.Words{Key: "k"}, true, "k"},
		{manifest.Words{Key: "scope.filesystem_read"}, false, "scope.filesystem_read"},
		{manifest.Words{}, false, "id"},
	}
	for _, test := range tests {
		if got := test.words.Text(test.chinese, "id"); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.words, got, test.want)
		}
	}
}

func TestSensitivity(t *testing.T) {
	t.Parallel()
	if manifest.Highest() != manifest.High || manifest.Highest(manifest.Low, 0) != manifest.High || manifest.Highest(manifest.Low, manifest.Medium) != manifest.Medium {
		t.Error("Highest does not give the highest")
	}
	for _, s := range []manifest.Sensitivity{manifest.Low, manifest.Medium, manifest.High} {
		if again, ok := manifest.ParseSensitivity(s.String()); !ok || again != s {
			t.Errorf("%v is read as %v", s, again)
		}
	}
	for scope, floor := range map[string]manifest.Sensitivity{"notification:send": manifest.Low, "filesystem:read": manifest.Medium, "clipboard:read": manifest.Medium, "network:http": manifest.Medium, "location:read": manifest.High, "x:y": manifest.Low} {
		if manifest.Floor(scope) != floor || manifest.Preset(scope) != (scope != "network:http" && scope != "x:y") {
			t.Errorf("%s has the floor %v", scope, manifest.Floor(scope))
		}
	}
}
