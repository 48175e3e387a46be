package audit

import (
	"fmt"
	"os"
	"path/filepath"
)

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

// sidecars are the ends of the names of the files that make up a database.
var sidecars = [...]string{"", "-wal", "-shm"}

// setAside renames the corrupt database with the time in its name. Nothing is
// deleted.
func (l *Log) setAside() error {
	aside, err := l.asideName()
	if err != nil {
		return err
	}
	for _, end := range sidecars {
		if err := os.Rename(l.path+end, aside+end); err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("setting the corrupt database aside: %w", err)
		}
	}
	l.options.Notice(Notice{Event: SetAside, Path: aside})
	return nil
}

// asideName returns a free name, as assent.corrupt-20261121T064316Z.db.
func (l *Log) asideName() (string, error) {
	ext := filepath.Ext(l.path)
	stem := l.path[:len(l.path)-len(ext)] + ".corrupt-" + l.options.Now().UTC().Format("20060102T150405Z")
	for n := 1; n <= 1000; n++ {
		name := stem + ext
		if n > 1 {
			name = fmt.Sprintf("%s-%d%s", stem, n, ext)
		}
		if _, err := os.Lstat(name); os.IsNotExist(err) {
			return name, nil
		}
	}
	return "", fmt.Errorf("setting the corrupt database aside: no free name like %s", filepath.Base(stem))
}
