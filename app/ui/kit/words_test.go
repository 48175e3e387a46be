package kit

import (
	"testing"

	"assent/i18n"
)

// A text in a text is said in the same language, and what is untrusted in it made
// visible too.
func TestTextsAreEscapedAtEveryLevel(t *testing.T) {
	t.Parallel()
	kind := i18n.Text{Key: "kind.token_for", Args: map[string]any{"Product": "Git\u202eHub"}}
	got := NewWords("en").Text(i18n.Text{Key: "care.secret", Args: map[string]any{"Kind": kind}})
	if want := "It holds what looks like a token for Git‹U+202E›Hub. Who has it can act as you"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
