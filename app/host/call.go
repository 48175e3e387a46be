package host

import (
	"context"
	"errors"
	"fmt"

	"assent/app/wire"
)

// call is one call in flight.
type call struct {
	ctx    context.Context // ends with the call
	end    context.CancelFunc
	do     func(context.Context) error // what runs it when the engine says so; nil: nothing here does
	answer chan answer                 // takes one
}

// answer is a reply, or why there is none.
type answer struct {
	reply wire.Reply
	err   error
}

// ErrInFlight is the error of a call under a name that another one in flight has.
var ErrInFlight = errors.New("a call of this name is in flight already")

// Call sends a call and waits for its response. At most wire.MaxInFlight are in flight
// on a connection; more wait for a place. The error is a *wire.Error of a call that
// cannot be sent or taken for one. The end of ctx takes the call back, as Withdraw does,
// without waiting for what the engine says to that.
func (c *Client) Call(ctx context.Context, r wire.Request) (wire.Reply, error) {
	return c.call(ctx, r, nil)
}

// Run is Call for what only this host can run (contract §12). Once the engine says so do
// is called, in a goroutine of its own, and its error, or none, is what the engine hears
// of it. Its ctx ends when nothing is to be run any more: when the time limit is over,
// the engine gone, or Run's own ctx at its end.
func (c *Client) Run(ctx context.Context, r wire.Request, do func(ctx context.Context) error) (wire.Reply, error) {
	r.Runs = wire.RunsHost
	return c.call(ctx, r, do)
}

// Withdraw takes a call back: a question about it closes, and Call returns what the
// engine says then. What runs already goes on.
func (c *Client) Withdraw(key wire.CallKey) error {
	return c.write(wire.Withdraw{CallKey: key}.Line())
}

// Deliver is Call for a call that somebody else wrote.
func (c *Client) Deliver(ctx context.Context, d wire.Delivery) (wire.Reply, error) {
	line, err := d.Line()
	if err != nil {
		return wire.Reply{}, err
	}
	return c.send(ctx, d.CallKey, line, nil)
}

func (c *Client) call(ctx context.Context, r wire.Request, do func(context.Context) error) (wire.Reply, error) {
	if r.CallID == "" {
		r.CallID = wire.NewCallID()
	}
	line, err := r.Line()
	if err != nil {
		return wire.Reply{}, err
	}
	return c.send(ctx, r.CallKey, line, do)
}

// send sends the line of a call and waits for its response.
func (c *Client) send(ctx context.Context, key wire.CallKey, line []byte, do func(context.Context) error) (wire.Reply, error) {
	if !key.Valid() {
		return wire.Reply{}, &wire.Error{Code: wire.BadMessage, Message: "an id of the call is not 1 to 128 printable ASCII characters"}
	}
	select {
	case c.places <- struct{}{}:
	case <-ctx.Done():
		return wire.Reply{}, fmt.Errorf("%d calls are in flight: %w", wire.MaxInFlight, context.Cause(ctx))
	}
	sent, err := c.begin(ctx, key, do)
	if err != nil {
		<-c.places
		return wire.Reply{}, err
	}
	if err := c.write(line); err != nil {
		c.end(key, answer{err: err})
	}
	stop := context.AfterFunc(ctx, func() { c.Withdraw(key) }) // an engine that ended needs none
	defer stop()
	a, err := wait(ctx, c, sent.answer)
	if err != nil {
		return wire.Reply{}, err
	}
	return a.reply, a.err
}

// begin notes a call as in flight.
func (c *Client) begin(ctx context.Context, key wire.CallKey, do func(context.Context) error) (*call, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls[key] != nil {
		return nil, ErrInFlight
	}
	sent := &call{do: do, answer: make(chan answer, 1)}
	sent.ctx, sent.end = context.WithCancel(ctx)
	c.calls[key] = sent
	return sent, nil
}

// end gives a call in flight its answer and its place to another one. It reports
// whether there was such a call.
func (c *Client) end(key wire.CallKey, a answer) bool {
	c.mu.Lock()
	sent := c.calls[key]
	delete(c.calls, key)
	c.mu.Unlock()
	if sent == nil {
		return false
	}
	<-c.places
	sent.end()
	sent.answer <- a
	return true
}

// endAll ends the calls that an engine which is gone does not answer any more.
func (c *Client) endAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, sent := range c.calls {
		sent.end()
	}
}

func (c *Client) replied(r wire.Reply) { c.end(r.CallKey, answer{reply: r}) }

// run runs a call that the engine says to run, and tells what became of it. One that
// nobody waits for any more is not run.
func (c *Client) run(key wire.CallKey) {
	c.mu.Lock()
	sent := c.calls[key]
	c.mu.Unlock()
	ran := wire.Ran{CallKey: key, Status: wire.StatusError}
	go func() {
		defer func() {
			_ = recover()       // it did not do it
			c.write(ran.Line()) // an engine that ended hears nothing
		}()
		if sent != nil && sent.do != nil && sent.ctx.Err() == nil && sent.do(sent.ctx) == nil {
			ran.Status = wire.StatusOK
		}
	}()
}
