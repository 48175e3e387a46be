package host

import (
	"context"
	"errors"
	"sync"
	"time"

	"assent/app/ingress"
	"assent/app/wire"
)

// ErrLate says that the person did not decide within an Agent's deadline.
var ErrLate = errors.New("the person did not decide in time")

// Agent is one agent at an engine, whose calls come from a program that does not wait for
// ever. Its fields are set before it is used; its methods are safe for concurrent use.
type Agent struct {
	ID       string
	Deadline time.Duration // how long what a person decides about one call may take, a review too
	Link     Link

	// Start starts an engine where there is none, and returns when it listens; nil:
	// nothing can be started.
	Start func(context.Context) error
}

// Call makes one call of this agent. late says that the deadline passed and the question
// was withdrawn; where the review itself was still open the error is ErrLate. The end of
// ctx withdraws the question too, and is not waited for.
func (a *Agent) Call(ctx context.Context, r wire.Request) (reply wire.Reply, late bool, err error) {
	return a.decided(ctx, r, func(c *Client, r wire.Request) (wire.Reply, error) { return c.Call(ctx, r) })
}

// Run makes a call that the program runs itself, as Client.Run does, and returns when do
// has ended too. ran says whether it was called.
func (a *Agent) Run(ctx context.Context, r wire.Request, do func(context.Context) error) (reply wire.Reply, late, ran bool, err error) {
	once := &execution{do: do, ended: make(chan struct{})}
	reply, late, err = a.decided(ctx, r, func(c *Client, r wire.Request) (wire.Reply, error) { return c.Run(ctx, r, once.run) })
	return reply, late, once.wait(), err
}

// execution is what a call runs, and whether it did.
type execution struct {
	do func(context.Context) error

	mu    sync.Mutex
	began bool
	over  bool // nothing begins any more
	ended chan struct{}
}

func (e *execution) run(ctx context.Context) error {
	e.mu.Lock()
	begin := !e.over
	e.began = e.began || begin
	e.mu.Unlock()
	if !begin {
		return context.Canceled
	}
	defer close(e.ended)
	return e.do(ctx)
}

// wait lets nothing begin, waits for what did, and reports whether something did.
func (e *execution) wait() bool {
	e.mu.Lock()
	e.over = true
	began := e.began
	e.mu.Unlock()
	if began {
		<-e.ended
	}
	return began
}

func (a *Agent) decided(ctx context.Context, r wire.Request, call func(*Client, wire.Request) (wire.Reply, error)) (reply wire.Reply, late bool, err error) {
	decide, cancel := context.WithTimeoutCause(ctx, a.Deadline, ErrLate)
	defer cancel()
	client, err := a.client(decide)
	if err != nil {
		return wire.Reply{}, errors.Is(err, ErrLate), err
	}
	r.AgentID, r.CallID = a.ID, wire.NewCallID()
	stop := context.AfterFunc(decide, func() { client.Withdraw(r.CallKey) }) // an engine that ended has withdrawn it
	defer stop()
	reply, err = call(client, r)
	return reply, errors.Is(context.Cause(decide), ErrLate), err
}

// client returns a connection on which the agent is known; where no engine runs, one is
// started.
func (a *Agent) client(ctx context.Context) (*Client, error) {
	client, err := a.Link.Client(ctx)
	if !errors.Is(err, ingress.ErrNoEngine) || a.Start == nil {
		return client, err
	}
	if err := a.Start(ctx); err != nil {
		return nil, errors.Join(ingress.ErrNoEngine, err)
	}
	return a.Link.Client(ctx)
}
