package visible

import (
	"strings"
	"testing"
)

func TestID(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]bool{
		"":                       false,
		"a":                      true,
		" ~":                     true,
		"agent/1:x":              true,
		strings.Repeat("x", 128): true,
		strings.Repeat("x", 129): false,
		"a\x1f":                  false,
		"a\x7f":                  false,
		"é":                      false,
		"\xff":                   false,
	} {
		if got := ID(id); got != want {
			t.Errorf("ID(%q) = %v", id, got)
		}
	}
}
