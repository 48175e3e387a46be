package app

import (
	"context"
	"errors"
	"sync"

	"assent/app/recording"
	"assent/app/wire"
	"assent/consent"
	"assent/consent/ask"

	"golang.org/x/sync/semaphore"
)

// Session is one connected host. Its methods are safe for concurrent use, but
// lines are to be given to Receive in the order they came in.
type Session struct {
	engine  *Engine
	deliver func(line []byte, written func())
	content *semaphore.Weighted // what of its calls is held
	deaf    chan struct{}       // closed when no line comes from the host any more
	here    context.Context     // ends when the host is gone both ways
	leave   context.CancelFunc

	program ask.Program // set before the first line

	mu    sync.Mutex
	ended bool                     // deaf is closed
	gone  bool                     // both ways
	named recent                   // the agents this host named: it hears of their grants
	open  map[*seenCall]int        // calls whose response it waits for, and with how many lines
	runs  map[ask.CallKey]*hostRun // calls that it is to run

	relations relations
}

// Connect gives a newly connected host its session. send takes one line without its
// newline, from any goroutine, and must not block on the host's reading; it calls
// written once the host has the line or never will, and does not look at it after that.
func (e *Engine) Connect(send func(line []byte, written func())) *Session {
	s := &Session{
		engine: e, deliver: send, content: newHostContent(), deaf: make(chan struct{}),
		open: map[*seenCall]int{}, runs: map[ask.CallKey]*hostRun{},
	}
	s.here, s.leave = context.WithCancel(context.Background())
	e.sessions.add(s)
	return s
}

// From names the executables of the host and of what started it, as the kernel knows them.
// It is called at most once, before the first line.
func (s *Session) From(path, parent string) { s.program = ask.Program{Path: path, Parent: parent} }

// by returns the program that is connected; the zero one of no session.
func (s *Session) by() ask.Program {
	if s == nil {
		return ask.Program{}
	}
	return s.program
}

// send records a line and gives it to the host.
func (s *Session) send(line []byte) {
	s.engine.recorder.Load().AddLine(recording.Out, s, line)
	s.deliver(line, func() {})
}

// Receive takes one line. What takes its time, as a call does, is done once begin is called,
// before the next line is given: it returns at once, and done is called when the answer
// was handed to send. A nil begin says that nothing is left to do.
func (s *Session) Receive(line []byte) (begin func(done func())) {
	s.engine.recorder.Load().AddLine(recording.In, s, line)
	value, err := wire.FromHost(line)
	var bad *wire.Error
	if errors.As(err, &bad) {
		s.send(bad.Line())
		return nil
	}
	switch value := value.(type) {
	case wire.Call:
		s.name(value.AgentID)
		return func(done func()) {
			response := s.accept(value)
			go func() {
				defer done()
				r, room := response()
				s.respond(value, r, room)
			}()
		}
	case wire.Hello: // services that are asked how they are may take their time
		return func(done func()) {
			go func() {
				defer done()
				s.send(s.engine.hello())
			}()
		}
	case wire.Control:
		if value.Op == wire.AgentImport {
			s.importAgent(value)
			return nil
		}
		s.send(s.engine.control(value).Line())
	case wire.Ran:
		s.ran(value)
	case wire.Withdraw:
		s.withdraw(value.CallKey)
	case wire.Manifest:
		s.name(value.AgentID)
		s.refused(value.AgentID, s.engine.keeper.Offer(consent.Offer{
			AgentID: value.AgentID, AgentName: value.AgentName, Version: value.Version, Hash: value.Hash, Manifest: value.Manifest, Program: s.program,
		}))
	case wire.Reauth:
		s.name(value.AgentID)
		s.refused(value.AgentID, s.engine.keeper.Reauth(consent.Reauth(value)))
	case wire.Relation:
		s.name(value.AgentID)
		s.refused(value.AgentID, s.engine.keeper.Restrict(value.AgentID, value.Granted))
	}
	return nil
}

// EndOfInput says that no line comes from the host any more. It still gets its answers,
// but cannot say what became of what it runs. It may be called more than once.
func (s *Session) EndOfInput() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.ended {
		s.ended = true
		close(s.deaf)
	}
}

// HangUp says that the host is gone both ways: its open questions close, interrupted,
// unless another host waits for the same call (contract §2). It may be called more than
// once.
func (s *Session) HangUp() {
	s.EndOfInput()
	s.mu.Lock()
	before, open := s.gone, s.open
	s.gone, s.open = true, map[*seenCall]int{}
	s.mu.Unlock()
	if !before {
		s.leave()
		s.engine.recorder.Load().AddLine(recording.HangUp, s, nil)
		s.engine.sessions.remove(s)
		s.engine.leave(open)
	}
}

// name notes that this host speaks for an agent.
func (s *Session) name(agentID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.named.add(agentID)
}

func (s *Session) names(agentID string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.named.has(agentID)
}

// refused sends what consent had against a line.
func (s *Session) refused(agentID string, err error) {
	if err == nil {
		return
	}
	e := wire.Error{Code: wire.BadMessage, Message: err.Error(), CallKey: wire.CallKey{AgentID: agentID}}
	var refusal *consent.Refusal
	if errors.As(err, &refusal) {
		e.Code, e.Details = refusal.Code, refusal.Issues
	}
	s.send(e.Line())
}
