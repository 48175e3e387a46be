package clients

import (
	"encoding/json"
	"strings"
	"time"
)

// hookFile is where a client keeps its hooks, and how an entry looks there.
type hookFile struct {
	path    string   // below the home folder
	ask     []string // events of the default way, none where the client knows only the guard
	guard   []string // events of the guard
	timeout int      // how long the client waits, in its own unit
	flat    bool     // an event holds commands, not groups of them
	version int      // the file says its version; 0: it does not

	members  []assignment // of every entry
	failing  []assignment // of a guard's entries: what the client does where the hook fails
	matchers map[string]string

	runsOn string   // what the client does after a timeout, or a hook that crashed
	wants  []string // what the person still has to do there, a sentence each
}

// HookTimeout is how long a client is told to wait for Assent's hook, and HookPatience how
// long the hook waits for the person (contract §14).
const (
	HookTimeout  = 600 * time.Second
	HookPatience = HookTimeout - 5*time.Second

	seconds = int(HookTimeout / time.Second)
)

// hookFiles holds the clients that run hooks.
var hookFiles = map[string]hookFile{
	"claude-code": {
		path: "~/.claude/settings.json", ask: []string{"PermissionRequest"}, guard: []string{"PreToolUse"}, timeout: seconds,
		failing: []assignment{{"onFailure", "block"}},
		runsOn:  "Claude Code before 2.1.295 uses the tool when the guard crashes or takes too long.",
		wants:   []string{"Without --guard, claude -p does not ask hooks: there its own permission settings decide alone."},
	},
	"codex": {
		path: "~/.codex/hooks.json", ask: []string{"PermissionRequest"}, guard: []string{"PreToolUse"}, timeout: seconds,
		runsOn: "Codex uses the tool when the guard crashes or takes too long.",
		wants:  []string{"Start Codex, type /hooks and trust this hook: until then, and after each change of it, Codex does not run it."},
	},
	"gemini": {
		path: "~/.gemini/settings.json", guard: []string{"BeforeTool"}, timeout: seconds * 1000, members: []assignment{{"name", EntryName}},
		runsOn: "Gemini CLI uses the tool when the guard crashes or takes too long.",
		wants:  []string{restart},
	},
	"cursor": {
		path: "~/.cursor/hooks.json", guard: []string{"beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "preToolUse"}, timeout: seconds, flat: true, version: 1,
		failing: []assignment{{"failClosed", true}}, matchers: map[string]string{"preToolUse": "Write|StrReplace|Edit|MultiEdit|Delete|EditNotebook|ApplyPatch"},
		runsOn: "Cursor before it knew failClosed uses the tool when the guard crashes or takes too long.",
	},
	"vscode": {
		path: "~/.copilot/hooks/assent.json", guard: []string{"PreToolUse"}, timeout: seconds, flat: true, version: 1,
		runsOn: "VS Code uses the tool when the guard crashes or takes too long.",
		wants:  []string{"Hooks are a preview in VS Code: they run where the setting chat.useHooks is on."},
	},
}

// entry is Assent's own in the list of an event.
func (f hookFile) entry(command, event string, guard bool) ordered {
	var matcher ordered
	if pattern := f.matchers[event]; pattern != "" {
		matcher = ordered{{"matcher", pattern}}
	}
	entry := ordered{{"type", "command"}}
	entry = append(entry, f.members...)
	entry = append(entry, assignment{"command", command}, assignment{"timeout", f.timeout})
	if guard {
		entry = append(entry, f.failing...)
	}
	if f.flat {
		return append(matcher, entry...)
	}
	return append(matcher, assignment{"hooks", []ordered{entry}})
}

// oursHook reports whether an item of an event's list is one that Assent wrote.
func (c Client) oursHook(item []byte) bool {
	_, ok := c.hookProgram(item)
	return ok
}

// hookProgram returns what an item of an event's list starts, where it is one that Assent
// wrote, wherever assentctl lay then: an entry, or a group of nothing but such.
func (c Client) hookProgram(item []byte) (program string, ok bool) {
	var entry struct {
		Command string            `json:"command"`
		Hooks   []json.RawMessage `json:"hooks"`
	}
	if json.Unmarshal(item, &entry) != nil {
		return "", false
	}
	for _, inner := range entry.Hooks {
		if program, ok = c.hookProgram(inner); !ok {
			return "", false
		}
	}
	if len(entry.Hooks) > 0 {
		return program, true
	}
	word, rest, ok := strings.Cut(entry.Command, " --socket ")
	rest = strings.TrimSuffix(rest, guardFlag(true))
	return unquotedWord(word), ok && strings.HasSuffix(rest, " hook "+c.Name)
}

// hookCommand is the line that a client's shell runs.
func (c Client) hookCommand(p Place, guard bool) string {
	return quotedWord(p.Ctl) + " --socket " + quotedWord(p.Socket) + " hook " + c.Name + guardFlag(guard)
}

func guardFlag(guard bool) string {
	if guard {
		return " --guard"
	}
	return ""
}

// quotedWord writes a word as a shell reads it.
func quotedWord(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./", r)
	}
	if word != "" && !strings.ContainsFunc(word, func(r rune) bool { return !plain(r) }) {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// unquotedWord reads what quotedWord wrote.
func unquotedWord(word string) string {
	if inner, ok := strings.CutPrefix(word, "'"); ok {
		return strings.ReplaceAll(strings.TrimSuffix(inner, "'"), `'\''`, "'")
	}
	return word
}
