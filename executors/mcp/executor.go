// Package mcp runs an agent's calls at the MCP servers that its agent file names
// (contract §16): it is a client of theirs. A server is started at the first call that
// was allowed, kept for the next ones, and started again, later each time, when it ends.
// It serves only agents that were imported with that server.
//
// Servers are hostile: what they list and answer is bounded in size, number and time, a
// tool that is not what the person saw does not run, and their programs are contained.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package mcp

import (
	"context"
	"sync"
	"time"

	"assent/executors"
	"assent/i18n"
)

// Options say what the executor works with.
type Options struct {
	Version string           // of Assent, told to servers
	Home    string           // the user's home folder
	Data    string           // Assent's own data, which no server's program may touch; empty: none
	Now     func() time.Time // nil: time.Now

	// Changed is told that a server does not list what it listed before, with all that it
	// lists now, each a JSON object. It returns at once. nil: nobody listens.
	Changed func(agentID, server string, tools [][]byte)
}

// Executor is an executors.Executor for the scopes of servers. Its methods are safe for
// concurrent use.
type Executor struct {
	options Options
	ctx     context.Context // ends with the executor
	stop    context.CancelFunc

	mu     sync.Mutex
	agents map[string]*agent // by id
}

// agent is what one agent may use of its servers.
type agent struct {
	id      string
	servers map[string]*link   // by name
	bound   map[string]Binding // by the declared name
}

// New returns an executor that serves no agent yet.
func New(o Options) *Executor {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Changed == nil {
		o.Changed = func(string, string, [][]byte) {}
	}
	e := &Executor{options: o, agents: map[string]*agent{}}
	e.ctx, e.stop = context.WithCancel(context.Background())
	return e
}

// Use lets an agent use these servers and their tools, and no others any more. Servers
// that were started for it end, but for those that are the same.
func (e *Executor) Use(agentID string, servers []Server, bound []Binding) {
	a := &agent{id: agentID, servers: map[string]*link{}, bound: map[string]Binding{}}
	e.mu.Lock()
	defer e.mu.Unlock()
	before := e.agents[agentID]
	for _, s := range servers {
		if before != nil && before.servers[s.Name] != nil && before.servers[s.Name].is(s) {
			a.servers[s.Name] = before.servers[s.Name]
			delete(before.servers, s.Name)
			continue
		}
		a.servers[s.Name] = newLink(e, agentID, s)
	}
	for _, b := range bound {
		a.bound[b.Declared] = b
	}
	before.end()
	e.agents[agentID] = a
}

// Forget ends an agent's servers and serves it no more.
func (e *Executor) Forget(agentID string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.agents[agentID].end()
	delete(e.agents, agentID)
}

// end ends the servers of an agent, which may be nil.
func (a *agent) end() {
	if a == nil {
		return
	}
	for _, l := range a.servers {
		l.stop()
	}
}

// Serves reports whether an agent has a tool of this scope at one of its servers.
func (e *Executor) Serves(agentID, scope string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	a := e.agents[agentID]
	if a == nil {
		return false
	}
	for _, b := range a.bound {
		if b.Scope == scope {
			return true
		}
	}
	return false
}

// Available returns nil: whether a server can be used is known when it was started.
func (e *Executor) Available(context.Context) error { return nil }

// Prepare finds out whose tool is called. It starts nothing.
func (e *Executor) Prepare(_ context.Context, req executors.Request) (executors.Plan, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	a := e.agents[req.AgentID]
	if a == nil {
		return nil, executors.Errorf(executors.UnsupportedScope, "No server of this agent is known here.")
	}
	b, ok := a.bound[req.Tool]
	if !ok || b.Scope != req.Scope {
		return nil, executors.Errorf(executors.UnsupportedTool, "No server of this agent has this tool.")
	}
	l := a.servers[b.Server]
	switch {
	case l == nil:
		return nil, executors.Errorf(executors.ServiceMissing, "The agent's file names no server for this tool.")
	case l.server.Silent != "":
		return nil, &executors.Error{Reason: executors.ServiceMissing, Message: l.server.Silent}
	}
	return &plan{link: l, binding: b, arguments: req.Arguments, facts: executors.Facts{
		Details:    []i18n.Text{l.server.fact()},
		Leaves:     i18n.Text{Key: "leaves.server"},
		Breadth:    req.Tool,
		HandedOver: true,
	}}, nil
}

// Close ends all servers and waits until they are gone.
func (e *Executor) Close() error {
	e.stop()
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, a := range e.agents {
		for _, l := range a.servers {
			l.wait()
		}
	}
	return nil
}
