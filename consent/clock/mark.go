package clock

import "time"

// slack is by how much the wall clock may be set back without being noticed.
const slack = 120 * time.Second

// Mark remembers what the clocks have shown at most, to notice that the wall clock
// went back (contract §7). The zero value has seen nothing.
type Mark struct {
	Latest  time.Time
	BootID  string
	Started time.Time // the latest time, by the wall clock, at which the machine started
}

// See takes note of r. back says that the wall clock is more than 120 s before the
// latest time seen, or before what the boot clock implies; rebooted that the boot
// clock is another one than before.
func (m *Mark) See(r Reading) (back, rebooted bool) {
	started := r.Wall.Add(-r.Boot)
	rebooted = m.BootID != r.BootID
	back = r.Wall.Before(m.Latest.Add(-slack)) ||
		!rebooted && started.Before(m.Started.Add(-slack))
	if back || r.Wall.After(m.Latest) {
		m.Latest = r.Wall
	}
	if back || rebooted || started.After(m.Started) {
		m.Started = started
	}
	m.BootID = r.BootID
	return back, rebooted
}
