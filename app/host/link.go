package host

import (
	"context"
	"sync"

	"assent/app/wire"
)

// Link is the way of a host to an engine that may end and be started again: it connects
// when it is first needed, and anew after the engine's end. Its fields are set before it
// is used; its methods are safe for concurrent use.
type Link struct {
	Socket  string
	Related func(wire.Relation) // as Connect takes it

	// Introduce, unless nil, makes the host known on each new connection before anything
	// else is said on it, as by declaring its manifest. Its error ends the connection. It
	// may wait for a person's review; ctx ends with the Link.
	Introduce func(ctx context.Context, c *Client) error

	mu   sync.Mutex
	last *attempt
	ctx  context.Context // ends with Close
	stop context.CancelFunc
}

// Client returns a connection on which the host is known. The end of ctx ends the
// waiting alone: the connecting goes on for who asks next.
func (l *Link) Client(ctx context.Context) (*Client, error) {
	a := l.attempt()
	select {
	case <-a.done:
		return a.client, a.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Close hangs up. Nothing connects any more.
func (l *Link) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.open()
	l.stop()
	l.last = nil
}

// attempt is a connection that is being made, was made, or could not be.
type attempt struct {
	done   chan struct{} // closed when client or err is there
	client *Client
	err    error
}

// attempt returns the one that stands, or a new one.
func (l *Link) attempt() *attempt {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil || l.last.over() {
		l.open()
		l.last = &attempt{done: make(chan struct{})}
		go l.connect(l.last)
	}
	return l.last
}

func (l *Link) open() {
	if l.ctx == nil {
		l.ctx, l.stop = context.WithCancel(context.Background())
	}
}

// over reports whether the attempt failed, or what it made has ended.
func (a *attempt) over() bool {
	select {
	case <-a.done:
	default:
		return false
	}
	if a.err != nil {
		return true
	}
	select {
	case <-a.client.Ended():
		return true
	default:
		return false
	}
}

func (l *Link) connect(a *attempt) {
	defer close(a.done)
	defer func() {
		if p := recover(); p != nil {
			a.err = Recovered(p)
		}
	}()
	client, err := Connect(l.ctx, l.Socket, l.Related)
	if err != nil {
		a.err = err
		return
	}
	context.AfterFunc(l.ctx, client.Close)
	if l.Introduce != nil {
		if a.err = l.Introduce(l.ctx, client); a.err != nil {
			client.Close()
			return
		}
	}
	a.client = client
}
