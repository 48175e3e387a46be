package question

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"assent/app/ui/kit"
	"assent/app/ui/uitest"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

// person sits before an Asker on Fyne's test driver, in a bubble of fake time.
type person struct {
	uitest.Turnstile
	t       *testing.T
	asker   *Asker
	notices []string // desktop notifications that are there
	missed  []string // questions without an answer
	shown   int      // questions whose first frame was on screen
	waiting int      // questions of the agent, the one on screen too
	undone  []string // calls whose answers were taken back
	stuck   error    // what taking back fails with
	denied  []string // agents of which all was denied
}

// sit calls f with a person before an empty screen.
func sit(t *testing.T, language string, f func(p *person)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		app := test.NewTempApp(t)
		app.Settings().SetTheme(kit.Theme{Mode: "light"})
		p := &person{t: t}
		p.asker = New(app, Options{
			Words: kit.NewWords(language), Now: time.Now, Later: p.Later, Home: "/home/alice", CapDays: func() int { return 7 },
			Notify:   func(title, body string) { p.notices = append(p.notices, title+": "+body) },
			Unnotify: func() { p.notices = nil },
			TimedOut: func(what string) { p.missed = append(p.missed, what) },
			DenyAll:  func(agent string) { p.denied = append(p.denied, agent) },
			Waiting:  func(string) int { return p.waiting },
		})
		p.asker.native = true // the test speaks for the window system
		f(p)
		p.asker.Close()
		p.Pass(2 * time.Second) // lets every timer end
	})
}

// asked is a question put to the person.
type asked struct {
	answer ask.Answer
	err    error
	ended  bool
	cancel context.CancelFunc
}

// ask puts a question on screen, without the keyboard.
func (p *person) ask(q ask.Question) *asked {
	p.t.Helper()
	return p.askWith(q, &ask.Draft{}, false)
}

// askWith puts a question on screen with what was left of it.
func (p *person) askWith(q ask.Question, d *ask.Draft, back bool) *asked {
	p.t.Helper()
	a := &asked{}
	ctx, cancel := context.WithCancel(p.t.Context())
	a.cancel = cancel
	var deadline time.Time
	go func() {
		a.answer, a.err = p.asker.Ask(ctx, q, ask.Shown{
			Now:      func() { p.shown++; deadline = time.Now().Add(30 * time.Second) },
			Deadline: func() (time.Time, bool) { return deadline, !deadline.IsZero() },
			Waiting:  func() int { return 0 },
			Draft:    d,
			Back:     back,
		})
		a.ended = true
	}()
	p.Drain()
	p.asker.window.Canvas().Capture() // draws the frame
	p.Drain()
	return a
}

// looks gives the window to the person: in view and with the keyboard, for d.
func (p *person) looks(d time.Duration) {
	nativeEvents{p.asker}.covered(false)
	nativeEvents{p.asker}.focused(true)
	p.waits(d)
}

func (p *person) waits(d time.Duration) { p.Pass(d) }

// find returns the control on screen with a text.
func (p *person) find(text string) *control {
	p.t.Helper()
	for _, o := range onScreen(p.asker.window.Content()) {
		if c, ok := o.(*control); ok && c.text == text {
			return c
		}
	}
	return nil
}

// onScreen returns what is shown of o, itself first.
func onScreen(o fyne.CanvasObject) []fyne.CanvasObject {
	if !o.Visible() {
		return nil
	}
	all := []fyne.CanvasObject{o}
	var parts []fyne.CanvasObject
	switch o := o.(type) {
	case *fyne.Container:
		parts = o.Objects
	case fyne.Widget:
		parts = test.WidgetRenderer(o).Objects()
	}
	for _, part := range parts {
		all = append(all, onScreen(part)...)
	}
	return all
}

// click presses and releases the pointer on a control.
func (p *person) click(text string) {
	p.t.Helper()
	c := p.find(text)
	if c == nil {
		p.t.Fatalf("there is no %q on screen", text)
	}
	c.MouseDown(primary())
	c.MouseUp(primary())
	p.Drain()
}

func primary() *desktop.MouseEvent { return &desktop.MouseEvent{Button: desktop.MouseButtonPrimary} }

// key presses and releases a key, as the driver passes it on.
func (p *person) key(name fyne.KeyName) {
	event := &fyne.KeyEvent{Name: name}
	canvas := p.asker.window.Canvas()
	if name == fyne.KeyTab {
		if keyable, ok := canvas.Focused().(desktop.Keyable); ok {
			keyable.KeyDown(event)
		}
		canvas.FocusNext()
		return
	}
	canvas.Focused().(desktop.Keyable).KeyDown(event)
	p.repeat(name)
	if keyable, ok := canvas.Focused().(desktop.Keyable); ok {
		keyable.KeyUp(event)
	}
	p.Drain()
}

// repeat is a held key: the driver passes on typed keys alone.
func (p *person) repeat(name fyne.KeyName) {
	if focused := p.asker.window.Canvas().Focused(); focused != nil {
		focused.TypedKey(&fyne.KeyEvent{Name: name})
	}
}

// focus moves the keyboard to a control with Tab.
func (p *person) focus(text string) {
	p.t.Helper()
	for range 20 {
		p.key(fyne.KeyTab)
		if c, ok := p.asker.window.Canvas().Focused().(*control); ok && c.text == text {
			return
		}
	}
	p.t.Fatalf("Tab does not reach %q", text)
}

// question returns a plain question of a sensitivity.
func question(s manifest.Sensitivity) ask.Question {
	q := ask.Question{
		Caller: ask.Caller{AgentID: "agent-1", AgentName: "DemoBot", ConversationID: "c-1"},
		CallID: "call-1", Tool: "read_file", Description: manifest.Words{Fallback: "Reads a file."}, Scope: "filesystem:read", Sensitivity: s,
		Why:       []i18n.Text{{Key: "why.first"}},
		Arguments: []byte(`{"path":"/home/alice/Documents/notes.md"}`),
		Facts: executors.Facts{Target: "/home/alice/Documents/notes.md", Leaves: i18n.Text{Key: "leaves.file"},
			Details: []i18n.Text{{Key: "fact.file", Args: map[string]any{"Size": "4.1 kB"}}}},
	}
	if s == manifest.Medium {
		q.Facts.Breadth = "/home/alice/Documents"
	}
	return q
}
