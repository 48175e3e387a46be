package ui

import (
	"os/exec"
	"strings"
	"testing"

	"assent/app/wire"
)

// A shell gives the words of the line to the program as they were.
func TestCommandLineIsQuoted(t *testing.T) {
	t.Parallel()
	call := wire.Request{CallKey: wire.CallKey{AgentID: "it's; $HOME `x`", ConversationID: "c d", CallID: "-x"}, Tool: "read_file",
		Arguments: []byte(`{"path": "~/a'b\n"}`), Group: true, Shape: wire.Nested, TimeoutMS: new(5)}
	out, err := exec.Command("sh", "-c", `assentctl() { printf '%s\n' "$@"; }; `+commandLine(call)).Output()
	if err != nil {
		t.Fatal(err)
	}
	want := "call|--agent|it's; $HOME `x`|--tool|read_file|--args|" + string(call.Arguments) +
		"|--conversation|c d|--call-id|-x|--timeout-ms|5|--group|--sdk|"
	if got := strings.ReplaceAll(string(out), "\n", "|"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := commandLine(wire.Request{CallKey: wire.CallKey{AgentID: "a"}, Tool: "b"}), "assentctl call --agent a --tool b"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
