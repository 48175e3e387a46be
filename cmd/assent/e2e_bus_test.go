//go:build linux

package main_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/godbus/dbus/v5"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// service has the desktop's bus know Assent's service file, as an installation does, and
// what programs that it starts need of this desktop, as desktops do. Assent is the bus's
// child then, and ends with the test.
func (m *machine) service() {
	m.t.Helper()
	bus, err := dbus.Connect(m.Bus)
	if err != nil {
		m.t.Fatal(err)
	}
	folder := filepath.Join(m.Runtime, "dbus-1", "services") // of root's home the bus reads none
	if err := os.MkdirAll(folder, 0o700); err != nil {
		m.t.Fatal(err)
	}
	file, err := os.ReadFile("../../assets/desktop/io.assent.Assent.service")
	if err != nil {
		m.t.Fatal(err)
	}
	m.write(filepath.Join(folder, "io.assent.Assent.service"), strings.ReplaceAll(string(file), "@bin@", m.built))
	environment := map[string]string{}
	for _, entry := range m.env {
		name, value, _ := strings.Cut(entry, "=")
		environment[name] = value
	}
	const daemon = "org.freedesktop.DBus."
	for _, err := range []error{
		bus.BusObject().Call(daemon+"UpdateActivationEnvironment", 0, environment).Err,
		bus.BusObject().Call(daemon+"ReloadConfig", 0).Err,
	} {
		if err != nil {
			m.t.Fatal(err)
		}
	}
	m.app = &process{ended: make(chan struct{})}
	m.t.Cleanup(func() {
		defer bus.Close()
		m.kept.Do(m.keepPicture)
		var pid uint32
		if bus.BusObject().Call(daemon+"GetConnectionUnixProcessID", 0, "io.assent.Assent").Store(&pid) == nil {
			syscall.Kill(int(pid), syscall.SIGKILL)
		}
	})
}

// TestStartedOverBus: a client that hands on no display has Assent started by the
// desktop's bus, and the person decides in the window that opens (contract §13).
func TestStartedOverBus(t *testing.T) {
	t.Parallel()
	m := newMachine(t, english)
	m.service()
	cmd := exec.CommandContext(t.Context(), filepath.Join(m.built, "assentctl"), "mcp", "serve", "--client", "cursor", "--socket", m.socket)
	cmd.Env = []string{"HOME=" + m.Home, "PATH=" + os.Getenv("PATH"), "DBUS_SESSION_BUS_ADDRESS=" + m.Bus}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: cmd}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	results := make(chan *mcp.CallToolResult, 1)
	go func() {
		r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "send_notification", Arguments: map[string]any{"title": "Bread is ready"}})
		if err != nil {
			t.Error(err)
		}
		results <- r
	}()
	m.review(nil)
	if r := <-results; r == nil || r.IsError {
		t.Errorf("the client got %+v", r)
	}
	if shown := m.notifications(); len(shown) == 0 || !strings.Contains(shown[0], "Bread is ready") {
		t.Errorf("the desktop showed %q", shown)
	}
}
