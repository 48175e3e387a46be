package app

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"time"

	"assent/app/wire"
	"assent/audit"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors/projectcli/uihint"
	"assent/i18n"
)

// Calls returns the recorded calls that f chooses, newest first.
func (e *Engine) Calls(ctx context.Context, f audit.Filter) ([]audit.Row, error) {
	return e.log.List(ctx, f)
}

// Count counts the newest calls that f chooses, its Limit of them.
func (e *Engine) Count(ctx context.Context, f audit.Filter) (map[audit.Kind]int, error) {
	return e.log.Count(ctx, f)
}

// Days counts the calls of the last n days, today last.
func (e *Engine) Days(ctx context.Context, n int) ([]audit.Day, error) {
	return e.log.PerDay(ctx, e.clock.Now(), n)
}

// Steps returns the way of a recorded call through the chain and its target, while
// both are still in memory.
func (e *Engine) Steps(row audit.Row) (steps []i18n.Text, target string) {
	return e.history.of(row)
}

// Hint returns what the result of a project CLI's call looks like, while it is in memory.
func (e *Engine) Hint(call ask.CallKey) (hint uihint.Hint, ok bool) {
	return e.history.hint(call)
}

// Faked returns the scopes whose results are made up, for tests of agents; none of an
// engine that was started without fakes.
func (e *Engine) Faked() []string { return e.options.Fakes.scopes() }

// Agents returns the agents, in the order in which they were added.
func (e *Engine) Agents() []consent.Agent { return e.keeper.Agents() }

// AddAgent takes a manifest from the user's hand.
func (e *Engine) AddAgent(id, name string, document []byte) error {
	e.did("add", id, name, string(document))
	return e.keeper.Offer(consent.Offer{AgentID: id, AgentName: name, Manifest: document})
}

// ImportAgent takes an agent's file from the user's hand (contract §16); told is called once
// its tools are put to review, with nil, or with why they are not. It returns the file's
// warnings. An error says what is wrong with the file.
func (e *Engine) ImportAgent(f AgentFile, told func(agentID string, err error)) ([]manifest.Issue, error) {
	file, err := e.Import(f, nil, told)
	if err != nil {
		return nil, err
	}
	return file.Warnings, nil
}

// RemoveAgent forgets an agent and everything the user said about it.
func (e *Engine) RemoveAgent(id string) error {
	e.did("remove", id)
	return errors.Join(e.forget(id), e.keeper.Remove(id))
}

// Grant lets an agent use a scope. Only the user's hand may call it.
func (e *Engine) Grant(agentID, scope string) error {
	e.did("grant", agentID, scope)
	return e.keeper.Grant(agentID, scope)
}

// Revoke takes a scope back, also from calls that wait for an answer.
func (e *Engine) Revoke(agentID, scope string) error {
	e.did("revoke", agentID, scope)
	return e.keeper.Revoke(agentID, scope)
}

// Lower has a tool that a server's word made high asked about as medium, until it changes
// (contract §13). Only the user's hand may call it. Raise takes that back.
func (e *Engine) Lower(agentID, tool string) error {
	e.did("lower", agentID, tool)
	return e.keeper.Lower(agentID, tool)
}

// Raise takes back what Lower did.
func (e *Engine) Raise(agentID, tool string) error {
	e.did("raise", agentID, tool)
	return e.keeper.Raise(agentID, tool)
}

// Untick has a tool asked about again that was ticked in a review (contract §16).
func (e *Engine) Untick(agentID, tool string) error {
	e.did("untick", agentID, tool)
	return e.keeper.Untick(agentID, tool)
}

// Windows returns the silent windows that hold now.
func (e *Engine) Windows() []consent.Window { return e.keeper.Windows(e.basis.Load().terms.WindowCap) }

// EndWindow ends a silent window now.
func (e *Engine) EndWindow(id int64) error {
	for _, window := range e.Windows() {
		if window.ID == id {
			e.did("end", window.AgentID, window.Scope)
		}
	}
	return e.keeper.EndWindow(id)
}

// Rules returns the standing rules.
func (e *Engine) Rules() []consent.Rule { return e.keeper.Rules() }

// Lift ends a standing rule.
func (e *Engine) Lift(r consent.Rule) error {
	e.did("lift", r.AgentID, r.Scope)
	return e.keeper.Lift(r)
}

// InFlight counts the calls that are not answered yet and the lines of connected hosts
// that wait for their answers.
func (e *Engine) InFlight() (calls, waiters int) { return e.responses.inFlight() }

// HandedOver counts the calls of InFlight that hosts were told to run and have not said
// what became of.
func (e *Engine) HandedOver() int { return e.sessions.handedOver() }

// Waiting returns the questions without an answer, in order of arrival.
func (e *Engine) Waiting() []ask.Waiting { return e.keeper.Waiting() }

// DenyAll answers everything that waits from an agent with no.
func (e *Engine) DenyAll(agentID string) {
	e.did("deny", agentID)
	e.keeper.DenyAll(agentID)
}

// Mute denies an agent for d.
func (e *Engine) Mute(agentID string, d time.Duration) {
	e.did("mute", agentID, d.String())
	e.keeper.Mute(agentID, d)
}

// Pause has every call answered with paused, also those that wait for an answer, or
// ends that.
func (e *Engine) Pause(on bool) {
	e.did(map[bool]string{true: "pause", false: "resume"}[on])
	e.paused.Store(on)
	e.keeper.Pause(on)
	e.subscribers.changed()
}

// Paused reports whether Assent is paused.
func (e *Engine) Paused() bool { return e.paused.Load() }

// Folder returns the data folder's path.
func (e *Engine) Folder() string { return e.options.Places.Data }

// Serves reports whether this client can do scope at all, for an agent.
func (e *Engine) Serves(agentID, scope string) bool {
	return e.basis.Load().registry.ServesAgent(agentID, scope)
}

// Play sends the call as a host would, through the whole chain, and waits for its
// answer. The end of ctx is a hang-up: the answer then says so. The error is that the
// arguments are not JSON.
func (e *Engine) Play(ctx context.Context, r wire.Request) (sent, received []byte, err error) {
	if sent, err = r.Line(); err != nil {
		return nil, nil, err
	}
	answers := make(chan []byte, 1) // one line answers one call
	session := e.Connect(func(line []byte, written func()) {
		defer written()
		said, _ := wire.FromEngine(line)
		if _, other := said.(wire.Relation); !other {
			answers <- bytes.Clone(line)
		}
	})
	defer session.HangUp()
	stop := context.AfterFunc(ctx, session.HangUp)
	defer stop()
	if begin := session.Receive(sent); begin != nil {
		begin(func() {})
	}
	return sent, <-answers, nil
}

// subscribers are told that something changed that a page may show.
type subscribers struct {
	mu  sync.Mutex
	all []func()
}

// Subscribe has f called, from any goroutine, after something changed that a page
// may show. f returns at once.
func (e *Engine) Subscribe(f func()) {
	e.subscribers.mu.Lock()
	defer e.subscribers.mu.Unlock()
	e.subscribers.all = append(e.subscribers.all, f)
}

func (w *subscribers) changed() {
	w.mu.Lock()
	all := w.all
	w.mu.Unlock()
	for _, f := range all {
		f()
	}
}
