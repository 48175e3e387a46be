package audit

import (
	"errors"

	"assent/audit/database"
)

// Notice is what the user should know of the log's state.
type Notice struct {
	Event Event
	Path  string // with SetAside: where the corrupt database is now
	Err   error  // with Failed and Lost: the cause; it never holds a value of a call
}

// Event is a change of the log's state.
type Event int

const (
	// Failed: the log cannot be written, no call runs. It is tried again by itself.
	Failed Event = iota + 1
	// Lost is Failed because a file of the database was removed or replaced. Nobody but
	// the user can help: by putting it back, or by starting anew.
	Lost
	// Recovered: the log is written again, with the outcomes that waited.
	Recovered
	// SetAside: the database was corrupt. It was renamed, with the files beside
	// it, and a new one takes its place: who else has it open must open it again.
	SetAside
)

// eventOf returns the event that an error of a write is, 0 for none.
func eventOf(err error) Event {
	switch {
	case errors.Is(err, database.ErrLost):
		return Lost
	case err != nil:
		return Failed
	}
	return 0
}

// report tells of a change between failing and not.
func (l *Log) report(before, now Event, err error) {
	switch {
	case now == before:
	case now == 0:
		l.options.Notice(Notice{Event: Recovered})
	default:
		l.options.Notice(Notice{Event: now, Err: err})
	}
}
