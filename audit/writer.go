package audit

import (
	"errors"
	"runtime"
	"slices"
	"time"

	"assent/audit/database"
)

// settle is how long an outcome may wait for its fsync (contract §10: within
// 1 s), and how often a failing log tries again.
const settle = 500 * time.Millisecond

// idle is how long an outcome waits for another call's commit, at least, before it gets its
// own: who reads the database by other means is to see it soon. It is twice that at most.
const idle = 5 * time.Millisecond

// errClosed is the cause of ErrUnavailable after Close.
var errClosed = errors.New("the log is closed")

// entry is one thing to write.
type entry struct {
	durable bool // must be fsynced before it is acknowledged
	keep    bool // is tried again when it could not be written
	apply   func(*tx) error

	next    chan bool // true: write what waits; false: this is written; nil: nobody waits for that
	written bool
	err     error
}

// submit writes e. The first that comes writes all that wait, in one commit, while
// others gather; then one of these writes. A write is never abandoned: its caller must
// know how it went.
func (l *Log) submit(e *entry) error {
	l.gate.Lock()
	first := !l.writing
	if !first {
		e.next = make(chan bool, 1)
	}
	l.waiting, l.writing = append(l.waiting, e), true
	l.gate.Unlock()
	if first || <-e.next {
		l.writeWaiting()
	}
	return e.err
}

// writeWaiting writes what waits, and then lets the next one do so. Who is about to come
// comes along: a commit costs more than what it holds.
func (l *Log) writeWaiting() {
	runtime.Gosched()
	l.turn.Lock()
	defer l.turn.Unlock()
	l.gate.Lock()
	batch, closed := l.waiting, l.closed
	l.waiting = l.spare[:0]
	l.gate.Unlock()
	defer l.hand(batch)
	if !closed {
		l.write(batch)
	}
}

// postpone has an outcome wait for the next commit, where a kill does not take it away.
// It is not postponed while the log fails, or where that cannot be done: it is to be
// submitted then.
func (l *Log) postpone(seq int64, o Outcome) bool {
	l.gate.Lock()
	defer l.gate.Unlock()
	_, running := l.running[seq]
	delete(l.running, seq) // also where it is submitted: the database knows what is pending
	if !running || l.failing != 0 || l.closed || !l.outcomes.keep(late{seq, o}) {
		return false
	}
	l.look()
	l.arm()
	return true
}

// look has bringIn look soon, unless it does anyway: a timer that is set anew for each call
// would wake a processor each time.
func (l *Log) look() {
	if !l.looking {
		l.looking = true
		l.soon.Reset(idle)
	}
}

// bringIn writes the outcomes that wait while no call comes. A timer calls it.
func (l *Log) bringIn() {
	l.turn.Lock()
	defer l.turn.Unlock()
	l.gate.Lock()
	l.looking = false
	waits := len(l.outcomes.waiting) > 0 && l.failing == 0 && !l.closed
	write := waits && !l.writing && l.looked == l.commits
	l.looked = l.commits
	if waits && !write {
		l.look()
	}
	l.gate.Unlock()
	if write {
		l.write([]*entry{{apply: nothing}}) // what fails is tried again
	}
}

// nothing is what an entry applies that only has what waits written.
func nothing(*tx) error { return nil }

// hand tells those of the batch how it went, and one that waits that it is its turn.
func (l *Log) hand(batch []*entry) {
	for _, e := range batch {
		if !e.written {
			e.err = unavailable(errClosed)
		}
		if e.next != nil {
			e.next <- false
		}
	}
	clear(batch)
	l.spare = batch
	l.gate.Lock()
	defer l.gate.Unlock()
	if l.writing = len(l.waiting) > 0; l.writing {
		l.waiting[0].next <- true
	}
}

// write writes the batch in one transaction, with the outcomes that wait.
func (l *Log) write(batch []*entry) {
	l.gate.Lock()
	ended := slices.Clone(l.outcomes.waiting)
	l.gate.Unlock()
	full := false
	for _, e := range batch {
		full = full || e.durable
	}
	err := l.transact(full, func(t *tx) error { return l.apply(t, ended, batch) })
	for _, e := range batch {
		e.written = true
		if err != nil {
			e.err = err
		}
		if err != nil && e.keep {
			l.unsaved = append(l.unsaved, e)
		}
	}
	if err == nil {
		l.unsaved = nil
	}
	before, now := l.wrote(err, full, len(ended))
	l.report(before, now, err)
}

// wrote notes how a write went that brought in so many outcomes, and returns whether the
// log failed before and does now.
func (l *Log) wrote(err error, full bool, ended int) (before, now Event) {
	l.gate.Lock()
	defer l.gate.Unlock()
	if err == nil {
		l.commits++
		l.outcomes.drop(ended)
		l.loose = !full
	}
	if l.outcomes.lost() && len(l.outcomes.waiting) == 0 {
		l.outcomes.open(l.path) // without it every outcome is a write of its own
	}
	before, l.failing = l.failing, eventOf(err)
	l.arm()
	return before, l.failing
}

// apply brings in the outcomes, those that failed before first, and runs the entries. An
// error of the store fails them all; any other is the entry's own.
func (l *Log) apply(t *tx, ended []late, batch []*entry) error {
	for _, e := range l.unsaved {
		if err := e.apply(t); errors.Is(err, ErrUnavailable) {
			return err
		}
	}
	for _, o := range ended {
		if err := t.finish(o.seq, o.outcome); errors.Is(err, ErrUnavailable) {
			return err
		}
	}
	for _, e := range batch {
		if e.err = e.apply(t); errors.Is(e.err, ErrUnavailable) {
			return e.err
		}
	}
	return nil
}

// waits reports whether something is to be written in time by itself.
func (l *Log) waits() bool {
	return l.loose || l.failing != 0 || len(l.outcomes.waiting) > 0
}

// arm starts the timer when something waits for it; what comes later does not put it off,
// and it goes on when nothing waits any more.
func (l *Log) arm() {
	if l.waits() && !l.armed {
		l.armed = true
		l.timer.Reset(settle)
	}
}

// settleNow makes durable what is written and not fsynced, and tries again what
// failed. The timer calls it.
func (l *Log) settleNow() {
	l.turn.Lock()
	defer l.turn.Unlock()
	l.gate.Lock()
	l.armed = false
	write := l.waits() && !l.closed
	l.gate.Unlock()
	if write {
		l.write([]*entry{{durable: true, apply: nothing}})
		l.gate.Lock()
		l.outcomes.clear()
		l.gate.Unlock()
	}
}

// transact runs f in one transaction. The database is opened anew where it has to
// be, and replaced where it turns out to be corrupt; f then fails once.
func (l *Log) transact(full bool, f func(*tx) error) error {
	if l.store == nil {
		if err := l.openStore(); err != nil {
			return unavailable(err)
		}
	}
	err := l.store.transact(full, l.options.Now(), f)
	if database.Corrupt(err) {
		err = errors.Join(err, l.replaceStore())
	}
	return err
}

// release closes the files.
func (l *Log) release() error {
	err := l.Reader.Close()
	l.outcomes.close()
	if l.store != nil {
		err = errors.Join(err, l.store.close())
	}
	return err
}
