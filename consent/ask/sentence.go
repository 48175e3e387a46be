package ask

import (
	"cmp"
	"maps"
	"regexp"
	"strings"

	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

// HasWords reports whether Assent has words of its own for a scope. What others are is
// said by their authors.
func HasWords(scope string) bool {
	return manifest.Preset(scope) || scope == "network:http" || scope == "project:cli"
}

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

// Sentence says what is asked. Nothing in it is the agent's but its name, or its id where
// it has none, and where Assent does not run the call the names of who does and of the
// tool, which are letters, digits, hyphens and underscores (contract §12).
func (q Question) Sentence() i18n.Text {
	args := map[string]any{"Agent": cmp.Or(q.Caller.AgentName, q.Caller.AgentID)}
	if said := q.Facts.Sentence; said.Key != "" {
		maps.Copy(args, said.Args)
		return i18n.Text{Key: said.Key, Args: args}
	}
	if action := Action(q.Scope, q.Tool); !q.Facts.HandedOver || action != "other" {
		return i18n.Text{Key: "ask." + action, Args: args}
	}
	args["Tool"] = q.Tool
	if name := serverScope.FindStringSubmatch(q.Scope); name != nil {
		args["Server"] = name[1]
		return i18n.Text{Key: "ask.server", Args: args}
	}
	return i18n.Text{Key: "ask.program", Args: args}
}

// serverScope is the scope of an MCP server's tools, with the server's name (contract §13).
var serverScope = regexp.MustCompile(`^mcp:([a-z0-9][a-z0-9_-]{0,31}):[a-z]+$`)
