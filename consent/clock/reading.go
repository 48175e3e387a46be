package clock

import "time"

// Reading is what the clocks show at one time.
type Reading struct {
	Wall   time.Time
	Boot   time.Duration
	BootID string
}

// Read reads the clocks of c.
func Read(c Clock) Reading {
	boot, id := c.Boot()
	return Reading{Wall: c.Now().Round(0), Boot: boot, BootID: id} // without Go's own monotonic reading
}
