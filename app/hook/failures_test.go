package hook

import (
	"assent/app/assenttest"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// broken is a reader or writer that fails, or panics.
type broken struct{ panics bool }

func (b broken) Read([]byte) (int, error)  { return 0, b.fails() }
func (b broken) Write([]byte) (int, error) { return 0, b.fails() }

func (b broken) fails() error {
	if b.panics {
		panic("broken")
	}
	return errors.New("broken")
}

// Whatever fails leaves the client's own prompt, and under guard blocks.
func TestFailures(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	nobody := assenttest.New(t, `{"review":{"*":"all"},"unanswered":"fail"}`)
	paused := assenttest.New(t, assenttest.Allowing)
	paused.Engine.Pause(true)
	good := func(event string) io.Reader { return strings.NewReader(fmt.Sprintf(bash, event, "")) }
	for name, test := range map[string]struct {
		socket string
		in     func(event string) io.Reader
		out    io.Writer
		denies bool // under guard it is a no in the client's form
	}{
		"no engine":     {socket: filepath.Join(t.TempDir(), "none"), in: good},
		"nobody to ask": {socket: nobody.Socket, in: good, denies: true},
		"paused":        {socket: paused.Socket, in: good, denies: true},
		"no JSON":       {in: func(string) io.Reader { return strings.NewReader("{") }},
		"nothing":       {in: func(string) io.Reader { return strings.NewReader("") }},
		"a list":        {in: func(string) io.Reader { return strings.NewReader("[]") }},
		"no event":      {in: func(string) io.Reader { return strings.NewReader("{}") }},
		"no session":    {in: func(e string) io.Reader { return strings.NewReader(`{"hook_event_name":"` + e + `","tool_name":"x"}`) }},
		"a session's name": {in: func(e string) io.Reader {
			return strings.NewReader(`{"hook_event_name":"` + e + `","tool_name":"x","session_id":"ü"}`)
		}},
		"no tool": {in: func(e string) io.Reader { return strings.NewReader(`{"hook_event_name":"` + e + `","session_id":"s"}`) }},
		"names twice": {in: func(e string) io.Reader {
			return strings.NewReader(fmt.Sprintf(bash, e, `,"tool_input":{"a":1,"a":2}`))
		}},
		"input too long": {in: func(e string) io.Reader {
			return strings.NewReader(fmt.Sprintf(bash, e, `,"tool_input":"`+strings.Repeat("x", 2<<20)+`"`))
		}},
		"unreadable input":   {in: func(string) io.Reader { return broken{} }},
		"unwritable answer":  {in: good, out: broken{}},
		"a panic":            {in: func(string) io.Reader { return broken{panics: true} }},
		"a panic at the end": {in: good, out: broken{panics: true}},
	} {
		for _, guard := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " guard ", guard), func(t *testing.T) {
				t.Parallel()
				h := Hook{Client: find(t, "claude-code"), Guard: guard, Socket: d.Socket, Patience: 30 * time.Second,
					Behind: func(string) bool { return false }, Installed: func(string) bool { return false }}
				if test.socket != "" {
					h.Socket = test.socket
				}
				event := permissionRequest
				if guard {
					event = "PreToolUse"
				}
				if test.out != nil && guard {
					h.Client.goOn = "{}" // else a yes writes nothing
				}
				var out, errs bytes.Buffer
				w := io.Writer(&out)
				if test.out != nil {
					w = test.out
				}
				code := h.Run(t.Context(), test.in(event), w, &errs)
				switch {
				case !guard && (code != 0 || out.Len() > 0 || errs.Len() > 0):
					t.Errorf("got %d, %s, %s", code, &out, &errs)
				case guard && test.denies:
					if code != 0 || !strings.Contains(out.String(), `"permissionDecision":"deny"`) {
						t.Errorf("got %d, %s, %s", code, &out, &errs)
					}
				case guard && (code != 2 || out.Len() > 0 || !strings.HasPrefix(errs.String(), "Assent did not let this run: ")):
					t.Errorf("got %d, %s, %s", code, &out, &errs)
				}
			})
		}
	}
}

// The engine goes away while the person is asked, or the client does, or the time is over.
func TestLeftWaiting(t *testing.T) {
	t.Parallel()
	for name, leave := range map[string]func(d *assenttest.Desk, client context.CancelFunc, h *Hook){
		"the engine":   func(d *assenttest.Desk, _ context.CancelFunc, _ *Hook) { d.Stop() },
		"the client":   func(_ *assenttest.Desk, cancel context.CancelFunc, _ *Hook) { cancel() },
		"the patience": nil,
	} {
		for _, guard := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " guard ", guard), func(t *testing.T) {
				t.Parallel()
				d := assenttest.New(t, "")
				h := Hook{Client: find(t, "claude-code"), Guard: guard, Socket: d.Socket, Patience: 30 * time.Second,
					Behind: func(string) bool { return false }, Installed: func(string) bool { return false }}
				event := permissionRequest
				if guard {
					event = "PreToolUse"
				}
				if leave == nil {
					h.Patience = 300 * time.Millisecond
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				var out, errs bytes.Buffer
				done := make(chan int)
				go func() {
					done <- h.Run(ctx, strings.NewReader(fmt.Sprintf(bash, event, "")), &out, &errs)
				}()
				(<-d.Person.Reviews)("agent:claude-code:shell")
				<-d.Person.Asked
				if leave != nil {
					leave(d, cancel, &h)
				}
				code := <-done
				denied := strings.Contains(out.String(), `"permissionDecision":"deny"`) // the engine's last word
				if !guard && (code != 0 || out.Len() > 0) || guard && code != 2 && !denied {
					t.Errorf("got %d, %s, %s", code, &out, &errs)
				}
			})
		}
	}
}

// Whatever a client hands over, nothing is allowed that nobody was asked about.
func FuzzHook(f *testing.F) {
	f.Add([]byte(fmt.Sprintf(bash, "PreToolUse", "")))
	f.Add([]byte(`{"hook_event_name":"beforeMCPExecution","tool_input":"{}","command":"assentctl mcp wrap"}`))
	f.Add([]byte(`{"sessionId":"s","hookEventName":"PreToolUse","mcp_server":"x"}`))
	f.Fuzz(func(t *testing.T, input []byte) {
		for _, c := range clients {
			for _, guard := range []bool{false, true} {
				h := Hook{Client: c, Guard: guard, Socket: "/nonexistent", Behind: func(string) bool { return false }, Installed: func(string) bool { return false }}
				var out, errs bytes.Buffer
				code := h.Run(t.Context(), bytes.NewReader(input), &out, &errs)
				if !guard && (code != 0 || out.Len() > 0) {
					t.Errorf("%s: %d %s", c.Name, code, &out)
				}
				if e, err := c.read(input); guard && code == 0 && (err != nil || !e.behind && e.name != permissionRequest) {
					t.Errorf("%s let %s go on: %s", c.Name, input, &out)
				}
				if out.Len() > 0 && !json.Valid(out.Bytes()) {
					t.Errorf("%s: %s", c.Name, &out)
				}
			}
		}
	})
}
