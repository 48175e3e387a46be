package clock

import (
	"sync/atomic"
	"time"
)

// Jumping is a Clock whose wall clock can be set, as a user may set a computer's. Boot clock
// and timers go on as they do. It is safe for concurrent use.
type Jumping struct {
	Clock
	ahead atomic.Int64 // nanoseconds
}

// Now is the wall clock as it was set.
func (c *Jumping) Now() time.Time { return c.Clock.Now().Add(time.Duration(c.ahead.Load())) }

// Jump sets the wall clock by d, forwards or back.
func (c *Jumping) Jump(d time.Duration) { c.ahead.Add(int64(d)) }
