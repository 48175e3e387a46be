//go:build linux

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"assent/app/assenttest"
	"assent/app/mcp/npmtest"
	"assent/audit"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// assentctl returns the path of assentctl.
func assentctl(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("assentctl")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// TestTypeScriptClients: clients of the official TypeScript SDK, the older and the newer,
// use what mcp serve offers over standard input and output.
func TestTypeScriptClients(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	file := filepath.Join(d.Home, "notes.md")
	if err := os.WriteFile(file, []byte("buy bread"), 0o600); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/mcp/client.mjs")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range []string{"old", "new"} {
		t.Run(version, func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(assenttest.Patient(t), npmtest.Node(t), script, npmtest.Modules(t), version, file,
				assentctl(t), "mcp", "serve", "--client", "typescript-"+version, "--socket", d.Socket)
			cmd.Stderr = os.Stderr
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			var got struct {
				Tools         []string
				Content, Text string
				Missing       bool
				Unknown       struct{ Code int }
			}
			if err := json.Unmarshal(out, &got); err != nil {
				t.Fatal(err)
			}
			if len(got.Tools) < 7 || got.Content != "buy bread" || !strings.Contains(got.Text, "buy bread") || !got.Missing || got.Unknown.Code != -32602 {
				t.Errorf("the client got %s", out)
			}
		})
	}
}

// step is a call of a client.
type step struct {
	tool      string
	arguments map[string]any
}

// TestServersBehindWrap: what a client of the Go SDK gets of the official servers over
// standard input and output is the same behind mcp wrap as without it.
func TestServersBehindWrap(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	for name, test := range map[string]struct {
		server string
		env    string // with a file of the server's own
		args   []string
		steps  []step
	}{
		"filesystem": {server: npmtest.FileServer, args: []string{d.Home}, steps: []step{
			{"write_file", map[string]any{"path": d.Home + "/a.txt", "content": "milk"}},
			{"read_text_file", map[string]any{"path": d.Home + "/a.txt"}},
			{"read_text_file", map[string]any{"path": "/etc/passwd"}},
		}},
		"memory": {server: npmtest.MemoryServer, env: "MEMORY_FILE_PATH", steps: []step{
			{"create_entities", map[string]any{"entities": []any{map[string]any{"name": "Ann", "entityType": "person", "observations": []any{"likes tea"}}}}},
			{"read_graph", map[string]any{}},
			{"delete_entities", map[string]any{"entityNames": []any{"Ann"}}},
			{"search_nodes", map[string]any{"query": "Ann"}},
		}},
		"everything": {server: npmtest.EverythingServer, steps: []step{
			{"echo", map[string]any{"message": "hello"}},
			{"get-sum", map[string]any{"a": 2, "b": 3}},
			{"get-tiny-image", map[string]any{}},
			{"get-structured-content", map[string]any{"location": "New York"}},
			{"echo", map[string]any{"message": 7}},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got [2]any
			for i, wrapped := range []bool{false, true} {
				command := append([]string{npmtest.Node(t), filepath.Join(npmtest.Modules(t), test.server)}, test.args...)
				if wrapped {
					command = slices.Concat([]string{assentctl(t), "mcp", "wrap", name, "--client", "go", "--socket", d.Socket, "--"}, command)
				}
				cmd := exec.Command(command[0], command[1:]...)
				if test.env != "" {
					cmd.Env = append(os.Environ(), test.env+"="+filepath.Join(t.TempDir(), "file"))
				}
				got[i] = visit(t, cmd, test.steps)
			}
			if !reflect.DeepEqual(got[0], got[1]) {
				t.Errorf("beside it:\n%v\nbehind it:\n%v", got[0], got[1])
			}
			rows, err := d.Engine.Calls(t.Context(), audit.Filter{})
			if err != nil {
				t.Fatal(err)
			}
			rows = slices.DeleteFunc(rows, func(r audit.Row) bool { return !strings.HasPrefix(r.AgentID, "mcp.go."+name+".") })
			if len(rows) < len(test.steps) {
				t.Errorf("%d of %d calls were asked about", len(rows), len(test.steps))
			}
		})
	}
}

// visit is what a client gets of a server: its tools, resources, prompts, and of each step.
func visit(t *testing.T, cmd *exec.Cmd, steps []step) (got []any) {
	t.Helper()
	session, err := sdk.NewClient(&sdk.Implementation{Name: "go", Version: "1"}, nil).Connect(t.Context(), &sdk.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	keep := func(value any, err error) {
		data, fault := json.Marshal(value)
		if fault != nil {
			t.Error(fault)
		}
		text := ""
		if err != nil {
			text = err.Error()
		}
		got = append(got, string(data), text)
	}
	ctx := assenttest.Patient(t)
	tools, err := session.ListTools(ctx, nil)
	keep(tools, err)
	if init := session.InitializeResult(); init.Capabilities.Resources != nil {
		keep(session.ListResources(ctx, nil))
	}
	if init := session.InitializeResult(); init.Capabilities.Prompts != nil {
		prompts, err := session.ListPrompts(ctx, nil)
		keep(prompts, err)
		keep(session.GetPrompt(ctx, &sdk.GetPromptParams{Name: prompts.Prompts[0].Name}))
	}
	for _, s := range steps {
		keep(session.CallTool(ctx, &sdk.CallToolParams{Name: s.tool, Arguments: s.arguments}))
	}
	if len(got) < 2+2*len(steps) || tools == nil || len(tools.Tools) < 5 {
		t.Errorf("the server said only %v", got)
	}
	return got
}
