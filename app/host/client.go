// Package host is what every program shares that stands between an agent and an engine:
// a connection on which many calls are in flight and each gets its answer, and the
// connecting anew when the engine was started again. It knows the wire and the socket,
// not the engine.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package host

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"assent/app/ingress"
	"assent/app/wire"
)

// ErrEnded is the error of what was not answered when the connection ended.
var ErrEnded = errors.New("the engine ended before it answered")

// Client is one connection to an engine. It is safe for concurrent use. When the engine
// ends, it ends, and what is not answered fails with ErrEnded.
type Client struct {
	conn    *ingress.Conn
	related func(wire.Relation)
	places  chan struct{} // one is taken for each call in flight
	ended   chan struct{} // closed when nothing is read any more

	telling sync.Mutex // held while asked and what is written get their order

	mu     sync.Mutex
	last   error // what the connection ended with, nil when nothing
	calls  map[wire.CallKey]*call
	asked  []*asked // lines that the engine answers in their order
	greets []chan wire.Greeting
	offers map[*offer]struct{}

	imports []*importing
}

// Connect connects to the engine that listens at socket. related, unless nil, is told
// of every relation that the engine sends, in order; it returns at once. ctx bounds the
// connecting alone.
func Connect(ctx context.Context, socket string, related func(wire.Relation)) (*Client, error) {
	conn, err := ingress.Dial(ctx, socket)
	if err != nil {
		return nil, err
	}
	if related == nil {
		related = func(wire.Relation) {}
	}
	c := &Client{
		conn: conn, related: related, ended: make(chan struct{}), places: make(chan struct{}, wire.MaxInFlight),
		calls: map[wire.CallKey]*call{}, offers: map[*offer]struct{}{},
	}
	go c.read()
	return c, nil
}

// Close hangs up: questions about this host's calls close.
func (c *Client) Close() { c.conn.Close() }

// Ended is closed when the connection ended, from either side.
func (c *Client) Ended() <-chan struct{} { return c.ended }

// read takes lines until there are none. A fault of this program's own ends the connection
// and not the program: what waits gets an error.
func (c *Client) read() {
	defer c.endAll()
	defer close(c.ended)
	defer c.conn.Close()
	defer func() {
		if p := recover(); p != nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.last = Recovered(p)
		}
	}()
	for {
		line, err := c.conn.Read()
		if err != nil {
			return
		}
		if value, err := wire.FromEngine(line); err == nil { // else a later engine's
			c.take(value)
		}
	}
}

// take gives what an engine said to who waits for it.
func (c *Client) take(value any) {
	switch value := value.(type) {
	case wire.Reply:
		c.replied(value)
	case wire.Run:
		c.run(value.CallKey)
	case wire.Relation:
		c.granted(value)
		c.imported(value)
		c.related(value)
	case wire.ControlAnswer:
		c.answered(value)
	case wire.Greeting:
		c.greeted(value)
	case *wire.Error:
		c.refused(value)
		c.imported(value)
	}
}

// Recovered is the error of a panic. It names the panic's type, never its text, which may
// hold what an agent sent.
func Recovered(p any) error { return fmt.Errorf("something went wrong inside Assent (%T)", p) }

// wait returns what comes on answers first, unless ctx or the connection ends before.
func wait[T any](ctx context.Context, c *Client, answers <-chan T) (answer T, err error) {
	select {
	case answer = <-answers:
		return answer, nil
	default:
	}
	select {
	case answer = <-answers:
		return answer, nil
	case <-ctx.Done():
		return answer, fmt.Errorf("stopped before the engine answered: %w", context.Cause(ctx))
	case <-c.ended:
	}
	select { // its last words
	case answer = <-answers:
		return answer, nil
	default:
		return answer, c.endedBy()
	}
}

// endedBy is the error of what is not answered any more.
func (c *Client) endedBy() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last != nil {
		return fmt.Errorf("%w: %w", ErrEnded, c.last)
	}
	return ErrEnded
}

// write sends a line. The error is a *wire.Error of one that an engine would not take,
// else that the connection ended.
func (c *Client) write(line []byte) error {
	var refusal *wire.Error
	err := c.conn.Write(line)
	if err == nil || errors.As(err, &refusal) {
		return err
	}
	<-c.ended
	return c.endedBy()
}
