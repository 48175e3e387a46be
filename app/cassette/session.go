package cassette

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"assent/app/wire"
	"assent/executors"
)

// Session is one connected host. It plays the recording from its beginning.
type Session struct {
	cassette *Cassette
	deliver  func(line []byte, written func())

	mu       sync.Mutex
	played   map[int]bool            // calls of the recording that were answered
	answered map[wire.CallKey][]byte // to give again to who repeats itself
	running  map[wire.CallKey][]byte // what follows when the host said what became of its run
}

// Connect gives a newly connected host its session.
func (c *Cassette) Connect(send func(line []byte, written func())) *Session {
	return &Session{cassette: c, deliver: send, played: map[int]bool{}, answered: map[wire.CallKey][]byte{}, running: map[wire.CallKey][]byte{}}
}

// From is not asked here.
func (s *Session) From(string, string) {}

// EndOfInput changes nothing: every line was answered when it came.
func (s *Session) EndOfInput() {}

// HangUp changes nothing.
func (s *Session) HangUp() {}

// Receive answers one line.
func (s *Session) Receive(line []byte) (begin func(done func())) {
	said, err := wire.FromHost(line)
	if bad, ok := err.(*wire.Error); ok {
		s.send(bad.Line())
		return nil
	}
	switch said := said.(type) {
	case wire.Call:
		return func(done func()) {
			s.call(said)
			done()
		}
	case wire.Ran:
		s.ran(said)
	case wire.Hello:
		s.send(wire.NewGreeting(s.cassette.Version, map[string]string{}).Line())
	case wire.Manifest:
		s.send(wire.Relation{AgentID: said.AgentID, Version: said.Version, Granted: append([]string{}, s.cassette.granted[said.AgentID]...)}.Line())
	case wire.Control:
		s.send(s.control(said).Line())
	}
	return nil
}

// control says which agents there are. There is no engine for anything else.
func (s *Session) control(said wire.Control) wire.ControlAnswer {
	if said.Op != wire.AgentList {
		return wire.ControlAnswer{Op: said.Op, Message: "a recording is played: there is no engine to control"}
	}
	answer := wire.ControlAnswer{Op: said.Op, OK: true}
	for _, id := range slices.Sorted(maps.Keys(s.cassette.granted)) {
		answer.Agents = append(answer.Agents, wire.AgentStatus{AgentID: id, GrantedScopes: s.cassette.granted[id]})
	}
	return answer
}

func (s *Session) send(line []byte) { s.deliver(line, func() {}) }

func (s *Session) call(said wire.Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if line, repeated := s.answered[said.CallKey]; repeated {
		s.send(line)
		return
	}
	seen := look(said, s.cassette.home.own)
	at := s.find(seen)
	if at < 0 {
		s.unknown(said, seen)
		return
	}
	s.played[at] = true
	recorded := s.cassette.calls[at]
	response := recorded.answer
	response.Result = s.cassette.home.moved(response.Result)
	line := response.Line(said)
	if recorded.run {
		s.running[said.CallKey] = line
		s.send(wire.Run{CallKey: said.CallKey}.Line())
		return
	}
	s.answered[said.CallKey] = line
	s.send(line)
}

func (s *Session) ran(said wire.Ran) {
	s.mu.Lock()
	defer s.mu.Unlock()
	line, runs := s.running[said.CallKey]
	if !runs {
		s.send((&wire.Error{Code: wire.BadMessage, Message: "no call of this host runs under that name", CallKey: said.CallKey}).Line())
		return
	}
	delete(s.running, said.CallKey)
	s.answered[said.CallKey] = line
	s.send(line)
}

// find returns where the recorded call is that said is, the first that was not played yet;
// -1 where there is none.
func (s *Session) find(said sight) int {
	for at, recorded := range s.cassette.calls {
		if recorded.like(said) && !s.played[at] {
			return at
		}
	}
	return -1
}

// unknown answers a call that was not recorded.
func (s *Session) unknown(said wire.Call, seen sight) {
	differs := s.differs(seen)
	if s.cassette.Unknown != nil {
		s.cassette.Unknown(said.Tool, differs)
	}
	s.send(wire.Failed(executors.Errorf(executors.Internal, "The recording that is played has no such call: %s.", differs)).Line(said))
}

// differs says how a call differs from the one in the recording that is most like it. It
// names no argument's value.
func (s *Session) differs(said sight) string {
	why, fewest := "it has no call of this tool", -1
	for _, recorded := range s.cassette.calls {
		others := recorded.otherMembers(said)
		if recorded.tool != said.tool || fewest >= 0 && len(others) >= fewest {
			continue
		}
		fewest = len(others)
		switch {
		case len(others) > 0:
			why = "these arguments differ: " + strings.Join(others, ", ")
		case recorded.agent != said.agent:
			why = "another agent made it"
		case recorded.group != said.group:
			why = "it was made in another kind of conversation"
		case recorded.runs != said.runs:
			why = "it was to run elsewhere"
		default:
			why = "it was not made so often"
		}
	}
	return why
}
