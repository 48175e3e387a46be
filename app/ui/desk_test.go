package ui

import (
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"assent/app"
	"assent/app/ui/sample"
	"assent/app/ui/uitest"
	"assent/app/wire"
	"assent/consent"
	"assent/consent/manifest"
)

// TestMain gives goldens one time zone.
func TestMain(m *testing.M) {
	time.Local = time.UTC
	m.Run()
}

// desk is a sample engine that remembers what the person did.
type desk struct {
	*sample.Engine
	did    []string
	tried  []wire.Request
	paused bool
	agents []consent.Agent // nil: the sample's
	files  []app.AgentFile
	faked  []string
}

func (d *desk) Faked() []string { return d.faked }

func (d *desk) Agents() []consent.Agent {
	if d.agents != nil {
		return d.agents
	}
	return d.Engine.Agents()
}

func (d *desk) AddAgent(id, name string, _ []byte) error {
	d.did = append(d.did, "add "+id+" "+name)
	return nil
}

func (d *desk) ImportAgent(f app.AgentFile, _ func(string, error)) ([]manifest.Issue, error) {
	d.files = append(d.files, f)
	return []manifest.Issue{{Path: "/model", Message: "it is <another>"}}, nil
}

func (d *desk) Untick(agent, tool string) error {
	d.did = append(d.did, "untick "+agent+" "+tool)
	return nil
}

func (d *desk) Lower(agent, tool string) error {
	d.did = append(d.did, "lower "+agent+" "+tool)
	return nil
}

func (d *desk) Raise(agent, tool string) error {
	d.did = append(d.did, "raise "+agent+" "+tool)
	return nil
}

func (d *desk) Pause(on bool) { d.paused = on }
func (d *desk) Paused() bool  { return d.paused }

func (d *desk) Revoke(agent, scope string) error {
	d.did = append(d.did, "revoke "+agent+" "+scope)
	return nil
}

func (d *desk) Lift(r consent.Rule) error {
	d.did = append(d.did, "lift "+r.AgentID+" "+r.Scope)
	return nil
}

func (d *desk) EndWindow(id int64) error {
	d.did = append(d.did, "end window")
	return nil
}

func (d *desk) DenyAll(agent string) { d.did = append(d.did, "deny all "+agent) }

// open shows the main window on a desk, in a bubble of fake time.
func open(t *testing.T, language string, empty bool, f func(u *UI, d *desk, drain func())) {
	t.Helper()
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	synctest.Test(t, func(t *testing.T) {
		a := test.NewTempApp(t)
		d := &desk{Engine: &sample.Engine{Empty: empty, At: time.Now()}}
		u := New(a, Options{Languages: []string{language}, Theme: "light", Now: time.Now})
		q := &uitest.Turnstile{}
		u.later = q.Later
		u.engine, u.tray = d, &tray{}
		u.main = newMainWindow(u)
		u.main.window.Resize(fyne.NewSize(mainWidth, mainHeight))
		q.Drain()
		f(u, d, q.Drain)
		q.Drain()
	})
}

// tap taps the first button with a text.
func tap(t *testing.T, u *UI, drain func(), text string) {
	t.Helper()
	for _, o := range test.LaidOutObjects(u.main.window.Content()) {
		if b, ok := o.(*widget.Button); ok && b.Text == text {
			test.Tap(b)
			drain()
			return
		}
	}
	t.Fatalf("there is no button %q", text)
}

// tick ticks the nth check of the page, the pause in the rail not counted.
func tick(t *testing.T, u *UI, n int) {
	t.Helper()
	for _, o := range test.LaidOutObjects(u.main.body) {
		if c, ok := o.(*widget.Check); ok {
			if n--; n < 0 {
				test.Tap(c)
				return
			}
		}
	}
	t.Fatal("there is no such check")
}
