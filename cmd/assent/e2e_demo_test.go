//go:build linux

package main_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestDemo runs the demo and answers it by clicks. With ASSENT_DEMO, the name of a
// folder, the transcript goes to standard output and pictures to that folder.
func TestDemo(t *testing.T) {
	t.Parallel()
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "Hello from a web site.\n")
	}))
	defer site.Close()
	address, err := url.Parse(site.URL)
	if err != nil {
		t.Fatal(err)
	}
	o := english
	o.env = []string{"ASSENT_DEMO_URL=http://localhost:" + address.Port() + "/"}
	m := newMachine(t, o)
	m.data = filepath.Join(m.Home, ".local", "share", "assent-demo")
	m.socket = filepath.Join(m.data, "run", "assent.sock")
	m.writeSettings(m.data, map[string]any{"theme": "light", "allowed_hosts": []string{"localhost"}})
	m.SetClipboard("text/plain", []byte("What you copied last."))
	pictures := os.Getenv("ASSENT_DEMO")
	if pictures == "" {
		pictures = t.TempDir()
	} else {
		m.out = os.Stdout
	}
	keep := func(name string) func(window) {
		return func(w window) { w.keep(filepath.Join(pictures, name+".png")) }
	}

	m.env = append(m.env, "ASSENT_BUILT="+m.built)
	demo := m.run(filepath.Join("..", "..", ".ci", "demo"), nil)
	m.app = demo
	m.review(keep("1-review"))
	m.allow(func(w window) {
		keep("2-file")(w)
		m.Screenshot(filepath.Join(pictures, "3-screen.png"))
	})
	m.allow(keep("4-clipboard"))
	position := m.askedHigh()
	position.armed()
	keep("5-location")(position.window)
	position.allow()
	m.allow(keep("6-website"))
	m.until("the end of the calls", func() bool { return strings.Contains(demo.out.String(), "quit Assent to end") })
	m.gone(m.title())

	m.notifications() // which would cover the window
	main := m.main()
	main.open("ctrl+1")
	m.until("the calls in the activity", func() bool { return has(main.picture(), main.page(), m.colours.low) })
	keep("7-activity")(main)
	main.press("ctrl+q")
	if code := demo.code(t); code != 0 {
		t.Errorf("the demo ended with %d", code)
	}
	const each = "send_notification|ok\nread_file|ok\nread_clipboard|ok\nget_location|ok\nfetch_url|ok"
	if got := m.sqlite("select tool_name, status from calls order by seq"); got != each {
		t.Errorf("the calls were\n%s\nwant\n%s", got, each)
	}
}
