//go:build linux

package main_test

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"assent/executors/desktoptest"

	"github.com/go-json-experiment/json"
)

// bench is a desktop with the programs as they are released.
type bench struct {
	*desktoptest.Desktop
	screen                *screen
	built, data, socket   string
	assentArgs, assentEnv []string
}

// newBench builds the programs and lets an agent read files of the home folder for
// 24 h in the conversation "c", asked in any other.
func newBench(b *testing.B) *bench {
	desktop := desktoptest.Start(b, desktoptest.WindowManager, desktoptest.Notifications)
	m := &bench{
		Desktop: desktop, screen: watch(b, desktop), built: b.TempDir(),
		data: filepath.Join(desktop.Home, ".local", "share", "assent"), socket: filepath.Join(desktop.Runtime, "assent", "assent.sock"),
	}
	m.assentArgs = []string{"--data", m.data, "--socket", m.socket}
	m.assentEnv = append(desktop.Env(), "LANG=en_US.UTF-8", "LC_ALL=", "LANGUAGE=", "FYNE_SCALE=1", "LIBGL_ALWAYS_SOFTWARE=1")
	build := exec.Command("go", "build", "-trimpath", "-tags", "migrated_fynedo", "-ldflags", "-s -w", "-o", m.built,
		"assent/cmd/assent", "assent/cmd/assentctl", "./testdata/bare")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("building: %v\n%s", err, out)
	}
	m.agree(b)
	return m
}

// agree has what the person agreed to written before the app starts.
func (m *bench) agree(b *testing.B) {
	answers := filepath.Join(b.TempDir(), "answers.json")
	for path, content := range map[string]string{
		answers:                                `{"review":{"*":"all"},"answers":[{"answer":"allow"}]}`,
		filepath.Join(m.data, "settings.json"): `{"theme":"light"}`,
		m.file():                               strings.Repeat("notes. \n", 512),
	} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	engine, errs := m.start(b, "assentctl", append([]string{"serve", "--answers", answers}, m.assentArgs...)...)
	heard(b, errs, "listening on ")
	add := append([]string{"agent", "add", manifestFile, "--agent-id", agentID, "--name", "DemoBot"}, m.assentArgs...)
	if out, err := exec.Command(filepath.Join(m.built, "assentctl"), add...).CombinedOutput(); err != nil {
		b.Fatalf("agent add: %v\n%s", err, out)
	}
	host := m.connect(b)
	host.call(b, "c", 0, m.file())
	host.answer(b)
	host.Close()
	end(engine)
}

func (m *bench) file() string { return filepath.Join(m.Home, "notes.txt") }

// start starts one of the programs built, or another, and returns its standard error.
func (m *bench) start(b *testing.B, name string, args ...string) (*exec.Cmd, *bufio.Reader) {
	if built := filepath.Join(m.built, name); exists(built) {
		name = built
	}
	cmd := exec.Command(name, args...)
	cmd.Env = m.assentEnv
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	errs, err := cmd.StderrPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { end(cmd) })
	return cmd, bufio.NewReader(errs)
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// heard waits until a program wrote a line that begins so.
func heard(b *testing.B, errs *bufio.Reader, begin string) {
	for {
		line, err := errs.ReadString('\n')
		if err != nil {
			b.Fatalf("it ended before %q: %v", begin, err)
		}
		if strings.HasPrefix(line, begin) {
			return
		}
	}
}

// end ends a program, if it still runs.
func end(cmd *exec.Cmd) {
	cmd.Process.Signal(syscall.SIGTERM)
	kill := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	defer kill.Stop()
	cmd.Wait()
}

// host is a host of Assent.
type host struct {
	net.Conn
	lines *bufio.Reader
}

func (m *bench) connect(b *testing.B) host {
	conn, err := net.Dial("unix", m.socket)
	if err != nil {
		b.Fatal(err)
	}
	return host{conn, bufio.NewReader(conn)}
}

// call asks for a file.
func (h host) call(b *testing.B, conversation string, n int, path string) {
	const line = `{"type":"message","agent_id":%q,"conversation_id":%q,"conversation_type":"h2a","msg_subtype":"artifact_tool_call",` +
		`"content_type":"artifact","payload":{"type":"artifact","artifact":{"subtype":"tool_call","call_id":"%d","tool_name":"read_file","arguments":{"path":%q}}}}` + "\n"
	if _, err := fmt.Fprintf(h, line, agentID, conversation, n, path); err != nil {
		b.Fatal(err)
	}
}

// answer reads the next response, which must be ok.
func (h host) answer(b *testing.B) {
	line, err := h.lines.ReadBytes('\n')
	var response struct {
		Payload struct {
			Artifact struct {
				Status string `json:"status"`
			} `json:"artifact"`
		} `json:"payload"`
	}
	if err == nil {
		err = json.Unmarshal(line, &response)
	}
	if err != nil || response.Payload.Artifact.Status != "ok" {
		b.Fatalf("a call failed: %s %v", line, err)
	}
}
