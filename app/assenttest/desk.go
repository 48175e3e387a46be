// Package assenttest gives tests of other programs an engine to talk to: a real one, on
// folders of its own, listening on a socket, with a person whom an answers file or the
// test itself plays, a clock that the test may advance, agents that call, and a log to
// compare:
//
//	d := assenttest.New(t, assenttest.Allowing)
//	agent := d.Agent("agent-1", manifest)
//	outcome := agent.Call("read_file", map[string]string{"path": "~/notes.md"})
//	d.Logged("read_file ok script")
//
// An engine here never starts the test's program again, unless its TestMain is Main.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package assenttest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"assent/app"
	"assent/app/folder"
	"assent/app/ingress"
	"assent/app/script"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/clock"
)

// Allowing are the answers of a person who allows everything.
const Allowing = `{"review":{"*":"all"},"answers":[{"answer":"allow","breadth":"scope"}]}`

// Desk is a data folder, a socket, and the engines that one after the other serve them.
type Desk struct {
	Socket string
	Home   string // of the person, whose files agents read
	Places folder.Places
	Person *Person     // who decides where no answers file does
	Engine *app.Engine // the one that runs

	t    testing.TB
	with []func(*app.Options)
	stop func()
}

// Person reviews and answers as the test says.
type Person struct {
	Reviews chan func(scopes ...string) // takes one for each review; calling it grants
	Asked   chan ask.Question           // takes each question that is shown
	Answers chan ask.Answer             // gives the answer to the one that is open
}

// Review puts a review to the test.
func (p *Person) Review(_ consent.Review, grant func(scopes []string)) {
	p.Reviews <- func(scopes ...string) { grant(scopes) }
}

// Ask puts a question to the test and waits for its answer.
func (p *Person) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	shown.Now()
	p.Asked <- q
	select {
	case a := <-p.Answers:
		return a, nil
	case <-ctx.Done():
		return ask.Answer{}, ctx.Err()
	}
}

// New starts an engine whose person is answers, an answers file, or where that is empty
// the test. with may change what the engine is made of. It ends with the test.
func New(t testing.TB, answers string, with ...func(*app.Options)) *Desk {
	t.Helper()
	dir, err := os.MkdirTemp("", "desk") // a socket's path is short
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	d := &Desk{t: t, with: with, Home: t.TempDir(), Socket: filepath.Join(dir, "run", "s"), Places: folder.Places{Data: filepath.Join(dir, "data")}}
	d.Person = &Person{make(chan func(...string), 100), make(chan ask.Question, 100), make(chan ask.Answer)}
	d.Start(answers)
	t.Cleanup(func() { d.Stop() })
	return d
}

// Start starts an engine on the desk's folder and socket, after Stop.
func (d *Desk) Start(answers string) {
	d.t.Helper()
	options := app.Options{Places: d.Places, Program: "test", Home: d.Home, Clock: clock.System(), Asker: d.Person, Reviewer: d.Person}
	for _, change := range d.with {
		change(&options)
	}
	if answers != "" {
		file, err := script.Read([]byte(answers))
		must(d.t, err)
		stand := &script.Person{Answers: file, Clock: options.Clock, Home: d.Home}
		options.Asker, options.Reviewer = stand, stand
	}
	engine, err := app.Open(options)
	must(d.t, err)
	listener, err := ingress.Listen(d.Socket)
	must(d.t, err)
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- ingress.Serve(ctx, listener, engine) }()
	d.Engine = engine
	d.stop = func() {
		d.stop = func() {}
		engine.Quit()
		cancel()
		must(d.t, <-served)
		must(d.t, engine.Close())
	}
}

// Stop ends the engine and its socket.
func (d *Desk) Stop() { d.stop() }

// Main runs a package's tests, as its TestMain. A package needs it only where an engine is
// to read the clipboard or to start programs for an agent: for that it starts its own
// program again, here the tests. Without it both are unavailable, and nothing is started.
func Main(m *testing.M) {
	if app.Child() {
		return
	}
	os.Exit(m.Run())
}

// Patient is a context for what must come: it ends the test's waiting after a while.
func Patient(t testing.TB) context.Context {
	ctx, cancel := context.WithTimeoutCause(t.Context(), 30*time.Second, errors.New("waited in vain"))
	t.Cleanup(cancel)
	return ctx
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
