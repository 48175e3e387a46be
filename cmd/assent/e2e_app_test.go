//go:build linux

package main_test

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"assent/executors/desktoptest"

	"github.com/go-json-experiment/json"
)

// patience is how long anything but the person may take.
const patience = time.Minute

// binaries returns the folder with assent, assentctl and project_cli: the one that ASSENT_BUILT
// names, or one where they are built, once, with the race detector when the test has it.
var binaries = sync.OnceValues(func() (string, error) {
	if folder := os.Getenv("ASSENT_BUILT"); folder != "" {
		return folder, nil
	}
	folder, err := os.MkdirTemp("", "assent-e2e")
	if err != nil {
		return "", err
	}
	builtHere = folder
	args := []string{"build", "-o", folder}
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		args = append(args, "-race")
	}
	out, err := exec.Command("go", append(args, "assent/cmd/assent", "assent/cmd/assentctl", "assent/cmd/project_cli")...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building: %w\n%s", err, out)
	}
	return folder, nil
})

// builtHere is the folder that binaries made, empty when no test asked for it.
var builtHere string

func TestMain(m *testing.M) {
	code := m.Run()
	os.RemoveAll(builtHere)
	os.Exit(code)
}

// machine is a desktop with Assent on it.
type machine struct {
	*desktoptest.Desktop
	t            *testing.T
	built        string   // folder of the programs
	env          []string // of every program
	data, socket string
	language     string // wanted of i18n
	colours      colours
	app          *process
	scale        int
	clicks       int       // the person's so far
	out          io.Writer // of the transcript
	kept         sync.Once // the picture of a failure
}

// options are how a machine differs from the usual one.
type options struct {
	lang     string // LANG
	language string // as i18n names it
	settings map[string]any
	colours  colours
	env      []string
	screen   desktoptest.Part // 0: the usual one
}

// The machine's position, as GeoClue's source gives it.
const latitude, longitude, accuracyM = 39.9042, 116.4074, 25.0

// newMachine starts a desktop with a window manager, a notification daemon and a
// GeoClue, and prepares a data folder. Assent does not run yet.
func newMachine(t *testing.T, o options) *machine {
	t.Helper()
	built, err := binaries()
	if err != nil {
		t.Fatal(err)
	}
	parts := []desktoptest.Part{desktoptest.WindowManager, desktoptest.Notifications}
	if o.screen != 0 {
		parts = append(parts, o.screen)
	}
	desktop := desktoptest.Start(t, parts...)
	location := desktoptest.StartGeoClue(t, latitude, longitude, accuracyM)
	m := &machine{
		Desktop: desktop, t: t, out: t.Output(), built: built, colours: o.colours, language: o.language, scale: 1,
		data:   filepath.Join(desktop.Home, ".local", "share", "assent"),
		socket: filepath.Join(desktop.Runtime, "assent", "assent.sock"),
	}
	m.env = append(desktop.Env(), "DBUS_SYSTEM_BUS_ADDRESS="+location.Address,
		"LANG="+o.lang, "LC_ALL=", "LANGUAGE=", "FYNE_SCALE=1", "LIBGL_ALWAYS_SOFTWARE=1")
	m.env = append(m.env, o.env...)
	m.writeSettings(m.data, o.settings)
	return m
}

// writeSettings makes a data folder with these settings; the others are the defaults.
func (m *machine) writeSettings(folder string, settings map[string]any) {
	m.t.Helper()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		m.t.Fatal(err)
	}
	m.write(filepath.Join(folder, "settings.json"), mustJSON(m.t, settings))
}

func (m *machine) write(path, content string) {
	m.t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		m.t.Fatal(err)
	}
}

// keepPicture keeps the screen of a test that failed.
func (m *machine) keepPicture() {
	if !m.t.Failed() {
		return
	}
	folder := filepath.Join("..", "..", "build", "e2e")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		m.t.Error(err)
		return
	}
	path := filepath.Join(folder, strings.ReplaceAll(m.t.Name(), "/", "_")+".png")
	cmd := exec.Command("import", "-silent", "-window", "root", path) // the test's context is over
	cmd.Env = m.env
	if out, err := cmd.CombinedOutput(); err != nil {
		m.t.Errorf("keeping a picture: %v\n%s", err, out)
		return
	}
	m.t.Logf("the screen is kept in %s", path)
}

// say adds a line to the transcript, which a failure prints.
func (m *machine) say(format string, args ...any) {
	fmt.Fprintf(m.out, format+"\n", args...)
}

// start starts Assent and returns when it listens.
func (m *machine) start(args ...string) {
	m.t.Helper()
	listening := make(chan struct{})
	heard := func(line string) {
		if line == "listening on "+m.socket {
			close(listening)
		}
	}
	m.app = m.run(filepath.Join(m.built, "assent"), heard, append([]string{"--data", m.data, "--socket", m.socket}, args...)...)
	select {
	case <-listening:
	case <-m.app.ended:
		m.t.Fatal("assent ended at once")
	case <-time.After(patience):
		m.t.Fatal("assent does not listen")
	}
}

// ctl starts assentctl against the running Assent.
func (m *machine) ctl(args ...string) *process {
	m.t.Helper()
	m.say("$ assentctl %s", strings.Join(args, " "))
	return m.run(filepath.Join(m.built, "assentctl"), nil, append(args, "--data", m.data, "--socket", m.socket)...)
}

// response is a tool response as assentctl prints it.
type response struct {
	CallID    string         `json:"call_id"`
	Status    string         `json:"status"`
	Reason    string         `json:"reason"`
	ErrorCode string         `json:"error_code"`
	Result    map[string]any `json:"result"`
}

// agentID is the demo agent's.
const agentID = "demobot"

// call sends a call of the demo agent from another process. Its response comes
// from answered.
func (m *machine) call(tool string, arguments map[string]any) *process {
	m.t.Helper()
	return m.ctl("call", "--agent", agentID, "--tool", tool, "--args", mustJSON(m.t, arguments))
}

// answered waits for a call's response and checks its status and reason, and that
// the exit code says the same.
func (m *machine) answered(p *process, status, reason string) response {
	m.t.Helper()
	code := p.code(m.t)
	var r response
	if err := json.Unmarshal([]byte(p.out.String()), &r); err != nil {
		m.t.Fatalf("the response is not JSON: %v", err)
	}
	want := map[string]int{"ok": 0, "denied": 3, "error": 4}[status]
	if r.Status != status || r.Reason != reason || code != want {
		m.t.Fatalf("the answer is %s %q with exit code %d, want %s %q with %d", r.Status, r.Reason, code, status, reason, want)
	}
	return r
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	data, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// until waits until what holds.
func (m *machine) until(what string, holds func() bool) {
	m.t.Helper()
	look := time.NewTicker(100 * time.Millisecond)
	defer look.Stop()
	giveUp := time.After(patience)
	for !holds() {
		select {
		case <-look.C:
		case <-m.app.ended:
			m.t.Fatalf("assent ended; in vain waited for: %s", what)
		case <-giveUp:
			m.t.Fatalf("in vain waited for: %s", what)
		}
	}
}
