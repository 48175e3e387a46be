package ask

import "time"

// timer is a deadline of the queue's; nil is one that never was set.
type timer struct{ cancel func() bool }

// after calls f under the lock after d, unless the timer is stopped first.
func (q *Queue) after(d time.Duration, f func()) *timer {
	t := &timer{}
	t.cancel = q.clock.AfterFunc(d, func() {
		q.mu.Lock()
		defer q.release()
		if t.cancel != nil {
			t.cancel = nil
			f()
		}
	})
	return t
}

// stop keeps the timer from being heard, also when it has rung and waits for the
// lock, which the caller holds.
func (t *timer) stop() {
	if t != nil && t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
}
