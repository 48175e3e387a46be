package recording

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"assent/app/folder"
	"assent/consent/clock"
	"assent/i18n"
)

// File is a recording.
type File struct {
	Path      string // empty: it is in memory
	Arguments bool   // arguments and results are in it
}

// Recorder writes what happens. A nil Recorder writes nothing. Its methods are safe for
// concurrent use.
type Recorder struct {
	File
	clock clock.Clock
	lines *lines
	hosts map[any]int
}

// NewRecorder returns a recorder that writes to out, which is file. fails is told, once,
// when the recording ends because out cannot be written any more, or is full.
func NewRecorder(out io.WriteCloser, file File, clock clock.Clock, fails func(i18n.Text)) *Recorder {
	return &Recorder{File: file, clock: clock, lines: newLines(out, fails), hosts: map[any]int{}}
}

// Create makes the file of a recording, which only this user may read. It must not
// exist yet. An empty path names one in the data folder after the time.
func Create(path string, places folder.Places, clock clock.Clock) (*os.File, error) {
	if path == "" {
		if err := places.Claim(places.Recordings()); err != nil {
			return nil, fmt.Errorf("recording: %w", err)
		}
		path = filepath.Join(places.Recordings(), clock.Now().Format("2006-01-02_15-04-05")+".jsonl")
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("recording: %w", err)
	}
	return file, nil
}

// Over reports whether nothing is written any more.
func (r *Recorder) Over() bool { return r.lines.over() }

// Err returns why the recording is not whole, nil when it is so far.
func (r *Recorder) Err() error { return r.lines.err() }

// End closes the file. The error says that it is not whole.
func (r *Recorder) End() error { return r.lines.end() }

// Add writes an event, at the clock's time.
func (r *Recorder) Add(e Event) {
	if r == nil {
		return
	}
	r.lines.add(func() any {
		e.At = r.clock.Now().UTC()
		return e
	})
}

// AddLine writes that a host sent or got a line, or hung up: then line is nil. host is
// the same value for the same host.
func (r *Recorder) AddLine(happened string, host any, line []byte) {
	if r == nil {
		return
	}
	e := Event{Event: happened}
	if line != nil {
		e.setLine(line, r.Arguments)
	}
	r.lines.add(func() any {
		if r.hosts[host] == 0 {
			r.hosts[host] = len(r.hosts) + 1
		}
		e.At, e.Host = r.clock.Now().UTC(), r.hosts[host]
		return e
	})
}
