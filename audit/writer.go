package audit

import (
	"context"
	"errors"
	"time"
)

const (
	// maxBatch is the most entries that share a commit.
	maxBatch = 256
	// settle is how long an outcome may wait for its fsync (contract §10: within
	// 1 s), and how often a failing log tries again.
	settle = 500 * time.Millisecond
)

// errClosed is the cause of ErrUnavailable after Close.
var errClosed = errors.New("the log is closed")

// entry is one thing to write.
type entry struct {
	durable bool // must be fsynced before it is acknowledged
	keep    bool // is tried again when it could not be written
	apply   func(*tx) error
	err     error
	done    chan struct{}
}

// submit hands e to the writing goroutine and waits until it is committed. Only
// the wait for a place in the queue ends with ctx: what is queued is written,
// and its caller must know how that went.
func (l *Log) submit(ctx context.Context, e *entry) error {
	e.done = make(chan struct{})
	select {
	case <-l.stop:
		return unavailable(errClosed)
	default:
	}
	select {
	case l.queue <- e:
	case <-l.stop:
		return unavailable(errClosed)
	case <-ctx.Done():
		return unavailable(ctx.Err())
	}
	select {
	case <-e.done:
		return e.err
	case <-l.stopped:
	}
	select { // it may have been among the last
	case <-e.done:
		return e.err
	default:
		return unavailable(errClosed)
	}
}

// write is the writing goroutine.
func (l *Log) write() {
	defer close(l.stopped)
	batch := make([]*entry, 0, maxBatch)
	for {
		select {
		case e := <-l.queue:
			batch = l.gather(append(batch[:0], e))
			l.commit(batch)
		case <-l.timer.C:
			l.armed = false
			l.commit(nil)
		case <-l.stop:
			l.finishWriting(batch)
			return
		}
	}
}

// gather adds what else is waiting: those in flight share a commit.
func (l *Log) gather(batch []*entry) []*entry {
	for len(batch) < maxBatch {
		select {
		case e := <-l.queue:
			batch = append(batch, e)
		default:
			return batch
		}
	}
	return batch
}

func (l *Log) finishWriting(batch []*entry) {
	for {
		if batch = l.gather(batch[:0]); len(batch) == 0 {
			break
		}
		l.commit(batch)
	}
	if l.loose || l.failing {
		l.commit(nil)
	}
	l.timer.Stop()
	l.closing = l.release()
}

// release closes the files.
func (l *Log) release() error {
	err := l.Reader.Close()
	if l.store != nil {
		err = errors.Join(err, l.store.close())
	}
	return err
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
	if corrupt(err) {
		err = errors.Join(err, l.replaceStore())
	}
	return err
}

// commit writes the batch in one transaction and wakes its callers. Without a
// batch it makes durable what is not, and tries again what failed.
func (l *Log) commit(batch []*entry) {
	full := len(batch) == 0
	for _, e := range batch {
		full = full || e.durable
	}
	err := l.transact(full, func(t *tx) error { return l.apply(t, batch) })
	if err != nil {
		for _, e := range batch {
			e.err = err
			if e.keep {
				l.unsaved = append(l.unsaved, e)
			}
		}
	} else {
		l.unsaved = nil
		l.loose = !full
	}
	for _, e := range batch {
		close(e.done)
	}
	l.report(err)
	l.arm()
}

// arm sets the timer while something waits for it. It runs from the first thing
// that waits: later ones must not put it off.
func (l *Log) arm() {
	waits := l.loose || l.failing
	switch {
	case waits && !l.armed:
		l.timer.Reset(settle)
	case !waits:
		l.timer.Stop()
	}
	l.armed = waits
}

// apply runs the entries, those that failed before first. An error of the store
// fails them all; any other is the entry's own.
func (l *Log) apply(t *tx, batch []*entry) error {
	for _, e := range l.unsaved {
		if err := e.apply(t); errors.Is(err, ErrUnavailable) {
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
