package acp

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"assent/app/host"
	"assent/app/wire"

	"github.com/go-json-experiment/json/jsontext"
)

// Asker asks the person about a use of a tool, as a *host.CodingAgent does.
type Asker interface {
	Ask(ctx context.Context, u host.Use) (wire.Reply, error)
}

// Patience is how long the person has: no editor gives up by itself.
const Patience = 24 * time.Hour

// Relay stands between an editor and an agent.
type Relay struct {
	asker Asker
	known known

	toEditor, toAgent lineWriter

	mu    sync.Mutex
	open  map[string]*question // by the request's id
	asked sync.WaitGroup
}

// question is a request for permission that the person is asked about.
type question struct {
	session string
	id      jsontext.Value
	line    []byte // as it came
	cancel  context.CancelCauseFunc
}

// errCancelled is the cause of the end of a question whose turn the editor cancelled.
var errCancelled = errors.New("the editor cancelled the turn")

// NewRelay returns a relay that writes to the editor and to the agent.
func NewRelay(asker Asker, toEditor, toAgent io.Writer) *Relay {
	return &Relay{asker: asker, toEditor: lineWriter{w: toEditor}, toAgent: lineWriter{w: toAgent}, open: map[string]*question{}}
}

// FromEditor passes on what the editor says, until it ends.
func (r *Relay) FromEditor(in io.Reader) error {
	defer r.toAgent.end()
	return lines(in, func(line []byte) error {
		if m, ok := readMessage(line); ok {
			r.known.fromEditor(m)
			if m.Method == "session/cancel" {
				if p, ok := params[struct {
					Session string `json:"sessionId"`
				}](m); ok {
					r.cancel(p.Session)
				}
			}
		}
		return r.toAgent.write(line)
	}, r.toAgent.part)
}

// FromAgent passes on what the agent says, until it ends, but for the requests that the
// person is asked about. Then it waits until none is open.
func (r *Relay) FromAgent(ctx context.Context, in io.Reader) error {
	ctx, cancel := context.WithCancel(ctx)
	defer r.asked.Wait()
	defer cancel()
	defer r.toEditor.end()
	return lines(in, func(line []byte) error {
		m, ok := readMessage(line)
		if ok {
			r.known.fromAgent(m)
			if m.Method == "session/request_permission" && r.ask(ctx, m, line) {
				return nil
			}
		}
		return r.toEditor.write(line)
	}, r.toEditor.part)
}

// ask has the person asked about a request, and reports whether it does.
func (r *Relay) ask(ctx context.Context, m message, line []byte) bool {
	p, ok := params[permissionRequest](m)
	if !ok || m.id() == "" || p.Session == "" || p.option("allow_once") == "" {
		return false
	}
	use, ok := r.known.use(p)
	if !ok {
		return false
	}
	ctx, cancel := context.WithCancelCause(ctx)
	q := &question{session: p.Session, id: m.ID.Clone(), line: append([]byte{}, line...), cancel: cancel}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.open[m.id()] != nil {
		return false // the editor's to say what a second one of this name means
	}
	r.open[m.id()] = q
	r.asked.Go(func() {
		defer cancel(nil)
		reply, err := r.asker.Ask(ctx, use)
		r.mu.Lock()
		delete(r.open, string(q.id))
		r.mu.Unlock()
		r.answer(q, p, reply, err, context.Cause(ctx) == errCancelled)
	})
	return true
}

// answer tells the agent what the person said, or has the editor ask.
func (r *Relay) answer(q *question, p permissionRequest, reply wire.Reply, err error, cancelled bool) {
	var o outcome
	switch {
	case cancelled:
		o.Outcome = "cancelled"
	case err == nil && reply.Status == wire.StatusOK:
		o = outcome{"selected", p.option("allow_once")}
	case err == nil && (reply.Reason == wire.UserRefused || reply.Reason == wire.PermissionRevoked):
		o = outcome{"selected", p.option("reject_once")}
	}
	if o.Outcome != "" && (cancelled || o.OptionID != "") {
		if line, err := o.line(q.id); err == nil {
			_ = r.toAgent.write(line) // an agent that is gone is noticed where it is read
			return
		}
	}
	_ = r.toEditor.write(q.line)
}

// cancel withdraws the questions of a session.
func (r *Relay) cancel(session string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, q := range r.open {
		if q.session == session {
			q.cancel(errCancelled)
		}
	}
}

// lineWriter writes whole lines from several goroutines. A line that comes in parts keeps
// others waiting until it ends.
type lineWriter struct {
	mu   sync.Mutex
	w    io.Writer
	open bool // a line was begun; mu is held
}

func (l *lineWriter) write(line []byte) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := l.w.Write(line)
	return err
}

// part writes a part of a line; all parts come from one goroutine.
func (l *lineWriter) part(part []byte) error {
	if len(part) == 0 {
		return nil
	}
	if !l.open {
		l.mu.Lock()
		l.open = true
	}
	_, err := l.w.Write(part)
	if part[len(part)-1] == '\n' {
		l.open = false
		l.mu.Unlock()
	}
	return err
}

// end lets others write after a part that nothing follows.
func (l *lineWriter) end() {
	if l.open {
		l.open = false
		l.mu.Unlock()
	}
}
