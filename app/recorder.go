package app

import (
	"errors"
	"io"
	"sync"

	"assent/consent/ask"
	"assent/consent/clock"

	"github.com/go-json-experiment/json"
)

// recorder writes what happens. A nil recorder writes nothing.
type recorder struct {
	Recording
	clock  clock.Clock
	notice func(Notice)

	mu     sync.Mutex
	out    io.WriteCloser
	hosts  map[*Session]int
	ended  bool  // nothing is written any more
	failed error // why it ended, when not by end
}

// over reports whether nothing is written any more.
func (r *recorder) over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended
}

// end closes the file. The error says that it is not whole.
func (r *recorder) end() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return r.failed
	}
	r.ended = true
	return r.out.Close()
}

func (r *recorder) add(e event) {
	if r == nil {
		return
	}
	r.mu.Lock()
	failed := r.write(e)
	r.mu.Unlock()
	r.tell(failed)
}

// line adds a host's line, or one to it.
func (r *recorder) line(happened string, s *Session, line []byte) {
	if r == nil {
		return
	}
	e := event{Event: happened}
	if line != nil {
		e.setLine(line, r.Arguments)
	}
	r.mu.Lock()
	if r.hosts[s] == 0 {
		r.hosts[s] = len(r.hosts) + 1
	}
	e.Host = r.hosts[s]
	failed := r.write(e)
	r.mu.Unlock()
	r.tell(failed)
}

// tell tells the user that the recording just failed. Call it without the lock: who
// hears it may look at the recording.
func (r *recorder) tell(failed bool) {
	if failed {
		r.notice(Notice{Key: "notice.recording_failed"})
	}
}

// write writes an event, and reports whether the recording ends because it cannot.
func (r *recorder) write(e event) (failed bool) {
	if r.ended {
		return false
	}
	e.At = r.clock.Now().UTC()
	data, err := json.Marshal(e)
	if err == nil {
		_, err = r.out.Write(append(data, '\n'))
	}
	if err != nil {
		r.ended, r.failed = true, errors.Join(err, r.out.Close())
	}
	return err != nil
}

// about is an event about a question.
func (r *recorder) about(happened string, q ask.Question) event {
	e := event{
		Event: happened, AgentID: q.Caller.AgentID, ConversationID: q.Caller.ConversationID, CallID: q.CallID,
		Tool: q.Tool, Sensitivity: q.Sensitivity.String(),
	}
	if r != nil && r.Arguments {
		e.Target = q.Facts.Target
	}
	return e
}
