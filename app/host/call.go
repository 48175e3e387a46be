package host

import (
	"context"
	"errors"
	"fmt"

	"assent/app/wire"
)

// call is one call in flight. Its channel takes one outcome.
type call chan outcome

// outcome is a reply, or why there is none.
type outcome struct {
	reply wire.Reply
	err   error
}

// ErrInFlight is the error of a call under a name that another one in flight has.
var ErrInFlight = errors.New("a call of this name is in flight already")

// Call sends a call and waits for its response. At most wire.MaxInFlight are in flight
// on a connection; more wait for a place. The error is a *wire.Error of a call that
// cannot be sent or taken for one. The end of ctx leaves the call to the engine.
func (c *Client) Call(ctx context.Context, r wire.Request) (wire.Reply, error) {
	if r.CallID == "" {
		r.CallID = wire.NewCallID()
	}
	line, err := r.Line()
	switch {
	case err != nil:
		return wire.Reply{}, err
	case !r.Valid():
		return wire.Reply{}, &wire.Error{Code: wire.BadMessage, Message: "an id of the call is not 1 to 128 printable ASCII characters"}
	}
	select {
	case c.places <- struct{}{}:
	case <-ctx.Done():
		return wire.Reply{}, fmt.Errorf("%d calls are in flight: %w", wire.MaxInFlight, context.Cause(ctx))
	}
	sent, err := c.begin(r.CallKey)
	if err != nil {
		<-c.places
		return wire.Reply{}, err
	}
	if err := c.conn.Write(line); err != nil {
		c.end(r.CallKey, outcome{err: err})
	}
	o, err := wait(ctx, c, sent)
	if err != nil {
		return wire.Reply{}, err
	}
	return o.reply, o.err
}

// begin notes a call as in flight.
func (c *Client) begin(key wire.CallKey) (call, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.calls[key] != nil {
		return nil, ErrInFlight
	}
	sent := make(call, 1)
	c.calls[key] = sent
	return sent, nil
}

// end gives a call in flight its outcome and its place to another one. It reports
// whether there was such a call.
func (c *Client) end(key wire.CallKey, o outcome) bool {
	c.mu.Lock()
	sent := c.calls[key]
	delete(c.calls, key)
	c.mu.Unlock()
	if sent == nil {
		return false
	}
	<-c.places
	sent <- o
	return true
}

func (c *Client) replied(r wire.Reply) { c.end(r.CallKey, outcome{reply: r}) }
