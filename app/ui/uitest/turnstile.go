// Package uitest holds what the tests of the windows share.
package uitest

import (
	"sync"
	"testing/synctest"
	"time"
)

// Turnstile stands in for the toolkit's goroutine: what is to be done there waits
// until the test does it.
type Turnstile struct {
	mu    sync.Mutex
	queue []func()
}

// Later keeps f until Drain.
func (q *Turnstile) Later(f func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.queue = append(q.queue, f)
}

// Drain does what waits, and what that brings, until everything is at rest.
func (q *Turnstile) Drain() {
	for {
		synctest.Wait()
		q.mu.Lock()
		all := q.queue
		q.queue = nil
		q.mu.Unlock()
		if len(all) == 0 {
			return
		}
		for _, f := range all {
			f()
		}
	}
}

// Pass lets d go by, doing what comes when it comes.
func (q *Turnstile) Pass(d time.Duration) {
	step := max(5*time.Millisecond, d/50)
	for q.Drain(); d > 0; d -= step {
		time.Sleep(min(d, step)) // the bubble's clock
		q.Drain()
	}
}
