package audit

// Notice is what the user should know of the log's state.
type Notice struct {
	Event Event
	Path  string // with SetAside: where the corrupt database is now
	Err   error  // with Failed: the cause; it never holds a value of a call
}

// Event is a change of the log's state.
type Event int

const (
	// Failed: the log cannot be written, no call runs. It is tried again by itself.
	Failed Event = iota + 1
	// Recovered: the log is written again, with the outcomes that waited.
	Recovered
	// SetAside: the database was corrupt. It was renamed, with the files beside
	// it, and a new one takes its place: who else has it open must open it again.
	SetAside
)

// report tells of a change between failing and not.
func (l *Log) report(err error) {
	switch {
	case err != nil && !l.failing:
		l.failing = true
		l.options.Notice(Notice{Event: Failed, Err: err})
	case err == nil && l.failing:
		l.failing = false
		l.options.Notice(Notice{Event: Recovered})
	}
}
