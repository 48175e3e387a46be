package misspelt

import (
	"strings"
	"testing"
)

var known = []string{"answers", "review", "unanswered", "after_ms", "tool"}

func TestMeant(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"tol": "tool", "tools": "tool", "otol": "tool", "afterMs": "after_ms", "After-MS": "after_ms", "anwsers": "answers",
		"reviews": "review", "unanswerd": "unanswered", "": "", "x": "", "agent": "", strings.Repeat("tool", 20): "",
	} {
		if got := Meant(word, known); got != want {
			t.Errorf("%q is taken for %q, want %q", word, got, want)
		}
	}
}

func TestUnknownListsWhatIsKnown(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{
		"tol": "is not known here; did you mean tool? There are answers, review, unanswered, after_ms, tool",
		"fly": "is not known here; there are answers, review, unanswered, after_ms, tool",
	} {
		if got := Unknown(word, known); got != want {
			t.Errorf("of %q: %q, want %q", word, got, want)
		}
	}
}
