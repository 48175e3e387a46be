package hook

// permissionRequest is the event where a client would ask the person itself.
const permissionRequest = "PermissionRequest"

// specific is the part of an answer that belongs to an event, in Claude Code's form,
// which Codex and VS Code have too.
type specific struct {
	Output any `json:"hookSpecificOutput"`
}

type permissionOutput struct {
	Event    string             `json:"hookEventName"`
	Decision permissionDecision `json:"decision"`
}

type permissionDecision struct {
	Behavior string `json:"behavior"`
	Message  string `json:"message,omitempty"`
}

func decidePermission(_ event, allow bool, message string) any {
	decision := permissionDecision{"deny", message}
	if allow {
		decision = permissionDecision{Behavior: "allow"}
	}
	return specific{permissionOutput{permissionRequest, decision}}
}

type toolUseOutput struct {
	Event    string `json:"hookEventName"`
	Decision string `json:"permissionDecision"`
	Reason   string `json:"permissionDecisionReason"`
}

func denyToolUse(e event, message string) any {
	return specific{toolUseOutput{e.name, "deny", message}}
}

func denyGemini(_ event, message string) any {
	return struct {
		Decision string `json:"decision"`
		Reason   string `json:"reason"`
	}{"deny", message}
}

func denyCursor(_ event, message string) any {
	return struct {
		Permission   string `json:"permission"`
		UserMessage  string `json:"user_message"`
		AgentMessage string `json:"agent_message"`
	}{"deny", message, message}
}
