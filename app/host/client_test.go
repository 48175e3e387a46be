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

	"assent/app/ingress"
	"assent/app/wire"
	"assent/consent/ask"

	"github.com/go-json-experiment/json/jsontext"
)

// Many calls are in flight at once, more than there are places; each gets its own answer.
func TestManyCalls(t *testing.T) {
	t.Parallel()
	d := newDesk(t, allowing)
	c := d.connect()
	_, err := c.Declare(patient(t), "agent-1", "", listManifest("1.0.0"))
	must(t, err)
	dir := d.home
	if r, err := c.Call(patient(t), list("agent-1", "first", dir)); err != nil || r.Status != wire.StatusOK {
		t.Fatalf("got %+v, %v", r, err) // a window is open from now on
	}
	var all sync.WaitGroup
	for i := range 2 * wire.MaxInFlight {
		name := fmt.Sprint(i)
		must(t, os.Mkdir(filepath.Join(dir, name), 0o700))
		all.Go(func() {
			r, err := c.Call(patient(t), list("agent-1", name, filepath.Join(dir, name)))
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
	d := newDesk(t, "")
	c := d.connect()
	granted := make(chan error)
	go func() {
		_, err := c.Declare(patient(t), "agent-1", "", listManifest("1.0.0"))
		granted <- err
	}()
	(<-d.person.reviews)("filesystem:read")
	must(t, <-granted)
	answered := make(chan wire.Reply)
	go func() {
		r, err := c.Call(patient(t), list("agent-1", "1", d.home))
		if err != nil {
			t.Error(err)
		}
		answered <- r
	}()
	<-d.person.asked
	d.person.answers <- ask.Answer{Choice: ask.AlwaysDeny}
	if r := <-answered; r.Status != wire.StatusDenied || r.Reason != wire.UserRefused {
		t.Errorf("got %+v", r)
	}
	if r, err := c.Call(patient(t), list("agent-1", "2", d.home)); err != nil || r.Reason != wire.PermissionRevoked {
		t.Errorf("got %+v, %v", r, err)
	}
}

func TestCallsThatAreNotSent(t *testing.T) {
	t.Parallel()
	c := newDesk(t, allowing).connect()
	for name, test := range map[string]struct {
		request wire.Request
		code    string
	}{
		"without a conversation": {wire.Request{CallKey: wire.CallKey{AgentID: "a"}, Tool: "t"}, wire.BadMessage},
		"too long":               {list("agent-1", "1", strings.Repeat("x", wire.MaxInbound)), wire.LineTooLong},
		"no JSON":                {wire.Request{CallKey: wire.CallKey{AgentID: "a", ConversationID: "c"}, Arguments: jsontext.Value("x")}, ""},
	} {
		_, err := c.Call(patient(t), test.request)
		var refusal *wire.Error
		if err == nil || errors.As(err, &refusal) != (test.code != "") || test.code != "" && refusal.Code != test.code {
			t.Errorf("%s: %v", name, err)
		}
	}
	if r, err := c.Call(patient(t), list("agent-1", "", "/")); err != nil || r.Reason != wire.ToolNotDeclared || r.CallID == "" {
		t.Errorf("afterwards got %+v, %v", r, err)
	}
}

// Who waits for a person can be stopped, and the name stays taken until the answer came.
func TestWaitingEnds(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "")
	c := d.connect()
	reviewed := make(chan error)
	ctx, cancel := context.WithCancel(patient(t))
	go func() {
		_, err := c.Declare(ctx, "agent-1", "", listManifest("1.0.0"))
		reviewed <- err
	}()
	grant := <-d.person.reviews
	cancel()
	if err := <-reviewed; !errors.Is(err, context.Canceled) {
		t.Errorf("the review's waiting ended with %v", err)
	}
	grant("filesystem:read")
	if r, err := c.Declare(patient(t), "agent-1", "", listManifest("1.0.0")); err != nil || len(r.Granted) != 1 {
		t.Fatalf("got %+v, %v", r, err)
	}
	ctx, cancel = context.WithCancel(patient(t))
	waited := make(chan error)
	call := list("agent-1", "1", d.home)
	go func() {
		_, err := c.Call(ctx, call)
		waited <- err
	}()
	<-d.person.asked
	if _, err := c.Call(patient(t), call); !errors.Is(err, ErrInFlight) {
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
	c := newDesk(t, allowing).connect()
	for _, test := range []struct {
		manifest string
		version  int
	}{{"1.0.0", 1}, {"1.0.0", 1}, {"1.0.1", 2}, {"1.0.2", 3}, {"1.0.2", 3}, {"1.0.0", 4}} {
		r, err := c.Declare(patient(t), "agent-1", "Bot", listManifest(test.manifest))
		if err != nil || r.Version != test.version || len(r.Granted) != 1 {
			t.Errorf("%s: got %+v, %v, want version %d", test.manifest, r, err, test.version)
		}
	}
	var all sync.WaitGroup
	for range 3 { // hosts of one agent that start at once
		all.Go(func() {
			if _, err := c.Declare(patient(t), "agent-2", "", listManifest("1.0.0")); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// What an engine has against a line is told to who said it, and to nobody else.
func TestRefusals(t *testing.T) {
	t.Parallel()
	d := newDesk(t, allowing)
	c := d.connect()
	told := func(err error, code string) {
		t.Helper()
		var refusal *wire.Error
		if !errors.As(err, &refusal) || refusal.Code != code {
			t.Errorf("got %v, want %s", err, code)
		}
	}
	_, err := c.Declare(patient(t), "agent-1", "", []byte(`{"schema_version":"2.0"}`))
	told(err, wire.ManifestInvalid)
	_, err = c.Declare(patient(t), "é", "", listManifest("1.0.0"))
	told(err, wire.BadMessage)
	told(c.Reauth(patient(t), wire.Reauth{AgentID: "agent-1", Version: 2, Hash: "x"}), wire.BadMessage)
	told(c.Restrict(patient(t), "agent-1", nil), wire.BadMessage)
	_, err = c.Offer(patient(t), wire.Manifest{AgentID: "agent-1", Version: 1, Hash: "x", Manifest: listManifest("1.0.0")})
	told(err, wire.HashMismatch)
	_, err = c.Declare(patient(t), "agent-1", "", listManifest("1.0.0"))
	must(t, err)
	must(t, c.Restrict(patient(t), "agent-1", []string{"filesystem:read"}))
	must(t, c.Reauth(patient(t), wire.Reauth{AgentID: "agent-1", Version: 2, Hash: "x"}))
	answer, err := c.Control(patient(t), wire.Control{Op: wire.AgentRemove, AgentID: "agent-2"})
	if err != nil || answer.Err() == nil {
		t.Errorf("removing nobody: %+v, %v", answer, err)
	}
	if greeting, err := c.Hello(patient(t)); err != nil || greeting.Scopes["filesystem:read"] != "available" {
		t.Errorf("got %+v, %v", greeting, err)
	}
}

// Every relation is told, also those nobody waits for.
func TestRelations(t *testing.T) {
	t.Parallel()
	d := newDesk(t, allowing)
	relations := make(chan wire.Relation, 10)
	c, err := Connect(patient(t), d.socket, func(r wire.Relation) { relations <- r })
	must(t, err)
	defer c.Close()
	_, err = c.Declare(patient(t), "agent-1", "", listManifest("1.0.0"))
	must(t, err)
	<-relations
	must(t, d.engine.Revoke("agent-1", "filesystem:read"))
	if r := <-relations; r.AgentID != "agent-1" || len(r.Granted) != 0 {
		t.Errorf("got %+v", r)
	}
}

func TestNoEngine(t *testing.T) {
	t.Parallel()
	d := newDesk(t, allowing)
	_, err := Connect(t.Context(), filepath.Join(t.TempDir(), "none"), nil)
	if !errors.Is(err, ingress.ErrNoEngine) {
		t.Errorf("where nothing is: %v", err)
	}
	c := d.connect()
	d.stop()
	<-c.Ended()
	if _, err := c.Call(patient(t), list("agent-1", "1", "/")); err == nil {
		t.Error("an engine that ended answers")
	}
	if _, err := Connect(t.Context(), d.socket, nil); !errors.Is(err, ingress.ErrNoEngine) {
		t.Errorf("after the engine's end: %v", err)
	}
}

// A call that the engine's end interrupts is answered by the engine.
func TestEngineEnds(t *testing.T) {
	t.Parallel()
	d := newDesk(t, "")
	c := d.connect()
	declared := make(chan error)
	go func() {
		_, err := c.Declare(patient(t), "agent-1", "", listManifest("1.0.0"))
		declared <- err
	}()
	(<-d.person.reviews)("filesystem:read")
	must(t, <-declared)
	go func() {
		_, err := c.Declare(patient(t), "agent-2", "", listManifest("1.0.0"))
		declared <- err
	}()
	<-d.person.reviews
	answered := make(chan wire.Reply)
	go func() {
		r, err := c.Call(patient(t), list("agent-1", "1", d.home))
		if err != nil {
			t.Error(err)
		}
		answered <- r
	}()
	<-d.person.asked
	d.stop()
	if r := <-answered; r.Reason != wire.Interrupted {
		t.Errorf("got %+v", r)
	}
	if err := <-declared; !errors.Is(err, ErrEnded) {
		t.Errorf("the review that waited got %v", err)
	}
}
