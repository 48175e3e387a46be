package consent

import "time"

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
