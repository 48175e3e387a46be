package clipboard

import (
	"fmt"
	"strings"
	"testing"

	"assent/executors"
)

func TestMarked(t *testing.T) {
	t.Parallel()
	for format, want := range map[string]bool{
		"x-kde-passwordManagerHint": true, "org.nspasteboard.ConcealedType": true, "clipboard viewer ignore": true, "text/html": false, "": false,
	} {
		if got := marked([]string{"text/plain", format}); got != want {
			t.Errorf("%q: marked %v", format, got)
		}
	}
}

// TestDescribe says what the person sees of each content, and that a secret is asked
// about at high with nothing of it shown.
func TestDescribe(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("字", 81)
	for _, test := range []struct {
		name, text string
		marked     bool
		detail     string
		line       any
		care       string // the keys
		noWindow   bool
	}{
		{"nothing", "", false, "", nil, "", true},
		{"blank", " \n\t", false, "", nil, "", false},
		{"a line", "Meet me at 8\n", false, "fact.clipboard_line", "Meet me at 8", "", false},
		{"lines", "\n  first \r\nsecond", false, "fact.clipboard_lines", "first", "", false},
		{"a long line", long, false, "fact.clipboard_line", strings.Repeat("字", 40) + "…" + strings.Repeat("字", 39), "", false},
		{"a long line, four bytes a character", strings.Repeat("𠀀", 81), false, "fact.clipboard_line", strings.Repeat("𠀀", 40) + "…" + strings.Repeat("𠀀", 39), "", false},
		{"80 characters", long[:80*3], false, "fact.clipboard_line", strings.Repeat("字", 80), "", false},
		{"a password", "correct-Horse7", false, "fact.clipboard_masked", nil, "care.secret", false},
		{"a token in a text", "use ghp_0123456789abcdefghijABCDEFGHIJ012345 now", false, "fact.clipboard_masked", nil, "care.secret", false},
		{"marked", "correct horse", true, "fact.clipboard_hidden", nil, "care.clipboard_marked", false},
		{"a marked password", "correct-Horse7", true, "fact.clipboard_masked", nil, "care.clipboard_marked care.secret", false},
	} {
		var facts executors.Facts
		content{header: header{Kind: text, Marked: test.marked}, data: []byte(test.text)}.describe(&facts)
		var care []string
		for _, c := range facts.Care {
			care = append(care, c.Key)
		}
		detail, line := "", any(nil)
		if len(facts.Details) == 1 {
			detail, line = facts.Details[0].Key, facts.Details[0].Args["Line"]
		}
		if detail != test.detail || line != test.line || strings.Join(care, " ") != test.care || facts.NoWindow != test.noWindow {
			t.Errorf("%s: %+v", test.name, facts)
		}
		if told := fmt.Sprintf("%+v", facts); test.care != "" && (strings.Contains(told, "orse") || strings.Contains(told, "ghp_")) {
			t.Errorf("%s: the secret is in %s", test.name, told)
		}
	}
	var facts executors.Facts
	content{header: header{Kind: picture, Marked: true}, data: picturePNG(t, 8)}.describe(&facts)
	if facts.Details[0].Key != "fact.picture" || facts.Details[0].Args["Width"] != 8 || len(facts.Care) != 1 {
		t.Errorf("a marked picture: %+v", facts)
	}
}
