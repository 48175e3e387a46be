package i18n

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// messages reads one catalogue as key → all its plural forms, joined.
func messages(t *testing.T, name string) map[string]string {
	t.Helper()
	data, err := files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var raw map[string]any
	if err := json.Unmarshal(data, &raw); err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for key, value := range raw {
		switch value := value.(type) {
		case string:
			texts[key] = value
		case map[string]any:
			texts[key], _ = value["other"].(string)
		}
	}
	return texts
}

func TestCataloguesAgree(t *testing.T) {
	t.Parallel()
	placeholder := regexp.MustCompile(`\{\{\s*\.(\w+)`)
	names := func(text string) []string {
		all := []string{}
		for _, m := range placeholder.FindAllStringSubmatch(text, -1) {
			all = append(all, m[1])
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	english, chinese := messages(t, "en.json"), messages(t, "zh_Hans.json")
	for key, text := range english {
		other, ok := chinese[key]
		switch {
		case text == "":
			t.Errorf("%s: English text is empty", key)
		case !ok || other == "":
			t.Errorf("%s: no Chinese text", key)
		case !slices.Equal(names(text), names(other)):
			t.Errorf("%s: placeholders differ: %q and %q", key, text, other)
		}
	}
	for key := range chinese {
		if _, ok := english[key]; !ok {
			t.Errorf("%s: no English text", key)
		}
	}
}

// TestNoSymbols keeps to the characters that every machine can show: those of the
// toolkit's own font, which has no geometric shapes.
func TestNoSymbols(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"en.json", "zh_Hans.json"} {
		for key, text := range messages(t, name) {
			if i := strings.IndexFunc(text, func(r rune) bool { return unicode.Is(unicode.So, r) }); i >= 0 {
				t.Errorf("%s in %s has a symbol: %s", key, name, text)
			}
		}
	}
}

func TestLanguageIsMatched(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		wanted  string
		chinese bool
	}{
		{"zh_CN.UTF-8", true}, {"zh-Hans", true}, {"zh-CN", true}, {"en_GB.UTF-8", false}, {"fr", false}, {"", false},
	} {
		if got := New(test.wanted).Chinese(); got != test.chinese {
			t.Errorf("New(%q).Chinese() = %v, want %v", test.wanted, got, test.chinese)
		}
	}
	kind := Text{"kind.token_for", map[string]any{"Product": "GitHub"}}
	for language, want := range map[string]string{
		"en": "••••, 14 characters, looks like a token for GitHub", "zh": "••••，14 个字符，看起来像 GitHub 的令牌",
	} {
		if got := New(language).Text("fact.clipboard_masked", map[string]any{"Count": 14, "Kind": kind}); got != want {
			t.Errorf("a text in a text: %q, want %q", got, want)
		}
	}
	if got := New("en").Text("no.such.key", nil); got != "no.such.key" {
		t.Errorf("missing key gives %q", got)
	}
}
