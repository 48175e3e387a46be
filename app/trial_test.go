package app

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/folder"
	"assent/app/wire"
)

func TestTrialIsTheCallItSays(t *testing.T) {
	t.Parallel()
	for _, trial := range []Trial{
		{Agent: "agent-1", Tool: "read_file", Conversation: "c-1", CallID: "a", Arguments: []byte(`{"path":"/n"}`), TimeoutMS: new(50)},
		{Agent: "agent-1", Tool: "read_file", Conversation: "c-1", CallID: "a", Nested: true},
		{Agent: "agent-1", Tool: "read_file", Conversation: "c-1", Group: true},
	} {
		line, err := trial.Line()
		if err != nil {
			t.Fatal(err)
		}
		value, err := wire.Decode(line)
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		call := value.(wire.Call)
		if call.Fault != nil || call.AgentID != trial.Agent || call.Tool != trial.Tool || call.ConversationID != trial.Conversation ||
			call.Group != trial.Group || (call.Shape == wire.Nested) != trial.Nested || (call.Timeout > 0) != (trial.TimeoutMS != nil) ||
			trial.TimeoutMS != nil && call.Timeout.Milliseconds() != int64(*trial.TimeoutMS) ||
			trial.CallID != "" && call.CallID != trial.CallID {
			t.Errorf("%s is %+v", line, call)
		}
	}
	if _, err := (Trial{Arguments: []byte("x")}).Line(); err == nil {
		t.Error("arguments that are not JSON are sent")
	}
}

// A shell gives the words of the line to the program as they were.
func TestCommandLineIsQuoted(t *testing.T) {
	t.Parallel()
	trial := Trial{Agent: "it's; $HOME `x`", Tool: "read_file", Arguments: []byte(`{"path": "~/a'b\n"}`), Conversation: "c d",
		CallID: "-x", Group: true, Nested: true, TimeoutMS: new(5)}
	out, err := exec.Command("sh", "-c", `assentctl() { printf '%s\n' "$@"; }; `+CommandLine(trial)).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := "call|--agent|it's; $HOME `x`|--tool|read_file|--args|" + string(trial.Arguments) +
		"|--conversation|c d|--call-id|-x|--timeout-ms|5|--group|--sdk|"
	if got := strings.ReplaceAll(string(out), "\n", "|"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := CommandLine(Trial{Agent: "a", Tool: "b"}), "assentctl call --agent a --tool b"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPlayIsAnswered(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	engine, err := Open(Options{Places: folder.Places{Data: filepath.Join(home, "data")}, Program: "test", Home: home})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	sent, received, err := engine.Play(t.Context(), Trial{Agent: "agent-1", Tool: "x", Conversation: "c", CallID: "a"})
	if err != nil || !strings.Contains(string(sent), `"call_id":"a"`) || !strings.Contains(string(received), "tool_not_declared") {
		t.Errorf("sent %s, received %s, %v", sent, received, err)
	}
	if _, received, _ := engine.Play(t.Context(), Trial{Agent: "\n", Tool: "x"}); !strings.Contains(string(received), "BAD_MESSAGE") {
		t.Errorf("received %s", received)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, received, _ := engine.Play(gone, Trial{Agent: "agent-1", Tool: "x", Conversation: "c", CallID: "b"}); len(received) == 0 {
		t.Error("a hang-up has no answer")
	}
}
