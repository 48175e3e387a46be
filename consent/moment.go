package consent

import "time"

// moment is what the clocks show at one time.
type moment struct {
	wall   time.Time
	boot   time.Duration
	bootID string
}

func read(c Clock) moment {
	boot, id := c.Boot()
	return moment{wall: c.Now().Round(0), boot: boot, bootID: id} // without Go's own monotonic reading
}

// clockMark remembers what the clocks have shown at most, to notice that the wall
// clock went back (contract §7). The zero value has seen nothing.
type clockMark struct {
	latest  time.Time
	bootID  string
	started time.Time // the latest time, by the wall clock, at which the machine started
}

// see takes note of m. back says that the wall clock is clockSlack or more before
// the latest time seen, or before what the boot clock implies; rebooted that the
// boot clock is another one than before.
func (c *clockMark) see(m moment) (back, rebooted bool) {
	started := m.wall.Add(-m.boot)
	rebooted = m.bootID != c.bootID
	back = m.wall.Before(c.latest.Add(-clockSlack)) ||
		!rebooted && started.Before(c.started.Add(-clockSlack))
	if back || m.wall.After(c.latest) {
		c.latest = m.wall
	}
	if back || rebooted || started.After(c.started) {
		c.started = started
	}
	c.bootID = m.bootID
	return back, rebooted
}
