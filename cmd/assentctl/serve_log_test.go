package main

import (
	"bytes"
	"os"
	"testing"
	"time"

	"assent/app"
	"assent/consent/ask"
	"assent/consent/clock"
	"assent/i18n"
)

func TestCallsAreSaidInOneLineEach(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 21, 9, 0, 31, 0, time.Local)
	ended := func(agent, tool, status, reason string, took time.Duration) app.Ended {
		return app.Ended{CallKey: ask.CallKey{AgentID: agent, ConversationID: "c", CallID: "1"}, Tool: tool, Status: status, Reason: reason, Took: took}
	}
	for _, test := range []struct {
		ended app.Ended
		want  string
	}{
		{ended("agent-1", "read_file", "ok", "", 1234*time.Microsecond), "agent-1 read_file ok in 1ms"},
		{ended("agent-1", "read_file", "denied", "user_refused", 1234*time.Millisecond), "agent-1 read_file denied in 1.2s"},
		{ended("agent-1", "read_file", "denied", "user_timeout", 31*time.Second), "agent-1 read_file denied in 31s: No answer in time"},
		{ended("agent-1", "read_file", "error", "path_not_found", 0), "agent-1 read_file error in 0s: There is no such file or folder"},
		{ended("a", "read_file", "error", "paused", 0), "a read_file denied in 0s: Assent was paused"},
		{ended("a 1", "x ok in 1ms\n\u202ey", "denied", "tool_not_declared", 90*time.Minute+time.Millisecond),
			`"a 1" "x ok in 1ms‹U+000A›‹U+202E›y" denied in 1h30m0s: The agent did not declare this tool`},
		{ended("a", "", "denied", "tool_not_declared", 0), `a "" denied in 0s: The agent did not declare this tool`},
	} {
		var out bytes.Buffer
		newCalls(&out, clock.NewVirtual(at)).Ended(test.ended)
		if want := "2026-11-21 09:00:31 " + test.want + "\n"; out.String() != want {
			t.Errorf("got\n%swant\n%s", out.String(), want)
		}
	}
}

func TestCallsAreColouredOnATerminal(t *testing.T) {
	t.Parallel()
	c := &calls{clock: clock.NewVirtual(time.Now()), colours: true, words: i18n.New("en")}
	for status, want := range map[string]string{"ok": " \x1b[32mok\x1b[0m in", "denied": " \x1b[33mdenied\x1b[0m in", "error": " \x1b[31merror\x1b[0m in"} {
		if line := c.line(app.Ended{Status: status}); !bytes.Contains([]byte(line), []byte(want)) {
			t.Errorf("got %q, want %q", line, want)
		}
	}
}

// A file, a pipe and a test's buffer are no terminals.
func TestColoursAreForTerminals(t *testing.T) {
	t.Parallel()
	file, err := os.Create(t.TempDir() + "/out")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if coloursOf(&bytes.Buffer{}) || coloursOf(file) {
		t.Error("what is no terminal is coloured")
	}
}
