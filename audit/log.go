package audit

import (
	"errors"
	"path/filepath"
	"sync"
	"time"

	"assent/audit/database"
)

// Options of Open. The zero value serves.
type Options struct {
	Now func() time.Time // for timestamps; time.Now when nil

	// Notice, when set, is told what the user should know. It is called on the
	// goroutine of a call and must return at once.
	Notice func(Notice)

	vfs          string // of SQLite; tests take one that loses writes
	listedAtOnce int    // rows; listedAtOnce when 0; tests take fewer
}

// Log is the log of one data folder, open for writing. It is safe for concurrent
// use. Only one process may have it open so.
type Log struct {
	*Reader
	options Options
	path    string

	gate     sync.Mutex // guards what follows
	waiting  []*entry
	writing  bool               // somebody writes, or was told to
	running  map[int64]struct{} // seq of the calls that began and have no outcome
	outcomes outcomes           // that wait for the next commit
	loose    bool               // commits were made that are not fsynced yet
	failing  Event              // Failed or Lost; 0 when it does not
	closed   bool
	timer    *time.Timer // calls settleNow
	armed    bool
	soon     *time.Timer // calls bringIn
	looking  bool        // it is set
	commits  int         // made
	looked   int         // commits when bringIn looked

	// What follows belongs to who has the turn to write.
	turn    sync.Mutex
	spare   []*entry // what becomes waiting
	store   *store   // nil when it could not be opened again
	aside   string   // corrupt database to take over from
	given   int64    // its last seq
	unsaved []*entry // outcomes that could not be written yet
}

// Open opens the log at path, or makes it with mode 0600, and ends the calls
// that an earlier process left pending. A corrupt database is set aside and a
// new one begun. The error wraps ErrUnavailable.
func Open(path string, o Options) (*Log, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.listedAtOnce == 0 {
		o.listedAtOnce = listedAtOnce
	}
	if o.Notice == nil {
		o.Notice = func(Notice) {}
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, unavailable(err)
	}
	l := &Log{options: o, path: path, Reader: &Reader{path: path}, running: map[int64]struct{}{}}
	l.timer = time.AfterFunc(time.Hour, l.settleNow)
	l.timer.Stop()
	l.soon = time.AfterFunc(time.Hour, l.bringIn)
	l.soon.Stop()
	ended, err := readLate(path)
	if err != nil {
		return nil, unavailable(err)
	}
	if err := l.transact(true, func(t *tx) error { return t.interrupt(ended) }); err != nil && !database.Corrupt(err) {
		return nil, errors.Join(err, l.release())
	}
	if l.store == nil { // corrupt, and could not be replaced
		return nil, errors.Join(err, l.release())
	}
	l.outcomes.open(path) // without it every outcome is a write of its own
	return l, nil
}

// Close makes durable what was written and closes the log.
func (l *Log) Close() error {
	l.settleNow()
	l.turn.Lock()
	defer l.turn.Unlock()
	l.gate.Lock()
	defer l.gate.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	l.timer.Stop()
	l.soon.Stop()
	return l.release()
}

// Begin records a call as pending. It returns when the row is durable. A call
// seen before is ErrDuplicate or ErrReused and leaves nothing.
func (l *Log) Begin(c Call) (seq int64, err error) {
	err = l.submit(&entry{durable: true, apply: func(t *tx) error {
		if err := t.claim(c); err != nil {
			return err
		}
		r, err := t.insert(c)
		seq = r.Seq
		return err
	}})
	if err == nil {
		l.gate.Lock()
		defer l.gate.Unlock()
		l.running[seq] = struct{}{}
	}
	return seq, err
}

// Idle reports whether nobody writes: who begins a call now waits for the disk alone.
func (l *Log) Idle() bool {
	l.gate.Lock()
	defer l.gate.Unlock()
	return !l.writing
}

// Decided records that a pending call was decided and may run. It returns when
// this is durable, so that a crash from here on is told apart from one with the
// question open. A call that was decided before Begin needs it not: Call says it.
func (l *Log) Decided(seq int64, decision, sensitivity string) error {
	return l.submit(&entry{durable: true, apply: func(t *tx) error {
		return t.decided(seq, decision, sensitivity)
	}})
}

// Finish records the outcome of a pending call. It returns when the outcome is
// written, so that a kill of the process does not lose it; it is durable with the next
// commit, within 1 s. An outcome that could not be written (ErrUnavailable) is kept and
// written when it can be.
func (l *Log) Finish(seq int64, o Outcome) error {
	if l.postpone(seq, o) {
		return nil
	}
	return l.submit(&entry{keep: true, apply: func(t *tx) error { return t.finish(seq, o) }})
}

// Record records a call that ended at once, as a refused one does: written when
// it returns, durable within 1 s. A call seen before is ErrDuplicate or ErrReused
// and leaves nothing.
func (l *Log) Record(c Call, o Outcome) error {
	return l.submit(&entry{apply: func(t *tx) error {
		if err := t.claim(c); err != nil {
			return err
		}
		return t.record(c, o)
	}})
}

// RecordReuse records an attempt to use a call_id again for something else as a
// row of its own. What the id was first used for stays as it was.
func (l *Log) RecordReuse(c Call, o Outcome) error {
	return l.submit(&entry{apply: func(t *tx) error { return t.record(c, o) }})
}

func (t *tx) record(c Call, o Outcome) error {
	r, err := t.insert(c)
	if err != nil {
		return err
	}
	return t.finish(r.Seq, o)
}
