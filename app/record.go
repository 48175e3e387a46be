package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"assent/consent"

	"github.com/go-json-experiment/json"
)

// What happened, in a recorded event.
const (
	happenedBegin    = "begin"
	happenedAgent    = "agent" // one that was known when the recording began
	happenedIn       = "in"    // a host's line
	happenedOut      = "out"   // a line to a host
	happenedHangUp   = "hang_up"
	happenedQuestion = "question" // on screen
	happenedAnswer   = "answer"
	happenedReview   = "review" // the person's answer to one
	happenedPerson   = "person" // what else the person did
)

// event is one line of a recorded session.
type event struct {
	At    time.Time `json:"at,omitzero"` // by the engine's clock
	Event string    `json:"event"`

	// Of begin: whether arguments and results are as they were, else their digests
	// stand for them; whether there was somebody to ask; whether time stood still.
	Arguments    bool `json:"arguments,omitzero"`
	Person       bool `json:"person,omitzero"`
	VirtualClock bool `json:"virtual_clock,omitzero"`

	Host int    `json:"host,omitzero"` // counted from 1, by their first line
	Line string `json:"line,omitzero"`
	Raw  []byte `json:"raw,omitzero"` // instead of Line where that is not UTF-8

	AgentID        string   `json:"agent_id,omitzero"`
	ConversationID string   `json:"conversation_id,omitzero"`
	CallID         string   `json:"call_id,omitzero"`
	Tool           string   `json:"tool,omitzero"`
	Sensitivity    string   `json:"sensitivity,omitzero"`
	Target         string   `json:"target,omitzero"` // with arguments only
	Answer         string   `json:"answer,omitzero"`
	Narrow         bool     `json:"narrow,omitzero"`
	Coarse         bool     `json:"coarse,omitzero"`
	Name           string   `json:"name,omitzero"`
	Version        int      `json:"version,omitzero"`
	Manifest       string   `json:"manifest,omitzero"`
	Scopes         []string `json:"scopes,omitzero"` // granted
	Words          []string `json:"words,omitzero"`  // of a person: see player.act
}

// Record begins to record the session to a new file, which only this user may read:
// lines in and out, questions, answers, what the person does, and when. Digests stand
// for arguments and results, unless arguments is set. Only the person switches it on.
func (e *Engine) Record(path string, arguments bool) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	if err := e.recordTo(file, arguments); err != nil {
		return errors.Join(err, file.Close())
	}
	return nil
}

// StopRecording ends what Record began. It does nothing when nothing is recorded. The
// error says that the file is not whole.
func (e *Engine) StopRecording() error {
	r := e.recorder.Swap(nil)
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := errors.Join(r.failed, r.out.Close()); err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	return nil
}

// Recording reports whether the session is being recorded.
func (e *Engine) Recording() bool { return e.recorder.Load() != nil }

func (e *Engine) recordTo(out io.WriteCloser, arguments bool) error {
	r := &recorder{out: out, clock: e.clock, notice: e.options.Notice, arguments: arguments, hosts: map[*Session]int{}}
	begin := event{Event: happenedBegin, Arguments: arguments, Person: e.options.Asker != nil, VirtualClock: e.options.ClockByControl}
	r.add(begin)
	for _, agent := range e.Agents() {
		if agent.Manifest != nil && agent.Reviewed {
			r.add(event{Event: happenedAgent, AgentID: agent.ID, Name: agent.Name, Version: agent.Version,
				Manifest: string(agent.Manifest.Canonical), Scopes: grantedScopes(agent)})
		}
	}
	if r.failed != nil {
		return fmt.Errorf("recording: %w", r.failed)
	}
	if !e.recorder.CompareAndSwap(nil, r) {
		return errors.New("this session is being recorded already")
	}
	return nil
}

// recorder writes what happens. A nil recorder writes nothing.
type recorder struct {
	clock     consent.Clock
	notice    func(Notice)
	arguments bool

	mu     sync.Mutex
	out    io.WriteCloser
	hosts  map[*Session]int
	failed error // the first error; nothing is written after it
}

func (r *recorder) add(e event) {
	if r == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.write(e)
}

// line adds a host's line, or one to it.
func (r *recorder) line(happened string, s *Session, line []byte) {
	if r == nil {
		return
	}
	e := event{Event: happened}
	if line != nil {
		e.setLine(line, r.arguments)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hosts[s] == 0 {
		r.hosts[s] = len(r.hosts) + 1
	}
	e.Host = r.hosts[s]
	r.write(e)
}

func (r *recorder) write(e event) {
	if r.failed != nil {
		return
	}
	e.At = r.clock.Now().UTC()
	data, err := json.Marshal(e)
	if err == nil {
		_, err = r.out.Write(append(data, '\n'))
	}
	if err != nil {
		r.failed = err
		r.notice(Notice{Key: "notice.recording_failed"})
	}
}

// about is an event about a question.
func (r *recorder) about(happened string, q consent.Question) event {
	e := event{
		Event: happened, AgentID: q.Caller.AgentID, ConversationID: q.Caller.ConversationID, CallID: q.CallID,
		Tool: q.Tool, Sensitivity: q.Sensitivity.String(),
	}
	if r != nil && r.arguments {
		e.Target = q.Facts.Target
	}
	return e
}

// did records what the person did, in the words of player.act.
func (e *Engine) did(words ...string) {
	e.recorder.Load().add(event{Event: happenedPerson, Words: words})
}
