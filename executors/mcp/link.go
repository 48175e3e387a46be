package mcp

import (
	"context"
	"fmt"
	"reflect"
	"sync"
	"time"

	"assent/executors"
)

// The bounds of starting servers.
const (
	startTime = 60 * time.Second // to start and to list
	firstWait = time.Second      // after the first end that was not asked for; then twice as long each time
	mostWait  = time.Minute
)

// link is the way to one server of one agent: its connection, if there is one.
type link struct {
	executor *Executor
	agentID  string
	server   Server
	ctx      context.Context // ends with it
	stop     context.CancelFunc

	mu       sync.Mutex
	last     *attempt
	failures int       // without a call that worked in between
	notUntil time.Time // nothing is started before
}

// attempt is a connection that is being made, was made, or could not be.
type attempt struct {
	done       chan struct{} // closed when connection or err is there
	connection *connection
	err        error
	counted    bool // its end, among the failures
}

func newLink(e *Executor, agentID string, s Server) *link {
	l := &link{executor: e, agentID: agentID, server: s}
	l.ctx, l.stop = context.WithCancel(e.ctx)
	return l
}

// is reports whether s is the link's server.
func (l *link) is(s Server) bool { return reflect.DeepEqual(l.server, s) }

// connection returns the connection to the server, which is started where it is not, or
// not any more. The error is an *executors.Error, or ctx's. The starting goes on when ctx
// ends: the next call has it.
func (l *link) connection(ctx context.Context) (*connection, error) {
	a, err := l.attempt()
	if err != nil {
		return nil, err
	}
	select {
	case <-a.done:
		return a.connection, a.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// attempt returns the one that stands, or begins a new one. A server that ended is given
// some time first, more each time.
func (l *link) attempt() (*attempt, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last != nil && !l.last.over() {
		return l.last, nil
	}
	if l.last != nil {
		l.count(l.last)
	}
	if wait := l.notUntil.Sub(l.executor.options.Now()); wait > 0 {
		return nil, executors.Errorf(executors.ServiceMissing, "The server ended, or could not be started. It is tried again in %d s.", (wait+time.Second-1)/time.Second)
	}
	l.last = &attempt{done: make(chan struct{})}
	go l.begin(l.last)
	return l.last, nil
}

// begin connects and lists the server's tools.
func (l *link) begin(a *attempt) {
	defer close(a.done)
	c, err := l.executor.connect(l.ctx, l.server)
	if err != nil {
		a.err = err
		l.failed(a)
		return
	}
	context.AfterFunc(c.ctx, func() { l.failed(a) })
	c.changed = func(tools [][]byte) { l.executor.options.Changed(l.agentID, l.server.Name, tools) }
	a.connection = c
}

// failed says that the server could not be started, or ended.
func (l *link) failed(a *attempt) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count(a)
}

// count counts a's end, once. The caller holds mu.
func (l *link) count(a *attempt) {
	if a.counted {
		return
	}
	a.counted = true
	l.failures++
	l.notUntil = l.executor.options.Now().Add(min(firstWait<<min(l.failures-1, 6), mostWait))
}

// worked says that a call went well: the server's next end is its first.
func (l *link) worked() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.failures = 0
}

// wait waits until the server, which was stopped, is gone.
func (l *link) wait() {
	l.stop()
	l.mu.Lock()
	a := l.last
	l.mu.Unlock()
	if a == nil {
		return
	}
	<-a.done
	if a.connection != nil {
		a.connection.close()
	}
}

// over reports whether the attempt failed, or what it made has ended.
func (a *attempt) over() bool {
	select {
	case <-a.done:
		return a.err != nil || a.connection.over()
	default:
		return false
	}
}

// missing is the error of a server that cannot be started or spoken to. why is a
// sentence that holds nothing of the server's.
func missing(err error, why string, args ...any) *executors.Error {
	return &executors.Error{Reason: executors.ServiceMissing, Message: fmt.Sprintf(why, args...), Err: err}
}
