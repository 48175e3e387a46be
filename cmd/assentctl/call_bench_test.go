//go:build linux

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"assent/executors/desktoptest"

	"github.com/godbus/dbus/v5"
)

const benchManifest = `{"schema_version":"1.0","agent_version":"1.0.0",` +
	`"tools":[{"name":"notify","description_i18n_key":"k","input_schema":{"type":"object"},"permission_scope":"notification:send"},` +
	`{"name":"read_file","description_i18n_key":"k","input_schema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]},"permission_scope":"filesystem:read"}],` +
	`"permission_scopes":[{"id":"notification:send","label_i18n_key":"k","sensitivity":"low"},{"id":"filesystem:read","label_i18n_key":"k","sensitivity":"medium"}]}`

// BenchmarkCall times whole calls from the line written to the socket until the
// response's line, each recorded durably: a low one, which gives a notification to the
// desktop, and a medium one in its silent window, which reads a file of 4 KiB. The second
// takes turns with the floor, which judges and asks nothing, keeps a durable record of each
// call and reads that file, and with its peer, the file server, which keeps no record.
func BenchmarkCall(b *testing.B) {
	desktop := desktoptest.Start(b)
	takeNotifications(b, desktop)
	b.Run("low", func(b *testing.B) {
		inTurns(b, []player{{server: startEngine(b, desktop).connect(b), tool: "notify", arguments: `{"title":"Hello","body":"from a benchmark"}`}})
	})
	b.Run("read_file", func(b *testing.B) {
		arguments := notes(b, desktop)
		players := []player{{server: startEngine(b, desktop).connect(b), tool: "read_file", arguments: arguments}}
		if floor := startFloor(b, desktop, filepath.Join(desktop.Home, notesName)); floor != nil {
			players = append(players, player{name: "floor", server: floor, tool: "read_file", arguments: arguments})
		}
		inTurns(b, append(players, player{name: "peer", server: startPeer(b, desktop.Home), tool: "read_text_file", arguments: arguments}))
	})
}

const notesName = "notes.txt"

// notes makes a file of 4 KiB and returns the arguments of a tool that reads it.
func notes(b *testing.B, desktop *desktoptest.Desktop) string {
	file := filepath.Join(desktop.Home, notesName)
	if err := os.WriteFile(file, bytes.Repeat([]byte("notes. \n"), 512), 0o600); err != nil {
		b.Fatal(err)
	}
	return fmt.Sprintf(`{"path":%q}`, file)
}

// notifications takes notifications and draws nothing, so that what is timed is not
// how fast a desktop draws.
type notifications struct{}

// GetCapabilities implements org.freedesktop.Notifications.
func (notifications) GetCapabilities() ([]string, *dbus.Error) { return []string{"body"}, nil }

// Notify implements org.freedesktop.Notifications.
func (notifications) Notify(string, uint32, string, string, string, []string, map[string]dbus.Variant, int32) (uint32, *dbus.Error) {
	return 1, nil
}

// takeNotifications gives the desktop a notification service.
func takeNotifications(b *testing.B, desktop *desktoptest.Desktop) {
	const name = "org.freedesktop.Notifications"
	bus, err := dbus.Connect(desktop.Bus)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { bus.Close() })
	if err := bus.Export(notifications{}, "/org/freedesktop/Notifications", name); err != nil {
		b.Fatal(err)
	}
	if _, err := bus.RequestName(name, dbus.NameFlagDoNotQueue); err != nil {
		b.Fatal(err)
	}
}

// server is a running program that answers calls, a line each.
type server struct {
	in      io.Writer
	out     *bufio.Reader
	process *os.Process
	call    string // Sprintf format of a call: number, tool, arguments
	sent    int
}

const assentCall = `{"type":"message","agent_id":"bench","conversation_id":"c","conversation_type":"h2a","msg_subtype":"artifact_tool_call",` +
	`"content_type":"artifact","payload":{"type":"artifact","artifact":{"subtype":"tool_call","call_id":"%d","tool_name":%q,"arguments":%s}}}` + "\n"

// dial connects to a server that speaks Assent's lines on a socket.
func dial(b *testing.B, socket string, process *os.Process) *server {
	conn, err := net.Dial("unix", socket)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { conn.Close() })
	return &server{in: conn, out: bufio.NewReader(conn), process: process, call: assentCall}
}

// run makes n calls with so many in flight at once, and returns how long each took.
func (s *server) run(b *testing.B, n, inFlight int, tool, arguments string) (took []time.Duration) {
	began := map[string]time.Time{}
	last := s.sent + n
	for len(took) < n {
		for ; s.sent < last && len(began) < inFlight; s.sent++ {
			line := fmt.Sprintf(s.call, s.sent, tool, arguments)
			began[fmt.Sprint(s.sent)] = time.Now()
			s.write(b, line)
		}
		id := answered(b, s.read(b))
		took = append(took, time.Since(began[id]))
		delete(began, id)
	}
	return took
}

func (s *server) write(b *testing.B, line string) {
	if _, err := io.WriteString(s.in, line); err != nil {
		b.Fatal(err)
	}
}

func (s *server) read(b *testing.B) []byte {
	line, err := s.out.ReadBytes('\n')
	if err != nil {
		b.Fatal(err)
	}
	return line
}

// answered returns the number of the call that a line answers, for either server. It
// looks at no more than it must: reading whole lines would be measured, too.
func answered(b *testing.B, line []byte) string {
	if !bytes.Contains(line, []byte(`"status":"ok"`)) && !bytes.Contains(line, []byte(`"result":{"content"`)) {
		b.Fatalf("a call failed: %s", line)
	}
	for _, name := range []string{`"call_id":"`, `,"id":`} {
		if _, rest, found := bytes.Cut(line, []byte(name)); found {
			return string(rest[:bytes.IndexAny(rest, `",}`)])
		}
	}
	b.Fatalf("a line answers nothing: %s", line)
	return ""
}
