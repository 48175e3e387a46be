package clock

import (
	"crypto/rand"
	"time"
)

// Clock is where time comes from: the machine's, or a virtual one that a test or
// the demo advances.
type Clock interface {
	// Now is the wall clock, which a user may set.
	Now() time.Time
	// Boot is the time since the machine started, suspend included, and an id of
	// that start. It never goes back while the id stays the same.
	Boot() (since time.Duration, id string)
	// AfterFunc calls f in its own goroutine after d. stop reports whether it
	// kept f from being called.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// System returns the machine's clock. Where the machine does not tell its
// boot clock, the time since this call stands in for it, under an id of its own.
func System() Clock {
	if id, ok := bootID(); ok {
		return systemClock{id: id, since: sinceBoot}
	}
	started := time.Now()
	return systemClock{id: rand.Text(), since: func() time.Duration { return time.Since(started) }}
}

type systemClock struct {
	id    string
	since func() time.Duration
}

func (systemClock) Now() time.Time { return time.Now() }

func (c systemClock) Boot() (since time.Duration, id string) { return c.since(), c.id }

func (systemClock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	return time.AfterFunc(d, f).Stop
}
