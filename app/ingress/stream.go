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
	out *bufio.Writer

	mu       sync.Mutex
	changed  sync.Cond // anything below changed
	inFlight int
	unsent   int
	queue    []outgoing
	quitting bool // what was read is given to the engine at once: it answers no any way
	closing  bool // no line will be queued any more
	broken   bool // the host takes nothing any more

	session Session
}

// outgoing is a line on its way to the host.
type outgoing struct {
	line    []byte
	written func() // called when the host has it or never will
}

// newStream connects a host that takes its answers from out.
func newStream[S Session](out io.Writer, engine Engine[S]) *stream {
	s := &stream{out: bufio.NewWriter(out)}
	s.session = engine.Connect(s.send)
	s.changed.L = &s.mu
	return s
}

// send queues a line for the host. It never blocks.
func (s *stream) send(line []byte, written func()) {
	s.mu.Lock()
	broken := s.broken
	if !broken {
		s.queue = append(s.queue, outgoing{line, written})
		s.unsent += len(line) + 1
		s.changed.Broadcast()
	}
	s.mu.Unlock()
	if broken {
		written()
	}
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
	s.changed.Broadcast()
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

// hangUp says that the host is gone both ways. It may be called more than once.
func (s *stream) hangUp() {
	s.mu.Lock()
	left := s.queue
	s.broken, s.queue = true, nil
	s.changed.Broadcast()
	s.mu.Unlock()
	for _, out := range left {
		out.written()
	}
	s.session.HangUp()
}

// write sends queued lines until there will be no more, or the host is gone.
func (s *stream) write() {
	for {
		lines := s.next()
		if lines == nil {
			return
		}
		if err := s.writeAll(lines); err != nil {
			s.hangUp()
			return
		}
	}
}

// writeAll writes lines. Each is let go of once it is written, or cannot be.
func (s *stream) writeAll(lines []outgoing) (err error) {
	for i, out := range lines {
		if err == nil {
			err = s.writeLine(out.line)
		}
		s.sent(len(out.line) + 1)
		lines[i] = outgoing{}
		out.written()
	}
	return errors.Join(err, s.out.Flush())
}

func (s *stream) writeLine(line []byte) error {
	if _, err := s.out.Write(line); err != nil {
		return err
	}
	return s.out.WriteByte('\n')
}

// next waits for lines to send; nil when there will be none.
func (s *stream) next() []outgoing {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.queue) == 0 && !s.closing && !s.broken {
		s.changed.Wait()
	}
	lines := s.queue
	s.queue = nil
	return lines
}

func (s *stream) sent(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unsent -= n
	s.changed.Broadcast()
}
