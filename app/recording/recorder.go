package recording

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"assent/app/folder"
	"assent/consent/clock"

	"github.com/go-json-experiment/json"
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
	fails func()

	mu     sync.Mutex
	out    io.WriteCloser
	hosts  map[any]int
	ended  bool  // nothing is written any more
	failed error // why it ended, when not by End
}

// NewRecorder returns a recorder that writes to out, which is file. fails is called,
// once, when out cannot be written any more: the recording has ended then.
func NewRecorder(out io.WriteCloser, file File, clock clock.Clock, fails func()) *Recorder {
	return &Recorder{File: file, out: out, clock: clock, fails: fails, hosts: map[any]int{}}
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
func (r *Recorder) Over() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.ended
}

// Err returns why the recording is not whole, nil when it is so far.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.failed
}

// End closes the file. The error says that it is not whole.
func (r *Recorder) End() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended {
		return r.failed
	}
	r.ended = true
	return r.out.Close()
}

// Add writes an event, at the clock's time.
func (r *Recorder) Add(e Event) {
	if r == nil {
		return
	}
	r.mu.Lock()
	failed := r.write(e)
	r.mu.Unlock()
	r.tell(failed)
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
	r.mu.Lock()
	if r.hosts[host] == 0 {
		r.hosts[host] = len(r.hosts) + 1
	}
	e.Host = r.hosts[host]
	failed := r.write(e)
	r.mu.Unlock()
	r.tell(failed)
}

// tell says that the recording just failed. Call it without the lock: who hears it may
// look at the recording.
func (r *Recorder) tell(failed bool) {
	if failed {
		r.fails()
	}
}

// write writes an event, and reports whether the recording ends because it cannot.
func (r *Recorder) write(e Event) (failed bool) {
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
