package manifest

import (
	"fmt"
	"slices"
)

// largeSize is the canonical size from which a manifest is called large.
const largeSize = 64 << 10

// warnings lists what an author should know about a valid manifest; open are the
// tools whose root schema lets undeclared arguments in.
func (m *Manifest) warnings(open []int) (warnings []Issue) {
	warn := func(path, message string) { warnings = append(warnings, Issue{path, message}) }
	if len(m.Canonical) >= largeSize {
		warn("", "The manifest is 64 KiB or more: fewer tools are easier to review.")
	}
	for i, scope := range m.Scopes {
		at := fmt.Sprintf("/permission_scopes/%d", i)
		if !Preset(scope.ID) && scope.Label.Fallback == "" {
			warn(at, "Add label_fallback: a client that does not know the key shows it as it is.")
		}
		if Preset(scope.ID) && scope.Sensitivity < Floor(scope.ID) {
			warn(at+"/sensitivity", fmt.Sprintf("Clients treat this scope as %s or higher: declare that.", Floor(scope.ID)))
		}
	}
	for _, i := range open {
		warn(fmt.Sprintf("/tools/%d/input_schema", i), `Add "additionalProperties": false: arguments that are not declared get through.`)
	}
	return warnings
}

// Warn returns m.Warnings and one more for each tool whose scope this client does
// not serve (contract §6).
func (m *Manifest) Warn(serves func(scope string) bool) []Issue {
	warnings := slices.Clone(m.Warnings)
	for i, tool := range m.Tools {
		if !serves(tool.Scope) {
			warnings = append(warnings, Issue{fmt.Sprintf("/tools/%d", i), "This client cannot do what this tool needs: calls of it are answered TOOL_UNAVAILABLE, unless who sends them runs them."})
		}
	}
	return warnings
}
