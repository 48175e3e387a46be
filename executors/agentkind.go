package executors

import "strings"

// The kinds of a coding agent's own tools, the last part of their scopes (contract §14).
const (
	AgentShell = "shell"
	AgentWrite = "write"
	AgentNet   = "net"
	AgentRead  = "read"
	AgentOther = "other"
)

// AgentKind returns what a scope "agent:CLIENT:KIND" is for, empty for any other scope.
func AgentKind(scope string) string {
	parts := strings.Split(scope, ":")
	if len(parts) != 3 || parts[0] != "agent" || parts[1] == "" {
		return ""
	}
	switch parts[2] {
	case AgentShell, AgentWrite, AgentNet, AgentRead, AgentOther:
		return parts[2]
	}
	return ""
}
