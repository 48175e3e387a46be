package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestUsageNamesArguments: what is missing or too many is named as in the usage.
func TestUsageNamesArguments(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ line, want string }{
		{"manifest lint", "FILE is missing: assentctl manifest lint FILE…"},
		{"manifest diff a", "NEW is missing: assentctl manifest diff OLD NEW"},
		{"manifest diff a b c", `"c" is one too many: assentctl manifest diff OLD NEW`},
		{"manifest from-mcp --name x", "COMMAND is missing: "},
		{"agent add --agent-id a", "FILE is missing: assentctl agent add FILE"},
		{"agent add a b --agent-id a", `"b" is one too many: `},
		{"mcp wrap", "NAME is missing: "},
		{"clock advance", "DURATION is missing: "},
		{"hook", "CLIENT is missing: "},
		{"doctor now", `unknown command "now"`},
		{"manifest lnt", `unknown command "lnt"`},
	} {
		var out, errs bytes.Buffer
		code := run(t.Context(), strings.Fields(test.line), strings.NewReader(""), &out, &errs)
		if code != exitUsage || !strings.Contains(errs.String(), test.want) {
			t.Errorf("assentctl %s: exit %d, %q, want %q", test.line, code, errs.String(), test.want)
		}
	}
}
