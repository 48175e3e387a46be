package app

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"assent/app/folder"
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

// Recording is a session that is being recorded.
type Recording struct {
	Path      string // of the file
	Arguments bool   // arguments and results are in it
}

// Record begins to record the session to a new file, which only this user may read:
// lines in and out, questions, answers, what the person does, and when. Digests stand
// for arguments and results, unless arguments is set. An empty path names a file in the
// data folder after the time. Only the person switches it on.
func (e *Engine) Record(path string, arguments bool) error {
	if path == "" {
		recordings := e.options.Places.Recordings()
		if err := folder.Own(recordings); err != nil {
			return fmt.Errorf("recording: %w", err)
		}
		path = filepath.Join(recordings, e.clock.Now().Format("2006-01-02_15-04-05")+".jsonl")
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	if err := e.recordTo(file, Recording{Path: path, Arguments: arguments}); err != nil {
		file.Close()
		os.Remove(path)
		return err
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
	defer e.watchers.changed()
	if err := r.end(); err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	return nil
}

// Recording returns what is being recorded, nil when nothing is.
func (e *Engine) Recording() *Recording {
	if r := e.recorder.Load(); r != nil && !r.over() {
		return &r.Recording
	}
	return nil
}

func (e *Engine) recordTo(out io.WriteCloser, what Recording) error {
	r := &recorder{Recording: what, out: out, clock: e.clock, notice: e.options.Notice, hosts: map[*Session]int{}}
	r.add(event{Event: happenedBegin, Arguments: what.Arguments, Person: e.options.Asker != nil, VirtualClock: e.options.ClockByControl})
	for _, agent := range e.Agents() {
		if agent.Manifest != nil && agent.Reviewed {
			r.add(event{Event: happenedAgent, AgentID: agent.ID, Name: agent.Name, Version: agent.Version,
				Manifest: string(agent.Manifest.Canonical), Scopes: grantedScopes(agent)})
		}
	}
	if r.failed != nil {
		return fmt.Errorf("recording: %w", r.failed)
	}
	was := e.recorder.Load()
	if was != nil && !was.over() || !e.recorder.CompareAndSwap(was, r) {
		return errors.New("this session is being recorded already")
	}
	e.watchers.changed()
	return nil
}

// did records what the person did, in the words of player.act.
func (e *Engine) did(words ...string) {
	e.recorder.Load().add(event{Event: happenedPerson, Words: words})
}
