//go:build linux

package main

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assent/app/assenttest"
	"assent/app/host"
	"assent/app/wire"
	"assent/audit"
	"assent/consent/ask"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// visitor is an agent that asks through a door: use asks to read a path, and returns what
// the agent was told.
type visitor struct {
	id   string
	door ask.Door
	use  func(t *testing.T, path string) string
}

// visitors are one agent for each door to a desk.
func visitors(t *testing.T, d *assenttest.Desk) []visitor {
	ctl := func(args ...string) *exec.Cmd {
		return exec.CommandContext(assenttest.Patient(t), "assentctl", slices.Concat([]string{"--socket", d.Socket}, args)...)
	}
	output := func(t *testing.T, cmd *exec.Cmd) string {
		out, err := cmd.Output()
		if err != nil {
			t.Errorf("%v: %v", cmd.Args, err)
		}
		return string(out)
	}
	client, err := host.Connect(assenttest.Patient(t), d.Socket, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(),
		&sdk.CommandTransport{Command: ctl("mcp", "serve", "--client", "cursor")}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return []visitor{
		{"agent-1", ask.DoorSocket, func(t *testing.T, path string) string {
			if _, err := client.Declare(assenttest.Patient(t), "agent-1", "", []byte(doorManifest)); err != nil {
				t.Error(err)
			}
			reply, err := client.Call(assenttest.Patient(t), wire.Request{
				CallKey: wire.CallKey{AgentID: "agent-1", ConversationID: "c"}, Tool: "list_directory", Arguments: fmt.Appendf(nil, `{"path":%q}`, path),
			})
			if err != nil {
				t.Error(err)
			}
			return reply.Status + " " + reply.Reason
		}},
		{"mcp.cursor", ask.DoorMCP, func(t *testing.T, path string) string {
			r, err := session.CallTool(assenttest.Patient(t), &sdk.CallToolParams{Name: "list_directory", Arguments: map[string]any{"path": path}})
			if err != nil {
				t.Error(err)
				return ""
			}
			return r.Content[0].(*sdk.TextContent).Text
		}},
		{"hook.claude-code", ask.DoorHook, func(t *testing.T, path string) string {
			cmd := ctl("hook", "claude-code")
			cmd.Stdin = strings.NewReader(fmt.Sprintf(`{"session_id":"c","cwd":"/","hook_event_name":"PermissionRequest","tool_name":"Read","tool_input":{"file_path":%q}}`, path))
			return output(t, cmd)
		}},
		{"acp.tester", ask.DoorACP, func(t *testing.T, path string) string {
			request := fmt.Sprintf(`{"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"c","toolCall":{"toolCallId":"1","kind":"read",`+
				`"title":"Read","rawInput":{"path":%q}},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}`, path)
			told := filepath.Join(t.TempDir(), "told")
			cmd := ctl("acp", "--client", "tester", "--", "sh", "-c", `echo "$0"; read -r line; echo "$line" >"$1"`, request, told)
			in, err := cmd.StdinPipe() // an editor that stays
			if err != nil {
				t.Error(err)
			}
			defer in.Close()
			output(t, cmd)
			return output(t, exec.Command("cat", told))
		}},
	}
}

const doorManifest = `{"schema_version":"1.0","agent_version":"1.0.0",` +
	`"tools":[{"name":"list_directory","description_i18n_key":"k","input_schema":{"type":"object"},"permission_scope":"filesystem:read"}],` +
	`"permission_scopes":[{"id":"filesystem:read","label_i18n_key":"k","sensitivity":"medium"}]}`

// TestDoorsStayApart has an agent at each door ask at once for the same thing: their
// questions, windows, permissions and rows are their own, and each is known by its door.
func TestDoorsStayApart(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	all := visitors(t, d)
	round := func(path string, answers map[string]ask.Answer) map[string]string {
		t.Helper()
		told := make(chan [2]string, len(all))
		for _, v := range all {
			go func() { told <- [2]string{v.id, v.use(t, path)} }()
		}
		asked := map[string]bool{}
		got := map[string]string{}
		for len(got) < len(all) {
			select {
			case grant := <-d.Person.Reviews:
				grant("filesystem:read", "agent:claude-code:read", "agent:tester:read")
			case q := <-d.Person.Asked:
				answer, ok := answers[q.Caller.AgentID]
				if !ok || asked[q.Caller.AgentID] {
					t.Errorf("%s is asked about", q.Caller.AgentID)
				}
				asked[q.Caller.AgentID] = true
				if len(asked) == 1 && len(answers) == len(all) {
					awaitWaiting(t, d, all)
				}
				d.Person.Answers <- answer
			case one := <-told:
				got[one[0]] = one[1]
			}
		}
		if len(asked) != len(answers) {
			t.Errorf("asked about %v", slices.Sorted(maps.Keys(asked)))
		}
		return got
	}
	says := func(got map[string]string, want map[string]string) {
		t.Helper()
		for id, text := range want {
			if !strings.Contains(got[id], text) {
				t.Errorf("%s was told %q, not %q", id, got[id], text)
			}
		}
	}
	says(round(d.Home, map[string]ask.Answer{
		"agent-1": {Choice: ask.Allow, Breadth: ask.WholeScope}, "mcp.cursor": {Choice: ask.Deny, Message: "not this one"},
		"hook.claude-code": {Choice: ask.Allow, Breadth: ask.WholeScope}, "acp.tester": {Choice: ask.AlwaysDeny},
	}), map[string]string{"agent-1": "ok", "mcp.cursor": "said no", "hook.claude-code": `"allow"`, "acp.tester": `"optionId":"n"`})

	// What was allowed to one, or denied for good, is that one's alone.
	other := filepath.Join(d.Home, "other")
	if err := os.Mkdir(other, 0o700); err != nil {
		t.Fatal(err)
	}
	says(round(other, map[string]ask.Answer{"mcp.cursor": {Choice: ask.AllowOnce}}),
		map[string]string{"agent-1": "ok", "mcp.cursor": "entries", "hook.claude-code": `"allow"`, "acp.tester": `"optionId":"n"`})

	rows, err := d.Engine.Calls(t.Context(), audit.Filter{})
	if err != nil {
		t.Fatal(err)
	}
	decided := map[string][]string{} // newest first
	for _, row := range rows {
		decided[row.AgentID] = append(decided[row.AgentID], row.Decision)
	}
	for id, want := range map[string]string{
		"agent-1": "window person", "mcp.cursor": "person person", "hook.claude-code": "window person", "acp.tester": "rule person",
	} {
		if got := strings.Join(decided[id], " "); got != want {
			t.Errorf("%s: decided by %s, want %s", id, got, want)
		}
	}
	for _, agent := range d.Engine.Agents() {
		i := slices.IndexFunc(all, func(v visitor) bool { return v.id == agent.ID })
		if i < 0 || agent.Program.Door(agent.ID) != all[i].door {
			t.Errorf("%s asks by the door %q, through %+v", agent.ID, agent.Program.Door(agent.ID), agent.Program)
		}
	}
}

// awaitWaiting returns when a question of each visitor waits or is open.
func awaitWaiting(t *testing.T, d *assenttest.Desk, all []visitor) {
	t.Helper()
	changed := make(chan struct{}, 1)
	d.Engine.Subscribe(func() {
		select {
		case changed <- struct{}{}:
		default:
		}
	})
	for ctx := assenttest.Patient(t); ; {
		waiting := map[string]bool{}
		for _, w := range d.Engine.Waiting() {
			waiting[w.Question.Caller.AgentID] = true
		}
		if len(waiting) == len(all) {
			return
		}
		select {
		case <-changed:
		case grant := <-d.Person.Reviews:
			grant("filesystem:read", "agent:claude-code:read", "agent:tester:read")
		case <-ctx.Done():
			t.Fatalf("only %v wait", slices.Sorted(maps.Keys(waiting)))
		}
	}
}
