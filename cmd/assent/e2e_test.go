//go:build linux

// The tests in the e2e files drive the real programs on a real desktop: Assent runs
// on a virtual screen with a window manager, a notification daemon, a clipboard and a
// GeoClue; calls come from assentctl, another process; a person's clicks and keys
// from xdotool. Buttons are found by their colours on screen.
package main_test

import (
	"image"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"assent/consent/canonical"
)

var english = options{lang: "en_US.UTF-8", language: "en", colours: light, settings: map[string]any{"theme": "light"}}

const manifestFile = "../../assets/demo/manifest.json"

// addAgent offers the demo agent and grants all it declares.
func (m *machine) addAgent() {
	m.t.Helper()
	add := m.ctl("agent", "add", manifestFile, "--agent-id", agentID, "--name", "DemoBot")
	m.review(nil)
	if code := add.code(m.t); code != 0 {
		m.t.Fatalf("agent add ended with %d", code)
	}
	const granted = `"granted_scopes":["notification:send","filesystem:read","clipboard:read","location:read","network:http","project:cli"]`
	if !strings.Contains(add.out.String(), granted) {
		m.t.Fatalf("the relation is %s, want %s", &add.out, granted)
	}
}

// note writes a file that the agent may want to read.
func (m *machine) note() (path, content string) {
	m.t.Helper()
	path, content = filepath.Join(m.Home, "notes.md"), "# Notes\n\nBuy bread 🍞, call Müller.\n"
	m.write(path, content)
	return path, content
}

func TestEveryScope(t *testing.T) {
	t.Parallel()
	m := newMachine(t, english)
	m.start()
	m.addAgent()
	note, content := m.note()

	t.Log("low: a notification, without a question")
	m.answered(m.call("send_notification", map[string]any{"title": "Bread <is> ready", "body": "In the oven"}), "ok", "")
	m.noQuestion()
	if shown := m.notifications(); len(shown) != 1 || !strings.Contains(shown[0], "Bread <is> ready") {
		t.Errorf("the desktop showed %q", shown)
	}

	t.Log("medium: a file, allowed by a click; the second time without a question")
	call := m.call("read_file", map[string]any{"path": note})
	m.allow(nil)
	if r := m.answered(call, "ok", ""); r.Result["content"] != content || r.Result["size"] != float64(len(content)) {
		t.Errorf("the result is %v, on the disk is %q", r.Result, content)
	}
	m.gone(m.title())
	if r := m.answered(m.call("read_file", map[string]any{"path": note}), "ok", ""); r.Result["content"] != content {
		t.Errorf("the second result is %v", r.Result)
	}
	m.noQuestion()

	t.Log("medium: the clipboard")
	const copied = "copied by a person: 你好"
	m.SetClipboard("text/plain", []byte(copied))
	call = m.call("read_clipboard", map[string]any{})
	m.allow(nil)
	if r := m.answered(call, "ok", ""); r.Result["content"] != copied {
		t.Errorf("the result is %v, on the clipboard is %q", r.Result, copied)
	}

	t.Log("high: the position, as GeoClue gives it")
	call = m.call("get_location", map[string]any{})
	m.askedHigh().allow()
	r := m.answered(call, "ok", "")
	if r.Result["latitude"] != latitude || r.Result["longitude"] != longitude || r.Result["accuracy_m"] != accuracyM || r.Result["source"] != "geoclue" {
		t.Errorf("the result is %v", r.Result)
	}
	m.gone(m.title())

	m.rows(
		"send_notification|ok||silent",
		"read_file|ok||person",
		"read_file|ok||window",
		"read_clipboard|ok||person",
		"get_location|ok||person",
	)
	const scopes = "notification:send|low\nfilesystem:read|medium\nclipboard:read|medium\nlocation:read|high"
	if got := m.sqlite("select distinct scope, sensitivity from calls order by seq"); got != scopes {
		t.Errorf("the scopes recorded are\n%s\nwant\n%s", got, scopes)
	}
	want := canonical.Digest([]byte(mustJSON(t, map[string]any{"path": note})))
	if got := m.sqlite("select distinct arguments_digest from calls where tool_name = 'read_file'"); got != want {
		t.Errorf("the digest of the arguments is %s, want %s", got, want)
	}
	m.intact()
	m.keepsNothing("Buy bread", "copied by a person", "notes.md", "Bread <is>")
}

func TestEveryNo(t *testing.T) {
	t.Parallel()
	m := newMachine(t, english)
	m.start()
	m.addAgent()
	note, _ := m.note()

	t.Log("Deny")
	call := m.call("get_location", map[string]any{})
	m.askedHigh().refuse()
	m.answered(call, "denied", "user_refused")
	m.gone(m.title())

	t.Log("Escape")
	call = m.call("read_file", map[string]any{"path": note})
	asked := m.asked()
	asked.armed() // long after a key counts
	asked.escape(asked.closed)
	m.answered(call, "denied", "user_refused")
	m.gone(m.title())

	t.Log("the window manager closes the question")
	call = m.call("read_clipboard", map[string]any{})
	m.window(m.title()).press("alt+F4")
	m.answered(call, "denied", "user_refused")
	m.gone(m.title())

	t.Log("quitting")
	call = m.call("get_location", map[string]any{"accuracy": "approximate"})
	m.askedHigh()
	main := m.main()
	m.xdotool("windowactivate", main.name())
	main.press("ctrl+q")
	m.answered(call, "error", "interrupted")
	if code := m.app.code(t); code != 0 {
		t.Errorf("assent ended with %d", code)
	}

	m.rows(
		"get_location|denied|user_refused|person",
		"read_file|denied|user_refused|person",
		"read_clipboard|denied|user_refused|person",
		"get_location|error|interrupted|rule",
	)
	m.intact()
}

// TestChinese is the main job in a Chinese session with dark windows.
func TestChinese(t *testing.T) {
	t.Parallel()
	m := newMachine(t, options{lang: "zh_CN.UTF-8", language: "zh-Hans", colours: dark, settings: map[string]any{"theme": "dark"}})
	m.start()
	m.addAgent()
	note, content := m.note()
	call := m.call("read_file", map[string]any{"path": note})
	m.allow(nil)
	if r := m.answered(call, "ok", ""); r.Result["content"] != content {
		t.Errorf("the result is %v, on the disk is %q", r.Result, content)
	}
	m.rows("read_file|ok||person")
}

// TestTakenBack follows one agent from its review to the end of its grant, and a
// question that nobody answers.
func TestTakenBack(t *testing.T) {
	t.Parallel()
	m := newMachine(t, english)
	m.start()
	m.addAgent()
	note, _ := m.note()

	call := m.call("read_file", map[string]any{"path": note})
	m.allow(nil)
	m.answered(call, "ok", "")
	m.gone(m.title())
	m.answered(m.call("read_file", map[string]any{"path": note}), "ok", "")

	// The first button ends all silent windows; then come the grants, the most sensitive first.
	main := m.main()
	main.open("ctrl+3")
	const file = 3
	var revoke []image.Rectangle
	m.until("what can be taken back", func() bool { revoke = main.actions(); return len(revoke) > file })
	main.click("Revoke, of files", middle(revoke[file]))
	m.until("the grant gone", func() bool { return len(main.actions()) < len(revoke) })
	m.answered(m.call("read_file", map[string]any{"path": note}), "denied", "scope_not_granted")

	call = m.call("get_location", map[string]any{})
	m.askedHigh()
	t.Log("30 s pass")
	m.answered(call, "denied", "user_timeout")
	m.rows(
		"read_file|ok||person",
		"read_file|ok||window",
		"read_file|denied|permission_revoked|rule",
		"get_location|denied|user_timeout|timeout",
	)
	m.notifications() // which would cover the window
	main.open("ctrl+1")
	m.until("four calls in the activity, of which two are done", func() bool {
		done, all := main.activity()
		return done == 2 && all == 4
	})
	if shown := m.sqlite("select shown_ms between 30000 and 32000 from calls where reason = 'user_timeout'"); shown != "1" {
		t.Errorf("the question was on screen for %s ms", m.sqlite("select shown_ms from calls where reason = 'user_timeout'"))
	}
	m.intact()
}

// TestOneAssent looks at the main window, closes it and has a second start show it again,
// then the tray.
func TestOneAssent(t *testing.T) {
	t.Parallel()
	m := newMachine(t, english)
	click := m.tray()
	m.start()
	m.main().drawn()
	m.main().press("alt+F4")
	m.gone("Assent")
	second := m.run(filepath.Join(m.built, "assent"), nil, "--data", m.data, "--socket", m.socket)
	if code := second.code(t); code != 0 {
		t.Errorf("the second start ended with %d", code)
	}
	m.main().press("alt+F4")
	m.gone("Assent")
	click()
	m.main().focused()
}

// TestHidden starts Assent in the tray, as a login does: it asks, and opens from there.
func TestHidden(t *testing.T) {
	t.Parallel()
	m := newMachine(t, english)
	click := m.tray()
	m.start("--hidden")
	call := m.call("get_location", map[string]any{})
	m.answered(call, "denied", "tool_not_declared")
	if len(m.windows("Assent")) > 0 {
		t.Fatal("a window is on screen")
	}
	m.addAgent()
	m.main().press("alt+F4")
	m.gone("Assent")
	call = m.call("get_location", map[string]any{})
	m.askedHigh().refuse()
	m.answered(call, "denied", "user_refused")
	m.gone(m.title())
	click()
	m.main().focused()
}

// TestKilled kills Assent while a question is on screen, and again while an allowed call
// runs: the next start says what became of both.
func TestKilled(t *testing.T) {
	t.Parallel()
	asked, over := make(chan struct{}), make(chan struct{})
	site := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		close(asked)
		<-over
	}))
	t.Cleanup(site.Close)
	t.Cleanup(func() { close(over) })
	m := newMachine(t, options{lang: "en_US.UTF-8", language: "en", colours: light,
		settings: map[string]any{"theme": "light", "allowed_hosts": []string{"127.0.0.1"}}})
	m.start()
	m.addAgent()
	note, _ := m.note()

	call := m.call("read_file", map[string]any{"path": note})
	m.window(m.title())
	m.kill()
	if code := call.code(t); code != 2 {
		t.Errorf("the call that got no answer ended with %d", code)
	}
	m.start()
	m.main()
	m.noQuestion()
	m.rows("read_file|denied|interrupted|")

	call = m.call("fetch_url", map[string]any{"url": site.URL})
	m.allow(nil)
	<-asked
	m.kill()
	call.code(t)
	m.start()
	m.rows("read_file|denied|interrupted|", "fetch_url|error|interrupted|person")
	m.intact()
}
