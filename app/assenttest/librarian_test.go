package assenttest_test

import (
	"strings"

	"assent/app/assenttest"
)

// The librarian is a small agent, for an example of how one is tested: it knows its user's
// notes.

const manifest = `{
  "schema_version": "1.0", "agent_version": "1.0.0",
  "tools": [{
    "name": "read_file", "description_i18n_key": "librarian.read_file", "description_fallback": "Reads one of your notes",
    "input_schema": {"type": "object", "properties": {"path": {"type": "string"}}, "required": ["path"], "additionalProperties": false},
    "permission_scope": "filesystem:read"
  }, {
    "name": "read_clipboard", "description_i18n_key": "librarian.read_clipboard",
    "input_schema": {"type": "object", "additionalProperties": false}, "permission_scope": "clipboard:read"
  }],
  "permission_scopes": [
    {"id": "filesystem:read", "label_i18n_key": "librarian.files", "sensitivity": "medium"},
    {"id": "clipboard:read", "label_i18n_key": "librarian.clipboard", "sensitivity": "medium"}
  ],
  "capability_flags": {}
}`

type caller interface {
	Call(tool string, arguments any) assenttest.Outcome
}

type object = map[string]any

// read returns what to tell the user about a note.
func read(user caller, path string) string {
	return words(user.Call("read_file", object{"path": path}))
}

func words(o assenttest.Outcome) string {
	var note struct{ Content string }
	if err := o.Into(&note); err == nil {
		return strings.TrimSpace(note.Content)
	}
	switch o.Reason {
	case "user_refused":
		return strings.TrimSpace("You said no. " + o.Message)
	case "user_timeout":
		return "You did not answer in time."
	case "permission_revoked":
		return "You took that permission away."
	case "scope_not_granted":
		return "You have not allowed me to read files."
	case "path_not_found":
		return "There is no such note."
	case "tool_not_supported_in_group":
		return "I read notes only when we are alone."
	case "interrupted", "duplicate_call":
		return "Assent was closed before you could answer."
	}
	return "I cannot: " + o.String()
}
