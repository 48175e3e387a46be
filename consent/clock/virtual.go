package clock

import (
	"cmp"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Virtual is a Clock that is advanced by hand. One made by NewVirtual
// stands still in between; one made by NewFlowing also goes on with real
// time. It is safe for concurrent use.
//
// Functions given to AfterFunc run one after the other, in the order they are
// due, in the goroutine of Advance (a flowing clock's also in a timer's): they
// must be short, and must not advance the clock.
type Virtual struct {
	flows  bool
	moving sync.Mutex // held while the clock moves and due functions run

	mu     sync.Mutex
	steady time.Duration // what timers follow: it only grows
	origin time.Time     // of a flowing clock: the real time at which steady was so
	wall   time.Time     // the wall clock where steady was zero
	boot   time.Duration // the boot clock where steady was zero
	boots  int           // restarts of the machine
	timers []*virtualTimer
	wake   *time.Timer // of a flowing clock: rings when the first timer is due
}

type virtualTimer struct {
	due time.Duration // on the steady clock
	f   func()
}

// NewVirtual returns a clock that reads start until it is advanced. Its
// boot clock follows from start, so that a clock made anew with the time that an
// earlier one stopped at goes on as if nothing had happened.
func NewVirtual(start time.Time) *Virtual {
	start = start.Round(0) // without the real monotonic reading
	return &Virtual{wall: start, boot: start.Sub(time.Unix(0, 0))}
}

// NewFlowing returns a clock that reads start now and goes on with real time.
func NewFlowing(start time.Time) *Virtual {
	c := NewVirtual(start)
	c.flows, c.origin = true, time.Now()
	return c
}

// Now returns the virtual wall clock.
func (c *Virtual) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wall.Add(c.elapsed())
}

// Boot returns the virtual boot clock and an id of the virtual machine's start.
func (c *Virtual) Boot() (since time.Duration, id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.boot + c.elapsed(), fmt.Sprintf("virtual-%d", c.boots)
}

// AfterFunc calls f once the clock has gone on by d; see Virtual for where.
func (c *Virtual) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	if d <= 0 {
		go f()
		return func() bool { return false }
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &virtualTimer{due: c.elapsed() + d, f: f}
	at, _ := slices.BinarySearchFunc(c.timers, t.due+1, func(t *virtualTimer, due time.Duration) int {
		return cmp.Compare(t.due, due)
	})
	c.timers = slices.Insert(c.timers, at, t)
	c.ring()
	return func() bool { return c.stop(t) }
}

func (c *Virtual) stop(t *virtualTimer) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	at := slices.Index(c.timers, t)
	if at < 0 {
		return false
	}
	c.timers = slices.Delete(c.timers, at, at+1)
	c.ring()
	return true
}

// Advance moves the clock on by d and runs what is due on the way, each at its
// own time, also what comes to be due because of that.
func (c *Virtual) Advance(d time.Duration) {
	c.moving.Lock()
	defer c.moving.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.runUntil(c.elapsed() + max(d, 0))
}

// SetWall sets the wall clock, as a user may, forwards or back; nothing becomes
// due because of it.
func (c *Virtual) SetWall(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall = t.Round(0).Add(-c.elapsed())
}

// Jump sets the wall clock by d, as SetWall does.
func (c *Virtual) Jump(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall = c.wall.Add(d)
}

// Suspend lets the machine sleep for d: wall and boot clock go on, timers wait.
func (c *Virtual) Suspend(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall, c.boot = c.wall.Add(d), c.boot+d
}

// Reboot starts the machine anew after it was off for d: the wall clock goes on,
// the boot clock starts at zero under another id. Timers stay; whoever set them
// should be gone.
func (c *Virtual) Reboot(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.wall, c.boot = c.wall.Add(d), -c.elapsed()
	c.boots++
}

// elapsed returns the steady clock's reading.
func (c *Virtual) elapsed() time.Duration {
	if !c.flows {
		return c.steady
	}
	return c.steady + time.Since(c.origin)
}

// moveTo sets the steady clock, which never goes back.
func (c *Virtual) moveTo(steady time.Duration) {
	if now := c.elapsed(); now > steady {
		steady = now
	}
	c.steady, c.origin = steady, time.Now()
}

// runUntil moves the clock to end and runs what is due; c.mu is let go of while
// a function runs.
func (c *Virtual) runUntil(end time.Duration) {
	for len(c.timers) > 0 && c.timers[0].due <= end {
		t := c.timers[0]
		c.timers = slices.Delete(c.timers, 0, 1)
		c.moveTo(t.due)
		c.mu.Unlock()
		t.f()
		c.mu.Lock()
	}
	c.moveTo(end)
	c.ring()
}

// ring makes a flowing clock run the first timer when real time gets there.
func (c *Virtual) ring() {
	if c.wake != nil {
		c.wake.Stop()
	}
	if c.flows && len(c.timers) > 0 {
		c.wake = time.AfterFunc(c.timers[0].due-c.elapsed(), func() { c.Advance(0) })
	}
}
