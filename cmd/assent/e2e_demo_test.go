//go:build linux

package main_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// demo is the demo on a machine of its own.
type demo struct {
	*machine
	process  *process
	pictures string
}

// startDemo starts the demo, which goes the way of that name. With ASSENT_DEMO, the name
// of a folder, the transcript goes to standard output and pictures to that folder.
func startDemo(t *testing.T, way string) demo {
	t.Helper()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "Hello from a web site.\n")
	}))
	t.Cleanup(site.Close)
	address, err := url.Parse(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	o := english
	o.env = []string{"ASSENT_DEMO_URL=http://localhost:" + address.Port() + "/", "WAY=" + way}
	m := newMachine(t, o)
	m.data = filepath.Join(m.Home, ".local", "share", "assent-demo")
	m.socket = filepath.Join(m.data, "run", "assent.sock")
	m.writeSettings(m.data, map[string]any{"theme": "light", "allowed_hosts": []string{"localhost"}})
	m.SetClipboard("text/plain", []byte("What you copied last."))
	d := demo{machine: m, pictures: os.Getenv("ASSENT_DEMO")}
	if d.pictures == "" {
		d.pictures = t.TempDir()
	} else {
		m.out = os.Stdout
	}
	m.env = append(m.env, "ASSENT_BUILT="+m.built)
	d.process = m.run(filepath.Join("..", "..", ".ci", "demo"), nil)
	m.app = d.process
	return d
}

// story answers what the window itself begins with: a note, and a file with a password.
func (d demo) story() {
	d.t.Helper()
	d.allow(func(w window) {
		d.keep("1-file")(w)
		d.Screenshot(filepath.Join(d.pictures, "1-screen.png"))
	})
	password := d.askedHigh()
	password.armed()
	d.keep("1-password")(password.window)
	password.refuse()
}

const storyCalls = "send_notification|ok\nread_file|ok\nread_file|denied\n"

func (d demo) keep(name string) func(window) {
	return func(w window) { w.keep(filepath.Join(d.pictures, name+".png")) }
}

// end quits the demo, which has made these calls after the story.
func (d demo) end(calls string) {
	d.t.Helper()
	d.gone(d.title())
	d.notifications() // which would cover the window
	main := d.main()
	main.open("ctrl+1")
	d.until("the calls in the activity", func() bool { return has(main.picture(), main.page(), d.colours.low) })
	d.keep("9-activity")(main)
	main.press("ctrl+q")
	if code := d.process.code(d.t); code != 0 {
		d.t.Errorf("the demo ended with %d", code)
	}
	if got := d.sqlite("select tool_name, status from calls order by seq"); got != storyCalls+calls {
		d.t.Errorf("the calls were\n%s\nwant\n%s", got, storyCalls+calls)
	}
}

// TestDemo runs the demo and answers it by clicks.
func TestDemo(t *testing.T) {
	t.Parallel()
	m := startDemo(t, "")
	m.story()
	m.review(m.keep("2-review"))
	m.allow(m.keep("4-clipboard"))
	position := m.askedHigh()
	position.armed()
	m.keep("5-location")(position.window)
	position.allow()
	m.allow(m.keep("6-website"))
	m.allow(m.keep("7-calendar"))
	lunch := m.askedHigh()
	lunch.armed()
	m.keep("8-lunch")(lunch.window)
	lunch.allow()
	m.until("the end of the calls", func() bool { return strings.Contains(m.process.out.String(), "quit Assent to end") })
	m.end("read_clipboard|ok\nget_location|ok\nfetch_url|ok\nproject_cli|ok\nproject_cli|ok")
}

// TestDemoOverTheServer runs the demo's whole way: what the user writes reaches the agent
// over the server, its calls the desk, and its answers the user.
func TestDemoOverTheServer(t *testing.T) {
	t.Parallel()
	if err := exec.Command("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))").Run(); err != nil {
		t.Skipf("there is no python3 of 3.11 or newer, which the agent is written in: %v", err)
	}
	m := startDemo(t, "server")
	m.story()
	m.review(m.keep("2-review"))
	m.allow(m.keep("2-website"))
	m.until("what the website says", func() bool { return strings.Contains(m.process.out.String(), "says: “Hello from a web site.”") })
	other := m.asked()
	other.armed() // long after a key counts
	m.keep("3-other")(other.window)
	other.escape(func() bool { return strings.Contains(m.process.out.String(), "DemoBot: All right, I did not do it.") })
	position := m.askedHigh()
	m.keep("4-location")(position.window)
	position.refuse()
	m.until("the end of the way", func() bool { return strings.Contains(m.process.out.String(), "Quit Assent to end") })
	m.end("fetch_url|ok\nfetch_url|denied\nget_location|denied")
}
