package ingress

import "slices"

// outgoing is a line on its way to the host.
type outgoing struct {
	line    []byte
	written func() // called when the host has it or never will
}

// send gives the host a line. It never blocks: what the host does not take at once waits
// for write.
func (s *stream) send(line []byte, written func()) {
	s.mu.Lock()
	if s.broken {
		s.mu.Unlock()
		written()
		return
	}
	s.queue = append(s.queue, outgoing{line, written})
	s.unsent += len(line) + 1
	mine := s.try != nil && !s.writing
	if mine {
		s.writing = true
	} else if !s.writing {
		s.leftOver.Signal()
	}
	s.mu.Unlock()
	for mine {
		mine = s.writeQueue(func(text []byte) (int, error) { return s.try(text), nil })
	}
}

// write sends what send left until there will be no more, or the host is gone.
func (s *stream) write() {
	for s.next() {
		failed := error(nil)
		for more := true; more && failed == nil; {
			more = s.writeQueue(func(text []byte) (n int, err error) {
				n, failed = s.out.Write(text)
				return n, failed
			})
		}
		if failed != nil {
			s.hangUp()
			return
		}
	}
}

// next waits for lines that nobody writes, and makes their writer the caller; false when
// there will be none.
func (s *stream) next() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for !s.broken && (s.writing || len(s.queue) == 0) && !(s.closing && !s.writing && len(s.queue) == 0) {
		s.leftOver.Wait()
	}
	s.writing = !s.broken && len(s.queue) > 0
	return s.writing
}

const (
	maxWrite = 64 << 10 // bytes, about how much is written at once
	maxIdle  = 16 << 10 // bytes, how much memory for that an idle host keeps
)

// writeQueue writes what is queued and lets go of the lines that were written. It returns
// whether the caller is to write on: there is more, and all of this was taken.
func (s *stream) writeQueue(write func([]byte) (int, error)) (more bool) {
	text := s.gather()
	if len(text) == 0 {
		return false
	}
	n, err := write(text)
	for _, out := range s.wrote(n) {
		out.written()
	}
	if n < len(text) || err != nil {
		s.mu.Lock()
		s.writing = false
		s.leftOver.Signal()
		s.mu.Unlock()
		return false
	}
	return true
}

// gather returns what is to be written next, nothing when there is nothing: then nobody
// writes any more. A long line stands for itself, so that it is not copied.
func (s *stream) gather() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) == 0 {
		s.writing = false
		if cap(s.buffer) > maxIdle {
			s.buffer = nil
		}
		if s.closing || s.broken {
			s.leftOver.Signal()
		}
		return nil
	}
	if first := s.queue[0].line; len(first) > maxWrite && s.begun < len(first) {
		return first[s.begun:]
	}
	text := s.buffer[:0]
	for i, out := range s.queue {
		line := out.line
		if i == 0 {
			line = line[s.begun:]
		} else if len(text)+len(line) > maxWrite {
			break
		}
		text = append(append(text, line...), '\n')
	}
	s.buffer = text
	return text
}

// wrote takes n bytes off the queue and returns the lines that are whole.
func (s *stream) wrote(n int) []outgoing {
	s.mu.Lock()
	defer s.mu.Unlock()
	whole := 0
	for n += s.begun; whole < len(s.queue) && n > len(s.queue[whole].line); whole++ {
		n -= len(s.queue[whole].line) + 1
		s.unsent -= len(s.queue[whole].line) + 1
	}
	if len(s.queue) == 0 {
		return nil // hung up meanwhile
	}
	s.begun = n
	lines := slices.Clone(s.queue[:whole])
	s.queue = slices.Delete(s.queue, 0, whole)
	s.changed.Broadcast()
	return lines
}

// hangUp says that the host is gone both ways. It may be called more than once.
func (s *stream) hangUp() {
	s.mu.Lock()
	left := s.queue
	s.broken, s.queue = true, nil
	s.changed.Broadcast()
	s.leftOver.Signal()
	s.mu.Unlock()
	for _, out := range left {
		out.written()
	}
	s.session.HangUp()
}
