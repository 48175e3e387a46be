package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/assenttest"
	"assent/app/host"
	"assent/app/wire"
	"assent/consent/ask"
	"assent/consent/clock"
)

// relation waits until a relation is as it should be.
func (b *bench) relation(id string, version int, granted string) {
	b.t.Helper()
	patient := assenttest.Patient(b.t)
	for {
		r := b.must(200, b.Owner, "GET", "/h2a/relations/"+id, nil)
		if r["manifest_version"] == float64(version) && fmt.Sprint(r["granted_scopes"]) == granted {
			return
		}
		if patient.Err() != nil {
			b.t.Fatalf("the relation is %v, want version %d with %s", r, version, granted)
		}
	}
}

const (
	nullable = `"path":{"type":["string","null"]}`
	plain    = `"path":{"type":"string"}`
)

// changed is the manifest that a breaking change makes of reading.
var changed = strings.Replace(reading, plain, nullable, 1)

// TestBreakingChange: all who hold a relation hear of it, and the desk stops the scope
// until its person has agreed anew.
func TestBreakingChange(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	b := newBench(t, clock.System(), d.Socket)
	a, u := b.agent(reading), b.Users[0]
	r, c := b.relate(a, u), b.conversation(a, u, "h2a")
	(<-d.Person.Reviews)("filesystem:read")
	b.relation(r, 1, "[filesystem:read]")
	mine, theirs := b.events(a.key, "0"), b.events(u.Token, "0")

	answer := b.must(200, a.key, "PATCH", "/agents/"+a.id, changed)
	for _, e := range []object{mine.next(), theirs.next()} {
		if e["type"] != "h2a.reauth_required" || e["new_manifest_version"] != 2.0 || e["new_manifest_hash"] != answer["capability_manifest_hash"] ||
			fmt.Sprint(e["scopes_requiring_reauth"]) != "[filesystem:read]" {
			t.Errorf("the change is told as %v", e)
		}
	}
	b.call(a, c, "before", "read_file", object{"path": "/x"})
	if r := response(mine.next()); r["reason"] != "scope_not_granted" {
		t.Errorf("before the review it is answered %v", r)
	}
	(<-d.Person.Reviews)("filesystem:read")
	b.relation(r, 2, "[filesystem:read]")

	wider := strings.Replace(changed, `"additionalProperties":false`, `"additionalProperties":true`, 1)
	b.must(200, a.key, "PATCH", "/agents/"+a.id, wider)
	b.relation(r, 3, "[filesystem:read]") // silently
}

// TestTwoDesks: each user has their own grants, conversations and answers.
func TestTwoDesks(t *testing.T) {
	t.Parallel()
	yes, no := assenttest.New(t, assenttest.Allowing), assenttest.New(t, `{"review":{"*":[]}}`)
	b := newBench(t, clock.System(), yes.Socket, no.Socket)
	a := b.agent(reading)
	events := b.events(a.key, "0")
	for i, want := range []string{"[filesystem:read]", "[]"} {
		u := b.Users[i]
		b.relation(b.relate(a, u), 1, want)
		b.call(a, b.conversation(a, u, "h2a"), "c1", "read_file", object{"path": "/none"}) // the same id, another conversation
		e := events.next()
		if r := response(e); e["user_id"] != u.UserID || r["reason"] != []string{"path_not_found", "scope_not_granted"}[i] {
			t.Errorf("%s answers %v", u.UserID, e)
		}
	}
	if status, _ := b.ask(b.Users[1].Token, "POST", "/h2a/relations", object{"agent_id": a.id, "granted_scopes": []string{}, "user_id": b.Users[0].UserID}); status != 403 {
		t.Errorf("one user adds an agent for another: %d", status)
	}
}

// TestDeskThatWasAway: it gets the manifests and the calls that it missed, in order, each
// once, whatever was started again meanwhile.
func TestDeskThatWasAway(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	path := filepath.Join(d.Home, "notes.md")
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	b := newBench(t, clock.System(), d.Socket)
	a, u := b.agent(reading), b.Users[0]
	r, c := b.relate(a, u), b.conversation(a, u, "h2a")
	b.relation(r, 1, "[filesystem:read]")
	d.Stop()
	b.must(200, a.key, "PATCH", "/agents/"+a.id, changed)
	var want []string
	for i := range 5 {
		want = append(want, fmt.Sprint("c", i))
		seq := b.call(a, c, want[i], "read_file", object{"path": path})
		if again := b.call(a, c, want[i], "read_file", object{"path": path}); again != seq {
			t.Errorf("the same call again has seq %d, had %d", again, seq)
		}
	}
	b.stop()
	b.start(clock.System(), d.Socket)
	b.call(a, c, "last", "read_file", object{"path": nil}) // fits the new manifest alone
	d.Start(assenttest.Allowing)

	events, got := b.events(a.key, "0"), map[string]int{}
	for len(got) < 6 {
		e := events.next()
		if e["type"] == "h2a.reauth_required" {
			continue
		}
		answer := response(e)
		got[answer["call_id"].(string)]++
		if status := map[bool]string{true: "error", false: "ok"}[answer["call_id"] == "last"]; answer["status"] != status || answer["reason"] == "invalid_arguments" && strings.Contains(fmt.Sprint(answer["message"]), "type") {
			t.Errorf("it is answered %v", answer)
		}
	}
	b.relation(r, 2, "[filesystem:read]")
	b.stop()
	b.start(clock.System(), d.Socket)
	b.call(a, c, "after", "read_file", object{"path": path})
	if e := events.afterRestart(b, a); response(e)["call_id"] != "after" {
		t.Errorf("answered again: %v", e)
	}
	for id, n := range got {
		if n != 1 {
			t.Errorf("%s was answered %d times", id, n)
		}
	}
}

// TestQuestionWhileTheSandboxEnds: the question closes, and the agent hears of that, once.
func TestQuestionWhileTheSandboxEnds(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	b := newBench(t, clock.System(), d.Socket)
	a, u := b.agent(reading), b.Users[0]
	r, c := b.relate(a, u), b.conversation(a, u, "h2a")
	(<-d.Person.Reviews)("filesystem:read")
	b.relation(r, 1, "[filesystem:read]")
	b.call(a, c, "c1", "read_file", object{"path": filepath.Join(d.Home, "none")})
	<-d.Person.Asked
	b.stop()
	b.start(clock.System(), d.Socket)
	events := b.events(a.key, "0")
	if r := response(events.next()); r["call_id"] != "c1" || r["reason"] != "interrupted" {
		t.Errorf("it is answered %v", r)
	}
	b.call(a, c, "c2", "read_file", object{"path": filepath.Join(d.Home, "none")})
	<-d.Person.Asked
	d.Person.Answers <- ask.Answer{}
	if r := response(events.next()); r["call_id"] != "c2" || r["reason"] != "user_refused" {
		t.Errorf("then comes %v", r)
	}
}

// TestPersonTakesAway: what the person takes at the desk, or the user at the server, is
// gone in both places; an agent that was removed comes back only when its user wants.
func TestPersonTakesAway(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	b := newBench(t, clock.System(), d.Socket)
	a, u := b.agent(reading), b.Users[0]
	r, c := b.relate(a, u), b.conversation(a, u, "h2a")
	(<-d.Person.Reviews)("filesystem:read")
	b.relation(r, 1, "[filesystem:read]")
	b.must(200, u.Token, "PATCH", "/h2a/relations/"+r, object{"granted_scopes": []string{}})
	b.call(a, c, "c1", "read_file", object{"path": "/x"})
	if r := response(b.events(a.key, "0").next()); r["reason"] != "scope_not_granted" {
		t.Errorf("after the user took it away it is answered %v", r)
	}
	b.must(200, u.Token, "PATCH", "/h2a/relations/"+r, object{"granted_scopes": []string{"filesystem:read"}})
	b.relation(r, 1, "[]") // a server grants nothing

	client, err := host.Connect(t.Context(), d.Socket, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if answer, err := client.Control(t.Context(), wire.Control{Op: wire.AgentRemove, AgentID: a.id}); err != nil || answer.Err() != nil {
		t.Fatal(err, answer.Err())
	}
	b.stop()
	b.start(clock.System(), d.Socket)
	b.relation(b.relate(b.agent(reading), b.Users[0]), 0, "[]")
	if review := <-d.Person.Reviews; len(d.Person.Reviews) != 0 {
		t.Error("the agent that was removed is reviewed again")
	} else {
		review()
	}
	b.must(200, b.Users[0].Token, "POST", "/h2a/relations", object{"agent_id": a.id, "granted_scopes": []string{}})
	(<-d.Person.Reviews)("filesystem:read")
	b.relation(r, 1, "[filesystem:read]")
}

// TestAgentOfTheDesk: an agent that the person added at the desk, by its manifest alone, is
// related from its first call on, and its later manifests reach the desk.
func TestAgentOfTheDesk(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	b := newBench(t, clock.System(), d.Socket)
	a, u := b.agent(reading), b.Users[0]
	b.must(200, a.key, "PATCH", "/agents/"+a.id, changed)
	if err := d.Engine.AddAgent(a.id, "DemoBot", []byte(changed)); err != nil { // as version 1
		t.Fatal(err)
	}
	c := b.conversation(a, u, "h2a")
	b.call(a, c, "c1", "read_file", object{"path": "/none"})
	events, mine := b.events(u.Token, "0"), b.events(a.key, "0")
	mine.next() // the change
	if r := response(mine.next()); r["reason"] != "path_not_found" {
		t.Errorf("it is answered %v", r)
	}
	b.must(200, a.key, "PATCH", "/agents/"+a.id, reading)
	events.next() // the call
	if e := events.next(); e["type"] != "h2a.reauth_required" || e["new_manifest_version"] != 3.0 {
		t.Errorf("the user hears %v", e)
	}
	id := b.must(200, u.Token, "POST", "/h2a/relations", object{"agent_id": a.id, "granted_scopes": []string{}})["id"].(string)
	b.relation(id, 3, "[filesystem:read]")
}

// TestDeskThatKnowsBetter: a manifest that the desk does not take is logged, and holds up
// nothing.
func TestDeskThatKnowsBetter(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, assenttest.Allowing)
	b := newBench(t, clock.System(), d.Socket)
	a, u := b.agent(reading), b.Users[0]
	for _, manifest := range []string{reading, changed} { // its version 2 there
		if err := d.Engine.AddAgent(a.id, "DemoBot", []byte(manifest)); err != nil {
			t.Fatal(err)
		}
	}
	b.relate(a, u)
	b.call(a, b.conversation(a, u, "h2a"), "c1", "read_file", object{"path": "/none"})
	if r := response(b.events(a.key, "0").next()); r["reason"] != "path_not_found" {
		t.Errorf("it is answered %v", r)
	}
	if log := b.log.String(); !strings.Contains(log, "MANIFEST_VERSION_ROLLBACK") {
		t.Errorf("the log says\n%s", log)
	}
}
