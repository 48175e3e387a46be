package ingress

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sync"

	"assent/app/wire"
)

// stream carries one host's lines both ways.
type stream struct {
	out io.Writer
	try func([]byte) int // writes what out takes without waiting; nil where that cannot be told

	mu       sync.Mutex
	changed  sync.Cond // anything below changed
	leftOver sync.Cond // something is for write to do, or nothing will be
	inFlight int
	unsent   int
	queue    []outgoing
	begun    int  // bytes of the queue's first line that were written
	writing  bool // somebody writes what is queued
	buffer   []byte
	quitting bool // what was read is given to the engine at once: it answers no any way
	closing  bool // no line will be queued any more
	broken   bool // the host takes nothing any more

	session Session
}

// newStream connects a host that takes its answers from out.
func newStream[S Session](out io.Writer, engine Engine[S]) *stream {
	s := &stream{out: out, try: withoutWaiting(out)}
	s.session = engine.Connect(s.send)
	s.changed.L, s.leftOver.L = &s.mu, &s.mu
	return s
}

// serve gives in's lines to the session until they end, and returns once every
// answer went out or the host is gone. Lines that came before a hang-up count.
func (s *stream) serve(in io.Reader) {
	defer s.hangUp()
	written := make(chan struct{})
	go func() {
		defer close(written)
		s.write()
	}()
	s.read(in)
	s.session.EndOfInput()
	s.finish()
	<-written
}

// read gives lines to the session until input ends or a line is too long.
func (s *stream) read(in io.Reader) {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 0, 4096), wire.MaxInbound+1)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		s.wait(func() bool { return s.unsent >= wire.MaxUnsent && !s.broken })
		if begin := s.session.Receive(bytes.Clone(lines.Bytes())); begin != nil {
			s.begin()
			begin(s.end)
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		s.send(wire.TooLong().Line(), func() {})
		go io.Copy(io.Discard, in) // a host that still writes must get to read this
	}
}

// wait returns when full, which is called with the lock, reports that there is room, or
// when the engine quits.
func (s *stream) wait(full func() bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.quitting && full() {
		s.changed.Wait()
	}
}

// begin notes one more answer as owed, when there is room for it.
func (s *stream) begin() {
	s.wait(func() bool { return s.inFlight >= wire.MaxInFlight })
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inFlight++
}

func (s *stream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.inFlight--
	s.changed.Broadcast()
}

// finish waits for the answers still owed, then lets write end.
func (s *stream) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answered()
	s.closing = true
	s.leftOver.Signal()
}

// quit says that the engine quits, and returns when every answer that is still owed is
// there to be written.
func (s *stream) quit() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.quitting = true
	s.changed.Broadcast()
	s.answered()
}

// answered waits, with the lock, until no answer is owed.
func (s *stream) answered() {
	for s.inFlight > 0 {
		s.changed.Wait()
	}
}
