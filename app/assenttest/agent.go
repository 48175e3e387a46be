package assenttest

import (
	"encoding/json"
	"errors"
	"sync"
	"testing"

	"assent/app/ingress"
	"assent/app/wire"
	"assent/consent/canonical"
)

// Agent is one that is connected to a desk, in one conversation. Its methods may be called
// from any goroutine.
type Agent struct {
	ID           string
	Conversation string
	Group        bool     // the conversation is a group
	Granted      []string // what its review granted

	t         testing.TB
	conn      *ingress.Conn
	relations chan wire.Relation

	mu   sync.Mutex
	open map[string]chan Outcome // by call_id
	end  error                   // why nothing is answered any more
}

// Outcome is what became of a call. Of a denial Message is what the person said with it.
type Outcome struct {
	wire.Response
	Err error // the connection ended before there was an answer
}

// String says it in two words: the status, and the reason if there is one.
func (o Outcome) String() string {
	switch {
	case o.Err != nil:
		return o.Err.Error()
	case o.Reason == "":
		return o.Status
	}
	return o.Status + " " + o.Reason
}

// Into reads the result of a call that is ok.
func (o Outcome) Into(result any) error {
	if o.Status != wire.StatusOK {
		return errors.New(o.String())
	}
	return json.Unmarshal(o.Result, result)
}

// Agent connects an agent to the desk's engine, in a conversation of its own, and waits
// until its manifest was reviewed. The connection ends with the test.
func (d *Desk) Agent(id, manifest string) *Agent {
	d.t.Helper()
	form, err := canonical.Form([]byte(manifest))
	must(d.t, err)
	offer, err := wire.Manifest{AgentID: id, Version: 1, Hash: canonical.Hash(form), Manifest: form}.Line()
	must(d.t, err)
	conn, err := ingress.Dial(Patient(d.t), d.Socket)
	must(d.t, err)
	a := &Agent{ID: id, Conversation: "c-" + id, t: d.t, conn: conn, relations: make(chan wire.Relation, 100), open: map[string]chan Outcome{}}
	d.t.Cleanup(a.HangUp)
	refused := make(chan error, 1)
	go a.read(refused)
	must(d.t, conn.Write(offer))
	select {
	case relation := <-a.relations:
		a.Granted = relation.Granted
	case err := <-refused:
		d.t.Fatalf("the manifest of %s is not taken: %v", id, err)
	case <-Patient(d.t).Done():
		d.t.Fatalf("nobody reviews %s", id)
	}
	return a
}

// Call is one that was sent.
type Call struct {
	Key wire.CallKey

	agent   *Agent
	outcome chan Outcome
}

// Call calls a tool and waits for what becomes of it. arguments become JSON.
func (a *Agent) Call(tool string, arguments any) Outcome {
	a.t.Helper()
	return a.Begin(tool, arguments).Wait()
}

// Begin calls a tool.
func (a *Agent) Begin(tool string, arguments any) *Call {
	a.t.Helper()
	text, err := json.Marshal(arguments)
	must(a.t, err)
	call := &Call{wire.CallKey{AgentID: a.ID, ConversationID: a.Conversation, CallID: wire.NewCallID()}, a, make(chan Outcome, 1)}
	line, err := wire.Request{CallKey: call.Key, Group: a.Group, Shape: wire.Nested, Tool: tool, Arguments: text}.Line()
	must(a.t, err)
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.end != nil {
		call.outcome <- Outcome{Err: a.end}
		return call
	}
	a.open[call.Key.CallID] = call.outcome
	must(a.t, a.conn.Write(line))
	return call
}

// Wait waits for what becomes of the call.
func (c *Call) Wait() Outcome {
	c.agent.t.Helper()
	select {
	case outcome := <-c.outcome:
		return outcome
	case <-Patient(c.agent.t).Done():
		c.agent.t.Fatalf("the call %s has no answer", c.Key.CallID)
		return Outcome{}
	}
}

// Withdraw takes the call back: its question closes.
func (c *Call) Withdraw() {
	c.agent.t.Helper()
	must(c.agent.t, c.agent.conn.Write(wire.Withdraw{CallKey: c.Key}.Line()))
}

// HangUp goes away, as an agent's host that is killed.
func (a *Agent) HangUp() { a.conn.Close() }

func (a *Agent) read(refused chan<- error) {
	for {
		line, err := a.conn.Read()
		if err != nil {
			a.ended(err)
			return
		}
		switch said, _ := wire.FromEngine(line); said := said.(type) { // what cannot be read is a later engine's
		case wire.Reply:
			a.answered(said.CallID, Outcome{Response: said.Response})
		case wire.Relation:
			select {
			case a.relations <- said:
			default: // nobody waits for it
			}
		case *wire.Error:
			if said.CallID == "" {
				select {
				case refused <- said:
				default:
				}
				continue
			}
			a.answered(said.CallID, Outcome{Err: said})
		}
	}
}

func (a *Agent) answered(callID string, outcome Outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if waits, ok := a.open[callID]; ok {
		delete(a.open, callID)
		waits <- outcome
	}
}

func (a *Agent) ended(err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.end = err
	for callID, waits := range a.open {
		delete(a.open, callID)
		waits <- Outcome{Err: err}
	}
}
