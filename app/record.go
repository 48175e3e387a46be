package app

import (
	"errors"
	"fmt"
	"io"
	"os"

	"assent/app/recording"
	"assent/consent/ask"
)

// Record begins to record the session to a new file, which only this user may read:
// lines in and out, questions, answers, what the person does, and when. Digests stand
// for arguments and results, unless arguments is set. An empty path names a file in the
// data folder after the time. Only the person switches it on.
func (e *Engine) Record(path string, arguments bool) error {
	file, err := recording.Create(path, e.options.Places, e.clock)
	if err != nil {
		return err
	}
	if err := e.RecordTo(file, recording.File{Path: file.Name(), Arguments: arguments}); err != nil {
		file.Close()
		os.Remove(file.Name())
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
	defer e.subscribers.changed()
	if err := r.End(); err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	return nil
}

// Recording returns what is being recorded, nil when nothing is.
func (e *Engine) Recording() *recording.File {
	if r := e.recorder.Load(); r != nil && !r.Over() {
		return &r.File
	}
	return nil
}

// RecordTo is Record for a file that is open, or for memory. When it fails, out stays
// open, unless writing to it failed.
func (e *Engine) RecordTo(out io.WriteCloser, file recording.File) error {
	r := recording.NewRecorder(out, file, e.clock, e.options.Notice)
	begin := recording.Event{Event: recording.Begin, Arguments: file.Arguments, Person: e.options.Asker != nil, VirtualClock: e.options.ClockByControl}
	if file.Arguments {
		begin.Home = e.home
	}
	r.Add(begin)
	for _, agent := range e.Agents() {
		if agent.Manifest != nil && agent.Reviewed {
			r.Add(recording.Event{Event: recording.Agent, CallKey: ask.CallKey{AgentID: agent.ID}, Name: agent.Name, Version: agent.Version,
				Manifest: string(agent.Manifest.Canonical), Scopes: grantedScopes(agent)})
		}
	}
	if err := r.Err(); err != nil {
		return fmt.Errorf("recording: %w", err)
	}
	was := e.recorder.Load()
	if was != nil && !was.Over() || !e.recorder.CompareAndSwap(was, r) {
		return errors.New("this session is being recorded already")
	}
	e.subscribers.changed()
	return nil
}

// did records what the person did, in the words of an act of a scenario.
func (e *Engine) did(words ...string) {
	e.recorder.Load().Add(recording.Event{Event: recording.Person, Words: words})
}
