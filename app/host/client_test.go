package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"assent/app/assenttest"
	"assent/app/ingress"
	"assent/app/wire"
	"assent/consent/ask"

	"github.com/go-json-experiment/json/jsontext"
)

// Many calls are in flight at once, more than there are places; each gets its own answer.
func TestManyCalls(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	c := connect(t, d)
	_, err := c.Declare(assenttest.Patient(t), "agent-1", "", listManifest("1.0.0"))
	must(t, err)
	dir := d.Home
	if r, err := c.Call(assenttest.Patient(t), list("agent-1", "first", dir)); err != nil || r.Status != wire.StatusOK {
		t.Fatalf("got %+v, %v", r, err) // a window is open from now on
	}
	var all sync.WaitGroup
	for i := range 2 * wire.MaxInFlight {
		name := fmt.Sprint(i)
		must(t, os.Mkdir(filepath.Join(dir, name), 0o700))
		all.Go(func() {
			r, err := c.Call(assenttest.Patient(t), list("agent-1", name, filepath.Join(dir, name)))
			if err != nil || r.CallID != name || !strings.Contains(string(r.Result), `/`+name+`"`) {
				t.Errorf("call %s got %s, %v", name, r.Reason, err)
			}
		})
	}
	all.Wait()
}

// The words of a no are Assent's own, of either shape's.
func TestDenials(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	c := connect(t, d)
	granted := make(chan error)
	go func() {
		_, err := c.Declare(assenttest.Patient(t), "agent-1", "", listManifest("1.0.0"))
		granted <- err
	}()
	(<-d.Person.Reviews)("filesystem:read")
	must(t, <-granted)
	answered := make(chan wire.Reply)
	go func() {
		r, err := c.Call(assenttest.Patient(t), list("agent-1", "1", d.Home))
		if err != nil {
			t.Error(err)
		}
		answered <- r
	}()
	<-d.Person.Asked
	d.Person.Answers <- ask.Answer{Choice: ask.AlwaysDeny}
	if r := <-answered; r.Status != wire.StatusDenied || r.Reason != wire.UserRefused {
		t.Errorf("got %+v", r)
	}
	if r, err := c.Call(assenttest.Patient(t), list("agent-1", "2", d.Home)); err != nil || r.Reason != wire.PermissionRevoked {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestCallsThatAreNotSent(t *testing.T) {
	t.Parallel()
	c := connect(t, assenttest.New(t, assenttest.Allowing))
	for name, test := range map[string]struct {
		request wire.Request
		code    string
	}{
		"without a conversation": {wire.Request{CallKey: wire.CallKey{AgentID: "a"}, Tool: "t"}, wire.BadMessage},
		"too long":               {list("agent-1", "1", strings.Repeat("x", wire.MaxInbound)), wire.LineTooLong},
		"no JSON":                {wire.Request{CallKey: wire.CallKey{AgentID: "a", ConversationID: "c"}, Arguments: jsontext.Value("x")}, ""},
	} {
		_, err := c.Call(assenttest.Patient(t), test.request)
		var refusal *wire.Error
		if err == nil || errors.As(err, &refusal) != (test.code != "") || test.code != "" && refusal.Code != test.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	if r, err := c.Call(assenttest.Patient(t), list("agent-1", "", "/")); err != nil || r.Reason != wire.ToolNotDeclared || r.CallID == "" {
		t.Errorf("afterwards got %+v, %v", r, err)
	}
}

// Who waits for a person can be stopped, and the name stays taken until the answer came.
func TestWaitingEnds(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	c := connect(t, d)
	reviewed := make(chan error)
	ctx, cancel := context.WithCancel(assenttest.Patient(t))
	go func() {
		_, err := c.Declare(ctx, "agent-1", "", listManifest("1.0.0"))
		reviewed <- err
	}()
	grant := <-d.Person.Reviews
	cancel()
	if err := <-reviewed; !errors.Is(err, context.Canceled) {
		t.Errorf("the review's waiting ended with %v", err)
	}
	grant("filesystem:read")
	if r, err := c.Declare(assenttest.Patient(t), "agent-1", "", listManifest("1.0.0")); err != nil || len(r.Granted) != 1 {
		t.Fatalf("got %+v, %v", r, err)
	}
	ctx, cancel = context.WithCancel(assenttest.Patient(t))
	waited := make(chan error)
	call := list("agent-1", "1", d.Home)
	go func() {
		_, err := c.Call(ctx, call)
		waited <- err
	}()
	<-d.Person.Asked
	if _, err := c.Call(assenttest.Patient(t), call); !errors.Is(err, ErrInFlight) {
		t.Errorf("the same name twice: %v", err)
	}
	cancel()
	if err := <-waited; !errors.Is(err, context.Canceled) {
		t.Errorf("the call's waiting ended with %v", err)
	}
}

// A manifest is declared under the version that follows, or under its own.
func TestDeclare(t *testing.T) {
	t.Parallel()
	c := connect(t, assenttest.New(t, assenttest.Allowing))
	for _, test := range []struct {
		manifest string
		version  int
	}{{"1.0.0", 1}, {"1.0.0", 1}, {"1.0.1", 2}, {"1.0.2", 3}, {"1.0.2", 3}, {"1.0.0", 4}} {
		r, err := c.Declare(assenttest.Patient(t), "agent-1", "Bot", listManifest(test.manifest))
		if err != nil || r.Version != test.version || len(r.Granted) != 1 {
			t.Errorf("%s: got %+v, %v, want version %d", test.manifest, r, err, test.version)
		}
	}
	var all sync.WaitGroup
	for range 3 { // hosts of one agent that start at once
		all.Go(func() {
			if _, err := c.Declare(assenttest.Patient(t), "agent-2", "", listManifest("1.0.0")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// What an engine has against a line is told to who said it, and to nobody else.
func TestRefusals(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	c := connect(t, d)
	told := func(err error, code string) {
		t.Helper()
		var refusal *wire.Error
		if !errors.As(err, &refusal) || refusal.Code != code {
			t.Errorf("got %v, want %s", err, code)
		}
	}
	_, err := c.Declare(assenttest.Patient(t), "agent-1", "", []byte(`{"schema_version":"2.0"}`))
	told(err, wire.ManifestInvalid)
	_, err = c.Declare(assenttest.Patient(t), "é", "", listManifest("1.0.0"))
	told(err, wire.BadMessage)
	told(c.Reauth(assenttest.Patient(t), wire.Reauth{AgentID: "agent-1", Version: 2, Hash: "x"}), wire.BadMessage)
	told(c.Restrict(assenttest.Patient(t), "agent-1", nil), wire.BadMessage)
	_, err = c.Offer(assenttest.Patient(t), wire.Manifest{AgentID: "agent-1", Version: 1, Hash: "x", Manifest: listManifest("1.0.0")})
	told(err, wire.HashMismatch)
	_, err = c.Declare(assenttest.Patient(t), "agent-1", "", listManifest("1.0.0"))
	must(t, err)
	must(t, c.Restrict(assenttest.Patient(t), "agent-1", []string{"filesystem:read"}))
	must(t, c.Reauth(assenttest.Patient(t), wire.Reauth{AgentID: "agent-1", Version: 2, Hash: "x"}))
	answer, err := c.Control(assenttest.Patient(t), wire.Control{Op: wire.AgentRemove, AgentID: "agent-2"})
	if err != nil || answer.Err() == nil {
		t.Errorf("removing nobody: %+v, %v", answer, err)
	}
	if greeting, err := c.Hello(assenttest.Patient(t)); err != nil || greeting.Scopes["filesystem:read"] != "available" {
		t.Errorf("got %+v, %v", greeting, err)
	}
}

// Every relation is told, also those nobody waits for.
func TestRelations(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	relations := make(chan wire.Relation, 10)
	c, err := Connect(assenttest.Patient(t), d.Socket, func(r wire.Relation) { relations <- r })
	must(t, err)
	defer c.Close()
	_, err = c.Declare(assenttest.Patient(t), "agent-1", "", listManifest("1.0.0"))
	must(t, err)
	<-relations
	must(t, d.Engine.Revoke("agent-1", "filesystem:read"))
	if r := <-relations; r.AgentID != "agent-1" || len(r.Granted) != 0 {
		t.Errorf("got %+v", r)
	}
}

func TestNoEngine(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	_, err := Connect(t.Context(), filepath.Join(t.TempDir(), "none"), nil)
	if !errors.Is(err, ingress.ErrNoEngine) {
		t.Errorf("where nothing is: %v", err)
	}
	c := connect(t, d)
	d.Stop()
	<-c.Ended()
	if _, err := c.Call(assenttest.Patient(t), list("agent-1", "1", "/")); err == nil {
		t.Error("an engine that ended answers")
	}
	if _, err := Connect(t.Context(), d.Socket, nil); !errors.Is(err, ingress.ErrNoEngine) {
		t.Errorf("after the engine's end: %v", err)
	}
}

// A call that the engine's end interrupts is answered by the engine.
func TestEngineEnds(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	c := connect(t, d)
	declared := make(chan error)
	go func() {
		_, err := c.Declare(assenttest.Patient(t), "agent-1", "", listManifest("1.0.0"))
		declared <- err
	}()
	(<-d.Person.Reviews)("filesystem:read")
	must(t, <-declared)
	go func() {
		_, err := c.Declare(assenttest.Patient(t), "agent-2", "", listManifest("1.0.0"))
		declared <- err
	}()
	<-d.Person.Reviews
	answered := make(chan wire.Reply)
	go func() {
		r, err := c.Call(assenttest.Patient(t), list("agent-1", "1", d.Home))
		if err != nil {
			t.Error(err)
		}
		answered <- r
	}()
	<-d.Person.Asked
	d.Stop()
	if r := <-answered; r.Reason != wire.Interrupted {
		t.Errorf("got %+v", r)
	}
	if err := <-declared; !errors.Is(err, ErrEnded) {
		t.Errorf("the review that waited got %v", err)
	}
}
