package manifest_test

import (
	"testing"

	"assent/consent/manifest"
)

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
