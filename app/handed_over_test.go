package app_test

import (
	"strings"
	"testing"

	"assent/app/assenttest"
	"assent/app/ingress"
	"assent/app/wire"
	"assent/consent/ask"
)

// notesManifest is one of tools that Assent cannot run: deleting asks each time and has
// little time, listing fills in a default.
const notesManifest = `{"schema_version":"1.0","agent_version":"1.0.0","tools":[` +
	`{"name":"delete_note","description_i18n_key":"d","permission_scope":"mcp:notes:danger","timeout_ms":20,` +
	`"input_schema":{"type":"object"},"x_target":"/where/name"},` +
	`{"name":"list_notes","description_i18n_key":"d","permission_scope":"mcp:notes:read",` +
	`"input_schema":{"type":"object","properties":{"folder":{"type":"string","default":"/"}}},"x_target":"/folder"}],` +
	`"permission_scopes":[{"id":"mcp:notes:danger","label_i18n_key":"l","sensitivity":"high"},` +
	`{"id":"mcp:notes:read","label_i18n_key":"l","sensitivity":"medium"}],"capability_flags":{}}`

// Only who was told to run a call, on the connection where it was told, is believed.
func TestRanIsHeardOnce(t *testing.T) {
	t.Parallel()
	d, hosts := notes(t, 2)
	first, other := hosts[0], hosts[1]
	first.call("a", "list_notes", wire.RunsHost)
	q := <-d.Person.Asked
	first.say(ran("a", "ok")) // before the yes
	first.hears(wire.BadMessage)
	d.Person.Answers <- allow
	first.hears("run a")
	other.say(ran("a", "ok"))
	other.hears(wire.BadMessage)
	first.say(ran("b", "ok"))
	first.hears(wire.BadMessage)
	first.say([]byte(`{"type":"ran","agent_id":"agent-1","conversation_id":"c-1","call_id":"a","status":"maybe"}`))
	first.hears(wire.BadMessage)
	first.say(ran("a", "ok"))
	first.say(ran("a", "error"))
	if got := []string{first.said(), first.said()}; strings.Join(got, ", ") != "a ok, BAD_MESSAGE" && strings.Join(got, ", ") != "BAD_MESSAGE, a ok" {
		t.Errorf("the host hears %q", got)
	}
	if got := rowsOf(t, d); got != "a ok person" {
		t.Errorf("the rows are %s", got)
	}
	if !q.Facts.HandedOver || q.Facts.Breadth != "list_notes" || string(q.Arguments) != `{"where":{"name":"shopping"}}` || q.Facts.Target != "" {
		t.Errorf("the question is %+v with %s", q.Facts, q.Arguments)
	}
	if text := q.Sentence(); text.Key != "ask.server" || text.Args["Server"] != "notes" || text.Args["Tool"] != "list_notes" {
		t.Errorf("the sentence is %+v", text)
	}
}

// Past the time limit the call is over, whatever the host says then.
func TestRanTooLate(t *testing.T) {
	t.Parallel()
	d, hosts := notes(t, 1)
	h := hosts[0]
	h.call("a", "delete_note", wire.RunsHost)
	if q := <-d.Person.Asked; q.Facts.Target != "shopping" {
		t.Errorf("the target is %q", q.Facts.Target)
	}
	d.Person.Answers <- allow
	h.hears("run a", "a error tool_timeout")
	h.say(ran("a", "ok"))
	h.hears(wire.BadMessage)
	if got := rowsOf(t, d); got != "a error person tool_timeout" {
		t.Errorf("the rows are %s", got)
	}
}

// The first connection that sent a call is told to run it. Once that is gone nobody is,
// also when another one waits for the same call.
func TestRunIsForTheFirst(t *testing.T) {
	t.Parallel()
	d, hosts := notes(t, 2)
	first, other := hosts[0], hosts[1]
	first.call("a", "list_notes", wire.RunsHost)
	<-d.Person.Asked
	other.call("a", "list_notes", wire.RunsHost)
	other.barrier()
	first.call("b", "list_notes", wire.RunsHost)
	first.barrier()
	d.Person.Answers <- ask.Answer{Choice: ask.AllowOnce}
	first.hears("run a")
	<-d.Person.Asked // b
	other.call("b", "list_notes", wire.RunsHost)
	other.barrier()
	first.conn.Close()
	other.hears("a error interrupted")
	d.Person.Answers <- ask.Answer{Choice: ask.AllowOnce}
	other.hears("b error interrupted")
	other.say(ran("b", "ok"))
	other.hears(wire.BadMessage)
	if got := rowsOf(t, d); got != "a error person interrupted, b error person interrupted" {
		t.Errorf("the rows are %s", got)
	}
}

// One yes is one run: a repeat on another connection gets none, and keeps no question open.
func TestElsewhereOnce(t *testing.T) {
	t.Parallel()
	d, hosts := notes(t, 3)
	first, again, gone := hosts[0], hosts[1], hosts[2]
	first.call("a", "list_notes", wire.RunsElsewhere)
	<-d.Person.Asked
	first.call("a", "list_notes", wire.RunsElsewhere)
	first.barrier()
	again.call("a", "list_notes", wire.RunsElsewhere)
	again.barrier()
	d.Person.Answers <- ask.Answer{Choice: ask.AllowOnce}
	if got := []string{first.said(), first.said()}; strings.Join(got, ", ") != "a ok, a error duplicate_call" && strings.Join(got, ", ") != "a error duplicate_call, a ok" {
		t.Errorf("the host hears %q", got)
	}
	again.hears("a error duplicate_call")
	again.call("a", "list_notes", wire.RunsElsewhere)
	again.hears("a error duplicate_call")
	gone.call("b", "list_notes", wire.RunsElsewhere)
	<-d.Person.Asked
	again.call("b", "list_notes", wire.RunsElsewhere)
	again.barrier()
	gone.conn.Close()
	again.hears("b error interrupted")
	if got := rowsOf(t, d); got != "a ok person handed_over, b error rule interrupted" {
		t.Errorf("the rows are %s", got)
	}
}

// What is denied stays denied for who asks again, as any call.
func TestElsewhereDenied(t *testing.T) {
	t.Parallel()
	d, hosts := notes(t, 1)
	hosts[0].call("a", "list_notes", wire.RunsElsewhere)
	<-d.Person.Asked
	d.Person.Answers <- ask.Answer{}
	hosts[0].hears("a denied user_refused")
	hosts[0].call("a", "list_notes", wire.RunsElsewhere)
	hosts[0].hears("a denied user_refused")
}

// Nobody takes back what another host sent, nor what another host waits for too.
func TestWithdrawIsForOnesOwn(t *testing.T) {
	t.Parallel()
	d, hosts := notes(t, 2)
	first, other := hosts[0], hosts[1]
	first.call("a", "list_notes", wire.RunsHost)
	<-d.Person.Asked
	withdraw := wire.Withdraw{CallKey: key("a")}.Line()
	other.say(withdraw)
	other.barrier()
	other.call("a", "list_notes", wire.RunsHost) // to have a word in it
	other.say(withdraw)
	other.barrier()
	if waiting := d.Engine.Waiting(); len(waiting) != 1 {
		t.Fatalf("%d questions wait", len(waiting))
	}
	other.conn.Close()
	first.barrier()
	d.Person.Answers <- allow
	first.hears("run a")
	first.say(ran("a", "ok"))
	first.hears("a ok")
}

// A host that says no more cannot say what became of a call: it is not told to run it.
func TestEndOfInputEndsRuns(t *testing.T) {
	t.Parallel()
	d := assenttest.New(t, "")
	must(t, d.Engine.AddAgent("agent-1", "Bot", []byte(notesManifest)))
	(<-d.Person.Reviews)("mcp:notes:danger", "mcp:notes:read")
	var input strings.Builder
	for _, id := range []string{"a", "b"} {
		line, err := wire.Request{CallKey: key(id), Tool: "list_notes", Runs: wire.RunsHost}.Line()
		must(t, err)
		input.Write(append(line, '\n'))
	}
	var out strings.Builder
	served := make(chan struct{})
	go func() {
		defer close(served)
		ingress.ServeStdio(strings.NewReader(input.String()), &out, d.Engine)
	}()
	for range 2 {
		<-d.Person.Asked
		d.Person.Answers <- ask.Answer{Choice: ask.AllowOnce}
	}
	<-served
	if got := rowsOf(t, d); got != "a error person interrupted, b error person interrupted" || strings.Contains(out.String(), `"run"`) {
		t.Errorf("the rows are %s, and out came %s", got, out.String())
	}
}

// When the engine quits, what its hosts run is not waited for for ever.
func TestQuitEndsRuns(t *testing.T) {
	t.Parallel()
	d, hosts := notes(t, 1)
	hosts[0].call("a", "list_notes", wire.RunsHost)
	<-d.Person.Asked
	d.Person.Answers <- allow
	hosts[0].hears("run a")
	d.Stop()
	hosts[0].hears("a error interrupted", "EOF")
}
