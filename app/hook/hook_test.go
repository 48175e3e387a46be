package hook

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assent/app/assenttest"
	"assent/audit"
	"assent/consent/ask"
)

var update = flag.Bool("update", false, "write what is answered into the goldens")

// run runs a client's hook once.
func run(t *testing.T, h Hook, input string) (out, errs string, code int) {
	t.Helper()
	if h.Behind == nil {
		h.Behind = func(server string) bool { return server == "behind" }
	}
	if h.Installed == nil {
		h.Installed = func(string) bool { return false }
	}
	if h.Patience == 0 {
		h.Patience = 30 * time.Second
	}
	var o, e bytes.Buffer
	code = h.Run(t.Context(), strings.NewReader(input), &o, &e)
	return o.String(), e.String(), code
}

func find(t testing.TB, name string) Client {
	t.Helper()
	c, ok := Find(name)
	if !ok {
		t.Fatalf("no client %s", name)
	}
	return c
}

// inputs are what each client hands over before it uses a tool, as it does.
func inputs(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{}
	files, err := filepath.Glob("testdata/*.in.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d inputs, %v", len(files), err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all[strings.TrimSuffix(filepath.Base(file), ".in.json")] = string(data)
	}
	return all
}

// Each client's exact words, in and out: what the person is asked, and what the client is
// answered to every decision.
func TestClients(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	reviewed := map[string]bool{}
	for name, input := range inputs(t) {
		clientName, rest, _ := strings.Cut(name, ".")
		h := Hook{Client: find(t, clientName), Guard: !strings.HasPrefix(rest, "PermissionRequest"), Socket: d.Socket}
		var golden strings.Builder
		for _, answer := range []ask.Answer{{Choice: ask.AllowOnce}, {Choice: ask.Deny, Message: "use the other branch"}} {
			done := make(chan string)
			go func() {
				out, errs, code := run(t, h, input)
				done <- fmt.Sprintf("exit %d\nstdout %sstderr %s\n", code, line0(out), errs)
			}()
			if !reviewed[clientName] {
				(<-d.Person.Reviews)("agent:"+clientName+":shell", "agent:"+clientName+":write", "agent:"+clientName+":net", "agent:"+clientName+":read", "agent:"+clientName+":other")
				reviewed[clientName] = true
			}
			select {
			case q := <-d.Person.Asked:
				fmt.Fprintf(&golden, "asked %s %s in %s by %s (%s): %s\n", q.Tool, q.Sensitivity, q.Caller.ConversationID, q.Caller.AgentID, q.Caller.AgentName, q.Facts.Target)
				fmt.Fprintf(&golden, "arguments %s\n", q.Arguments)
				d.Person.Answers <- answer
				fmt.Fprintf(&golden, "%s\n", <-done)
			case said := <-done:
				fmt.Fprintf(&golden, "not asked\n%s\n", said)
			}
		}
		compare(t, "testdata/"+name+".golden", golden.String())
	}
}

// line0 ends a text with a line's end.
func line0(s string) string {
	if strings.HasSuffix(s, "\n") {
		return s
	}
	return s + "\n"
}

func compare(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != got {
		t.Errorf("%s: %v\n%s\nis not\n%s", file, err, got, want)
	}
}

const bash = `{"session_id":"s-1","cwd":"/w","hook_event_name":"%s","tool_name":"Bash","tool_input":{"command":"ls"}%s}`

// What is not for this hook is answered as if there were none; nobody is asked.
func TestSilent(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	for name, test := range map[string]struct {
		client, input string
		guard         bool
		installed     string
		out           string
	}{
		"gemini without guard":      {client: "gemini", input: `{"hook_event_name":"BeforeTool","tool_name":"x","session_id":"s"}`},
		"cursor without guard":      {client: "cursor", input: `{"hook_event_name":"beforeShellExecution","command":"x","conversation_id":"s"}`},
		"vscode without guard":      {client: "vscode", input: `{"hookEventName":"PreToolUse","tool_name":"x","sessionId":"s"}`},
		"the guard's event":         {client: "claude-code", input: fmt.Sprintf(bash, "PreToolUse", "")},
		"the other event, guarding": {client: "claude-code", guard: true, input: fmt.Sprintf(bash, "PermissionRequest", "")},
		"a server behind":           {client: "claude-code", input: `{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"mcp__behind__x","tool_input":{}}`},
		"a server behind, named":    {client: "claude-code", input: `{"session_id":"s","hook_event_name":"PermissionRequest","tool_name":"x","mcp_server":{"name":"behind"},"tool_input":{}}`},
		"Gemini's server behind":    {client: "gemini", guard: true, out: "{}\n", input: `{"session_id":"s","hook_event_name":"BeforeTool","tool_name":"x","mcp_context":{"server_name":"behind"},"tool_input":{}}`},
		"Cursor's server behind":    {client: "cursor", guard: true, out: "{}\n", input: `{"conversation_id":"s","cursor_version":"2","hook_event_name":"beforeMCPExecution","tool_name":"x","command":"/opt/assentctl mcp wrap x -- y","tool_input":"{}"}`},
		"run by Cursor":             {client: "claude-code", guard: true, installed: "cursor", input: fmt.Sprintf(bash, "PreToolUse", `,"cursor_version":"2.1"`)},
		"run by VS Code":            {client: "claude-code", guard: true, installed: "vscode", input: `{"sessionId":"s","hookEventName":"PreToolUse","tool_name":"run_in_terminal","tool_input":{}}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := Hook{Client: find(t, test.client), Guard: test.guard, Socket: d.Socket, Installed: func(client string) bool { return client == test.installed }}
			if out, errs, code := run(t, h, test.input); out != test.out || errs != "" || code != 0 {
				t.Errorf("got %q, %q, %d", out, errs, code)
			}
		})
	}
}

// A client's hook that another one runs, too, asks where that one has none of its own.
func TestStartedByAnother(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	for _, input := range []string{
		fmt.Sprintf(bash, "PreToolUse", `,"cursor_version":"2.1"`),
		`{"sessionId":"s","hookEventName":"PreToolUse","tool_name":"run_in_terminal","tool_input":{"command":"ls"}}`,
	} {
		h := Hook{Client: find(t, "claude-code"), Guard: true, Socket: d.Socket}
		if out, errs, code := run(t, h, input); out != "" || errs != "" || code != 0 {
			t.Errorf("got %q, %q, %d", out, errs, code)
		}
	}
	rows, err := d.Engine.Calls(t.Context(), audit.Filter{})
	if err != nil || len(rows) != 2 {
		t.Errorf("%d calls, %v", len(rows), err)
	}
}
