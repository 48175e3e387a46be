package app

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/folder"
	"assent/app/wire"
)

func TestPlayIsAnswered(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	engine, err := Open(Options{Places: folder.Places{Data: filepath.Join(home, "data")}, Program: "test", Home: home})
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Close()
	sent, received, err := engine.Play(t.Context(), wire.Request{CallKey: wire.CallKey{AgentID: "agent-1", ConversationID: "c", CallID: "a"}, Tool: "x"})
	if err != nil || !strings.Contains(string(sent), `"call_id":"a"`) || !strings.Contains(string(received), "tool_not_declared") {
		t.Errorf("sent %s, received %s, %v", sent, received, err)
	}
	if _, received, _ := engine.Play(t.Context(), wire.Request{CallKey: wire.CallKey{AgentID: "\n"}, Tool: "x"}); !strings.Contains(string(received), "BAD_MESSAGE") {
		t.Errorf("received %s", received)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, received, _ := engine.Play(gone, wire.Request{CallKey: wire.CallKey{AgentID: "agent-1", ConversationID: "c", CallID: "b"}, Tool: "x"}); len(received) == 0 {
		t.Error("a hang-up has no answer")
	}
}
