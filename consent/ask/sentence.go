package ask

import (
	"cmp"
	"strings"

	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

// HasWords reports whether Assent has words of its own for a scope. What others are is
// said by their authors.
func HasWords(scope string) bool { return manifest.Preset(scope) || scope == "network:http" }

// Action names what a tool of a scope does, as the end of a text's key: after "ask." comes
// what is asked, after "do." what is done.
func Action(scope, tool string) string {
	switch {
	case scope == "filesystem:read" && (tool == "list_directory" || tool == "file_info"):
		return tool
	case HasWords(scope):
		return strings.ReplaceAll(scope, ":", "_")
	}
	if kind := executors.AgentKind(scope); kind != "" && kind != executors.AgentOther {
		return "agent_" + kind
	}
	return "other"
}

// ScopeName says what a scope that HasWords is called.
func ScopeName(scope string) i18n.Text {
	return i18n.Text{Key: "scope." + strings.ReplaceAll(scope, ":", "_")}
}

// Sentence says what is asked. Nothing in it but the agent's name, or its id where it
// has none, is the agent's.
func (q Question) Sentence() i18n.Text {
	agent := cmp.Or(q.Caller.AgentName, q.Caller.AgentID)
	return i18n.Text{Key: "ask." + Action(q.Scope, q.Tool), Args: map[string]any{"Agent": agent}}
}
