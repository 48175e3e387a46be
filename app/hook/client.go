package hook

import (
	"slices"

	"assent/app/host"
)

// Client is a program that runs hooks.
type Client struct {
	Name  string // on the command line and in agent_id
	Title string // as people call it

	// Asks says that it has an event where it would ask the person itself. The others
	// know only the guard.
	Asks bool

	events  []string // of the guard
	kinds   map[string][]string
	goOn    string                                    // what lets it go on as it would have
	deny    func(e event, message string) any         // its form of a no
	proceed func(e event, allow bool, say string) any // its form of an answer in place of its own question
}

// clients are those that are known. Names of tools are each program's own; what is not
// named is of the kind other.
var clients = []Client{
	{Name: "claude-code", Title: "Claude Code", Asks: true, events: []string{"PreToolUse"}, deny: denyToolUse, proceed: decidePermission, kinds: map[string][]string{
		host.Shell: {"Bash", "PowerShell", "Monitor"},
		host.Write: {"Write", "Edit", "MultiEdit", "NotebookEdit"},
		host.Net:   {"WebFetch", "WebSearch"},
		host.Read:  {"Read", "Glob", "Grep", "LS", "NotebookRead"},
	}},
	{Name: "codex", Title: "Codex", Asks: true, events: []string{"PreToolUse"}, deny: denyToolUse, proceed: decidePermission, kinds: map[string][]string{
		host.Shell: {"Bash", "shell", "exec_command", "local_shell", "unified_exec"},
		host.Write: {"apply_patch", "Edit", "Write"},
		host.Net:   {"web_search", "WebSearch"},
		host.Read:  {"read_file", "list_dir", "grep_files", "view_image"},
	}},
	{Name: "gemini", Title: "Gemini CLI", events: []string{"BeforeTool"}, goOn: "{}\n", deny: denyGemini, kinds: map[string][]string{
		host.Shell: {"run_shell_command"},
		host.Write: {"write_file", "replace", "edit"},
		host.Net:   {"web_fetch", "google_web_search"},
		host.Read:  {"read_file", "read_many_files", "list_directory", "glob", "search_file_content", "grep_search"},
	}},
	{Name: "cursor", Title: "Cursor", events: []string{"beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "preToolUse"}, goOn: "{}\n", deny: denyCursor, kinds: map[string][]string{
		host.Shell: {"Shell"},
		host.Write: {"Write", "StrReplace", "Edit", "MultiEdit", "Delete", "EditNotebook", "ApplyPatch"},
		host.Net:   {"WebFetch", "WebSearch"},
		host.Read:  {"Read", "Grep", "Glob", "LS"},
	}},
	{Name: "vscode", Title: "VS Code", events: []string{"PreToolUse"}, deny: denyToolUse, kinds: map[string][]string{
		host.Shell: {"run_in_terminal", "runInTerminal", "runTerminalCommand", "create_and_run_task"},
		host.Write: {"create_file", "createFile", "insert_edit_into_file", "replace_string_in_file", "multi_replace_string_in_file", "apply_patch", "editFiles", "edit_notebook_file", "create_directory"},
		host.Net:   {"fetch_webpage", "fetch", "open_simple_browser"},
		host.Read:  {"read_file", "readFile", "list_dir", "file_search", "grep_search", "semantic_search", "get_changed_files", "get_errors", "list_code_usages"},
	}},
}

// Find returns the client of a name.
func Find(name string) (Client, bool) {
	at := slices.IndexFunc(clients, func(c Client) bool { return c.Name == name })
	if at < 0 {
		return Client{}, false
	}
	return clients[at], true
}

// kind returns the kind of one of the client's tools.
func (c Client) kind(tool string) string {
	for kind, tools := range c.kinds {
		if slices.Contains(tools, tool) {
			return kind
		}
	}
	return host.Other
}
