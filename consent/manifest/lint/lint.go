// Package lint says what of a valid manifest will not work as its author means it: calls
// that no executor takes, schemas that let nothing through, names that are almost known
// ones, texts that nobody sees. It is for authors; no call is ever judged by it.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package lint

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"assent/consent/manifest"
	"assent/consent/visible"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxFindings bounds what is told of one manifest.
const maxFindings = 200

// Findings returns what an author should know beside m.Warnings, in the order of the
// document where there is one.
func Findings(m *manifest.Manifest) []manifest.Issue {
	var document map[string]any
	if err := json.Unmarshal(m.Canonical, &document); err != nil {
		return nil // it was valid when it was read
	}
	l := &linter{}
	l.names("", document, manifestMembers)
	l.hidden("", document)
	l.scopes(m, document)
	tools, _ := document["tools"].([]any)
	for i, tool := range m.Tools {
		declared, _ := tools[i].(map[string]any)
		at := jsontext.Pointer("/tools/" + strconv.Itoa(i))
		l.names(at, declared, toolMembers)
		root, _ := declared["input_schema"].(map[string]any)
		s := &schemas{linter: l, root: root, at: at + "/input_schema"}
		s.look(s.at, root, nil)
		s.fits(tool.Scope)
	}
	return l.findings
}

// linter gathers what is found.
type linter struct{ findings []manifest.Issue }

func (l *linter) say(at jsontext.Pointer, format string, args ...any) {
	if len(l.findings) < maxFindings {
		l.findings = append(l.findings, manifest.Issue{Path: string(at), Message: fmt.Sprintf(format, args...)})
	}
}

// scopes looks at the declarations of the scopes.
func (l *linter) scopes(m *manifest.Manifest, document map[string]any) {
	declared, _ := document["permission_scopes"].([]any)
	for i, scope := range m.Scopes {
		at := jsontext.Pointer("/permission_scopes/" + strconv.Itoa(i))
		if members, ok := declared[i].(map[string]any); ok {
			l.names(at, members, scopeMembers)
		}
		if !slices.ContainsFunc(m.Tools, func(t *manifest.Tool) bool { return t.Scope == scope.ID }) {
			l.say(at, "No tool needs this scope: leave it out, or people are asked for it for nothing.")
		}
	}
}

// hidden looks for characters that nobody sees, in names and values.
func (l *linter) hidden(at jsontext.Pointer, value any) {
	switch value := value.(type) {
	case string:
		if shown := visible.EscapeLines(value); shown != value {
			l.say(at, "This holds characters that nobody sees or that change what is seen; people are shown: %s", shortened(shown))
		}
	case []any:
		for i, item := range value {
			l.hidden(at.AppendToken(strconv.Itoa(i)), item)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if shown := visible.EscapeLines(name); shown != name {
				l.say(at.AppendToken(name), "The name of this member holds characters that nobody sees or that change what is seen: %s", shortened(shown))
			}
			l.hidden(at.AppendToken(name), value[name])
		}
	}
}

func shortened(text string) string {
	text, left := visible.Short(text, 80)
	if left > 0 {
		return text + " …"
	}
	return text
}

// list names things for people.
func list(names []string) string {
	if len(names) > 5 {
		names = append(slices.Clone(names[:5]), "…")
	}
	return strings.Join(names, ", ")
}
