package recording

import (
	"bytes"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"assent/consent/ask"

	"github.com/go-json-experiment/json"
)

// What happened, in an Event.
const (
	Begin    = "begin"
	Agent    = "agent" // one that was known when the recording began
	In       = "in"    // a host's line
	Out      = "out"   // a line to a host
	HangUp   = "hang_up"
	Question = "question" // on screen
	Answer   = "answer"
	Review   = "review" // the person's answer to one
	Person   = "person" // what else the person did
)

// Event is one line of a recording.
type Event struct {
	At    time.Time `json:"at,omitzero"` // by the engine's clock
	Event string    `json:"event"`

	// Of Begin: whether arguments and results are as they were, else their digests
	// stand for them, and then where the home folder was; whether there was somebody to
	// ask; whether time stood still.
	Arguments    bool   `json:"arguments,omitzero"`
	Home         string `json:"home,omitzero"`
	Person       bool   `json:"person,omitzero"`
	VirtualClock bool   `json:"virtual_clock,omitzero"`

	Host int    `json:"host,omitzero"` // counted from 1, by their first line
	Line string `json:"line,omitzero"`
	Raw  []byte `json:"raw,omitzero"` // instead of Line where that is not UTF-8

	ask.CallKey
	Tool        string   `json:"tool,omitzero"`
	Sensitivity string   `json:"sensitivity,omitzero"`
	Target      string   `json:"target,omitzero"` // with arguments only
	Answer      string   `json:"answer,omitzero"`
	Narrow      bool     `json:"narrow,omitzero"`
	Coarse      bool     `json:"coarse,omitzero"`
	Name        string   `json:"name,omitzero"`
	Version     int      `json:"version,omitzero"`
	Manifest    string   `json:"manifest,omitzero"`
	Scopes      []string `json:"scopes,omitzero"` // granted
	Words       []string `json:"words,omitzero"`  // of Person: as an act of a scenario
}

// Read reads a recording that can be played: one with arguments.
func Read(transcript []byte) (events []Event, err error) {
	for line := range bytes.Lines(transcript) {
		var e Event
		if err := json.Unmarshal(line, &e, json.RejectUnknownMembers(true)); err != nil {
			return nil, fmt.Errorf("line %d is no recorded event: %w", len(events)+1, err)
		}
		events = append(events, e)
	}
	switch {
	case len(events) == 0 || events[0].Event != Begin:
		return nil, errors.New("this is no recording of a session")
	case !events[0].Arguments:
		return nil, errors.New("this session was recorded without arguments: there is nothing to play")
	}
	return events, nil
}

// Bytes returns the host's line as it was.
func (e Event) Bytes() []byte {
	if e.Raw != nil {
		return e.Raw
	}
	return []byte(e.Line)
}

// setLine keeps a line, with its arguments and results or with their digests.
func (e *Event) setLine(line []byte, arguments bool) {
	switch {
	case !arguments:
		e.Line = hide(line)
	case utf8.Valid(line):
		e.Line = string(line)
	default:
		e.Raw = line
	}
}
