package app

import (
	"context"
	"errors"
	"sync"

	"assent/app/recording"
	"assent/app/wire"
	"assent/consent"
	"assent/consent/ask"
)

// Session is one connected host. Its methods are safe for concurrent use, but
// lines are to be given to Receive in the order they came in.
type Session struct {
	engine  *Engine
	deliver func(line []byte) // to the host

	mu    sync.Mutex
	gone  bool
	named map[string]bool   // the agents this host named: it hears of their grants
	open  map[*seenCall]int // calls whose response it waits for, and with how many lines
}

// Connect gives a newly connected host its session. send takes one line without
// its newline, from any goroutine, and must not block on the host's reading.
func (e *Engine) Connect(send func(line []byte)) *Session {
	s := &Session{engine: e, deliver: send, named: map[string]bool{}, open: map[*seenCall]int{}}
	e.sessions.add(s)
	return s
}

// send records a line and gives it to the host.
func (s *Session) send(line []byte) {
	s.engine.recorder.Load().AddLine(recording.Out, s, line)
	s.deliver(line)
}

// respond sends the response to a call. What the person said with a no is for the host
// alone and in no recording.
func (s *Session) respond(call wire.Call, response wire.Response) {
	line := response.Line(call)
	recorded := line
	if response.Status == wire.StatusDenied && response.Message != "" {
		response.Message = ""
		recorded = response.Line(call)
	}
	s.engine.recorder.Load().AddLine(recording.Out, s, recorded)
	s.deliver(line)
}

// Receive takes one line. It returns when the next line may be given; done is
// called when what answers this line was handed to send, or nothing will.
func (s *Session) Receive(line []byte, done func()) {
	s.engine.recorder.Load().AddLine(recording.In, s, line)
	value, err := wire.FromHost(line)
	var bad *wire.Error
	if errors.As(err, &bad) {
		s.send(bad.Line())
		done()
		return
	}
	if call, ok := value.(wire.Call); ok {
		s.name(call.AgentID)
		response := s.accept(call)
		go func() {
			defer done()
			s.respond(call, response())
		}()
		return
	}
	if _, ok := value.(wire.Hello); ok {
		go func() { // services that are asked how they are may take their time
			defer done()
			s.send(s.engine.hello())
		}()
		return
	}
	defer done()
	switch value := value.(type) {
	case wire.Control:
		s.send(s.engine.control(value).Line())
	case wire.Manifest:
		s.name(value.AgentID)
		s.refused(value.AgentID, s.engine.keeper.Offer(consent.Offer{
			AgentID: value.AgentID, AgentName: value.AgentName, Version: value.Version, Hash: value.Hash, Manifest: value.Manifest,
		}))
	case wire.Reauth:
		s.name(value.AgentID)
		s.refused(value.AgentID, s.engine.keeper.Reauth(consent.Reauth(value)))
	case wire.Relation:
		s.name(value.AgentID)
		s.refused(value.AgentID, s.engine.keeper.Restrict(value.AgentID, value.Granted))
	}
}

// HangUp says that the host is gone both ways: its open questions close, interrupted,
// unless another host waits for the same call (contract §2).
func (s *Session) HangUp() {
	s.engine.recorder.Load().AddLine(recording.HangUp, s, nil)
	s.engine.sessions.remove(s)
	s.mu.Lock()
	s.gone = true
	open := s.open
	s.open = map[*seenCall]int{}
	s.mu.Unlock()
	s.engine.leave(open)
}

// leave closes the questions of calls for which nobody waits any more, all at once: none
// of them comes on screen because another one went.
func (e *Engine) leave(waiters map[*seenCall]int) {
	deserted := e.responses.leave(waiters)
	if len(deserted) == 0 {
		return
	}
	e.keeper.HangUp(func(q ask.Question) bool {
		_, gone := deserted[q.Key()]
		return gone
	})
	for _, entry := range deserted {
		entry.hangUp()
	}
}

// accept takes a call in, in the order in which calls came. What it returns runs the
// call, or waits for the response to the same call already known.
func (s *Session) accept(call wire.Call) (response func() wire.Response) {
	ctx, hangUp := context.WithCancel(s.engine.ctx)
	entry, first, same := s.engine.responses.join(call, hangUp)
	if !same {
		hangUp()
		return func() wire.Response { return s.engine.ended(call, s.engine.reused(call)) }
	}
	s.wait(entry)
	if !first {
		hangUp()
		return func() wire.Response { return s.await(entry) }
	}
	turn := s.engine.order.take(call.AgentID)
	return func() wire.Response {
		s.engine.responses.give(entry, s.engine.respond(ctx, call, turn))
		hangUp()
		return s.await(entry)
	}
}

// await waits for the response to a call.
func (s *Session) await(entry *seenCall) wire.Response {
	defer s.stopWaiting(entry)
	<-entry.ready
	return entry.response
}

func (s *Session) wait(entry *seenCall) {
	s.mu.Lock()
	gone := s.gone
	if !gone {
		s.open[entry]++
	}
	s.mu.Unlock()
	if gone {
		s.engine.leave(map[*seenCall]int{entry: 1})
	}
}

func (s *Session) stopWaiting(entry *seenCall) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.open, entry) // other lines that wait for it are answered with this one
}

// name notes that this host speaks for an agent.
func (s *Session) name(agentID string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.named[agentID] = true
}

func (s *Session) names(agentID string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.named[agentID]
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

// sessions are the hosts connected now.
type sessions struct {
	mu  sync.Mutex
	all map[*Session]struct{}
}

func (l *sessions) add(s *Session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.all == nil {
		l.all = map[*Session]struct{}{}
	}
	l.all[s] = struct{}{}
}

func (l *sessions) remove(s *Session) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.all, s)
}

// related tells the hosts that named the agent what it may use now.
func (l *sessions) related(r consent.Relation) {
	l.mu.Lock()
	var listening []*Session
	for s := range l.all {
		if s.names(r.AgentID) {
			listening = append(listening, s)
		}
	}
	l.mu.Unlock()
	line := wire.Relation(r).Line()
	for _, s := range listening {
		s.send(line)
	}
}
