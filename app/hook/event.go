package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// event is what a client told its hook.
type event struct {
	name    string // of the event
	session string
	cwd     string
	tool    string // its own name of it
	input   json.RawMessage
	server  string // the MCP server of the tool, empty where it has none or that is not said

	behind  bool   // the tool is of a server that runs behind Assent, as its command says
	starter string // another client that ran this client's hook, empty when it was the client itself
}

// rawEvent is an event with every name that clients have for the same things.
type rawEvent struct {
	Event      string          `json:"hook_event_name"`
	EventCamel string          `json:"hookEventName"`
	Session    string          `json:"session_id"`
	SessionID  string          `json:"sessionId"`
	Cwd        string          `json:"cwd"`
	Tool       string          `json:"tool_name"`
	Input      json.RawMessage `json:"tool_input"`

	MCPServer  json.RawMessage `json:"mcp_server"` // Claude Code
	MCPContext struct {        // Gemini
		ServerName string `json:"server_name"`
	} `json:"mcp_context"`

	// Cursor
	Version        string   `json:"cursor_version"`
	ConversationID string   `json:"conversation_id"`
	Roots          []string `json:"workspace_roots"`
	Command        string   `json:"command"`
	URL            string   `json:"url"`
	File           string   `json:"file_path"`
}

// read reads the event that a client handed over. The error says what is missing, never
// what is there.
func (c Client) read(data []byte) (e event, err error) {
	var raw rawEvent
	if err := json.Unmarshal(data, &raw); err != nil {
		return event{}, errors.New("what came on standard input is not the JSON of a hook")
	}
	e = event{
		name: first(raw.Event, raw.EventCamel), session: first(raw.Session, raw.SessionID, raw.ConversationID), cwd: raw.Cwd,
		tool: raw.Tool, input: raw.Input, server: serverOf(raw),
	}
	if e.cwd == "" && len(raw.Roots) > 0 {
		e.cwd = raw.Roots[0]
	}
	switch {
	case raw.Version != "" && c.Name != "cursor":
		e.starter = "cursor"
	case raw.Session == "" && raw.SessionID != "" && c.Name != "vscode":
		e.starter = "vscode"
	}
	if c.Name == "cursor" {
		e.cursor(raw)
	}
	switch {
	case !c.handles(e.name):
		return event{}, errors.New("the event is none that is asked about")
	case e.tool == "":
		return event{}, fmt.Errorf("the event %s names no tool", e.name)
	}
	if len(e.input) == 0 {
		e.input = json.RawMessage("{}")
	}
	return e, nil
}

// handles reports whether the event is one that this hook answers.
func (c Client) handles(event string) bool {
	return event == permissionRequest || slices.Contains(c.events, event)
}

// cursor reads what Cursor has in events of their own.
func (e *event) cursor(raw rawEvent) {
	switch e.name {
	case "beforeShellExecution":
		e.tool, e.input = "Shell", object("command", raw.Command)
	case "beforeReadFile": // its content is nobody's business
		e.tool, e.input = "Read", object("file_path", raw.File)
	case "beforeMCPExecution":
		e.behind = behindAssent(raw.Command)
		var inner string
		if json.Unmarshal(raw.Input, &inner) == nil && json.Valid([]byte(inner)) {
			e.input = json.RawMessage(inner)
		}
		if e.tool != "" && e.tool != "MCP" {
			e.tool = "MCP:" + e.tool
		}
	}
}

// behindAssent reports whether a server's command is assentctl's: it asks by itself.
func behindAssent(command string) bool {
	words := strings.Fields(command)
	return len(words) > 2 && filepath.Base(strings.Trim(words[0], `"'`)) == "assentctl" && words[1] == "mcp" && (words[2] == "serve" || words[2] == "wrap")
}

// serverOf returns the MCP server that a tool is of.
func serverOf(raw rawEvent) string {
	var name string
	if json.Unmarshal(raw.MCPServer, &name) == nil && name != "" {
		return name
	}
	var named struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(raw.MCPServer, &named) == nil && named.Name != "" {
		return named.Name
	}
	if raw.MCPContext.ServerName != "" {
		return raw.MCPContext.ServerName
	}
	if rest, ok := strings.CutPrefix(raw.Tool, "mcp__"); ok {
		if server, _, ok := strings.Cut(rest, "__"); ok {
			return server
		}
	}
	return ""
}

func object(name, value string) json.RawMessage {
	raw, _ := json.Marshal(map[string]string{name: value})
	return raw
}

func first(all ...string) string {
	for _, s := range all {
		if s != "" {
			return s
		}
	}
	return ""
}
