package script

import (
	"testing"

	"assent/consent/ask"
	"assent/executors"

	"github.com/go-json-experiment/json"
)

func TestTargets(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		glob, target string
		want         bool
	}{
		{"/srv/a", "/srv/a", true},
		{"/srv/a", "/srv/ab", false},
		{"/srv/*", "/srv/a", true},
		{"/srv/*", "/srv/a/b", false},
		{"/srv/**", "/srv/a/b", true},
		{"/srv/**/b", "/srv/x/y/b", true},
		{"/srv/*.md", "/srv/a\n.md", true},
		{"/srv/?", "/srv/a", false},
		{"https://x.example/?q=[*]", "https://x.example/?q=[1]", true},
		{"~/notes/**", "/home/alice/notes/a/b", true},
		{"~/notes/**", "/home/alicex/notes/a", false},
		{"~/notes/**", "~/notes/a", false},
		{"~/", "/home/alice/", true},
		{"/~/x", "/~/x", true},
		{"**", "", false},
		{"", "", false},
	} {
		file, err := json.Marshal(map[string]any{"answers": []any{map[string]any{"answer": "deny", "target": test.glob}}})
		if err != nil {
			t.Fatal(err)
		}
		entry := readAnswers(t, string(file)).Answers[0]
		if got := entry.fits(ask.Question{Facts: executors.Facts{Target: test.target}}, "/home/alice"); got != test.want {
			t.Errorf("%q fits %q: %t", test.glob, test.target, got)
		}
		if entry.Target.home && entry.fits(ask.Question{Facts: executors.Facts{Target: test.target}}, "") {
			t.Errorf("%q fits %q below no home", test.glob, test.target)
		}
	}
}
