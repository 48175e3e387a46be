package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"assent/app"
	"assent/app/folder"
	"assent/app/ingress"
	"assent/app/script"
	"assent/app/wire"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/clock"
)

// desk is a data folder, a socket, and the engines that one after the other serve them.
type desk struct {
	t      *testing.T
	socket string
	home   string // of the person, whose files agents read
	places folder.Places
	person *person
	engine *app.Engine
	stop   func() // ends the engine and its socket
}

// person reviews and answers as the test says.
type person struct {
	reviews chan func(scopes ...string)
	asked   chan ask.Question
	answers chan ask.Answer
}

func (p *person) Review(_ consent.Review, grant func(scopes []string)) {
	p.reviews <- func(scopes ...string) { grant(scopes) }
}

func (p *person) Ask(ctx context.Context, q ask.Question, shown ask.Shown) (ask.Answer, error) {
	shown.Now()
	p.asked <- q
	select {
	case a := <-p.answers:
		return a, nil
	case <-ctx.Done():
		return ask.Answer{}, ctx.Err()
	}
}

// newDesk starts an engine whose person is answers, an answers file, or the test.
func newDesk(t *testing.T, answers string) *desk {
	t.Helper()
	dir, err := os.MkdirTemp("", "host") // a socket's path is short
	must(t, err)
	t.Cleanup(func() { os.RemoveAll(dir) })
	d := &desk{t: t, home: t.TempDir(), socket: filepath.Join(dir, "run", "s"), places: folder.Places{Data: filepath.Join(dir, "data")}}
	d.person = &person{make(chan func(...string), 100), make(chan ask.Question, 100), make(chan ask.Answer)}
	d.start(answers)
	t.Cleanup(func() { d.stop() })
	return d
}

// start starts an engine on the desk's folder and socket.
func (d *desk) start(answers string) {
	d.t.Helper()
	options := app.Options{Places: d.places, Program: "test", Home: d.home, Asker: d.person, Reviewer: d.person}
	if answers != "" {
		file, err := script.Read([]byte(answers))
		must(d.t, err)
		stand := &script.Person{Answers: file, Clock: clock.System()}
		options.Asker, options.Reviewer = stand, stand
	}
	engine, err := app.Open(options)
	must(d.t, err)
	listener, err := ingress.Listen(d.socket)
	must(d.t, err)
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- ingress.Serve(ctx, listener, engine) }()
	d.engine = engine
	ended := false
	d.stop = func() {
		if ended {
			return
		}
		ended = true
		engine.Quit()
		cancel()
		must(d.t, <-served)
		must(d.t, engine.Close())
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// patient is a context for what must come.
func patient(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeoutCause(t.Context(), 30*time.Second, errors.New("waited in vain"))
	t.Cleanup(cancel)
	return ctx
}

func (d *desk) connect() *Client {
	d.t.Helper()
	c, err := Connect(patient(d.t), d.socket, nil)
	must(d.t, err)
	d.t.Cleanup(c.Close)
	return c
}

// allowing is a person who allows everything.
const allowing = `{"review":{"*":"all"},"answers":[{"answer":"allow","breadth":"scope"}]}`

// listManifest is one with a tool that lists folders.
func listManifest(agentVersion string) []byte {
	return fmt.Appendf(nil, `{"schema_version":"1.0","agent_version":%q,"tools":[{"name":"list_directory","description_i18n_key":"d",`+
		`"permission_scope":"filesystem:read","input_schema":{"type":"object"}}],`+
		`"permission_scopes":[{"id":"filesystem:read","sensitivity":"medium","label_i18n_key":"l"}]}`, agentVersion)
}

// list asks for what is in a folder.
func list(agentID, callID, path string) wire.Request {
	return wire.Request{
		CallKey: wire.CallKey{AgentID: agentID, ConversationID: "c-1", CallID: callID}, Shape: wire.Nested,
		Tool: "list_directory", Arguments: fmt.Appendf(nil, `{"path":%q}`, path),
	}
}
