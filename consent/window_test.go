package consent

import (
	"testing"
	"time"

	"assent/consent/ask"
	"assent/consent/clock"
	"assent/consent/manifest"
)

const day = 24 * time.Hour

// TestWindowsAndClocks opens a window at noon and tries to make it last too long.
func TestWindowsAndClocks(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		then  func(*desk)
		holds bool
	}{
		{"at once", func(*desk) {}, true},
		{"one moment before its end", func(d *desk) { d.clock.Advance(day - time.Millisecond) }, true},
		{"at its end", func(d *desk) { d.clock.Advance(day) }, false},
		{"asleep for 23 h", func(d *desk) { d.clock.Suspend(23 * time.Hour) }, true},
		{"asleep for 25 h", func(d *desk) { d.clock.Suspend(25 * time.Hour) }, false},
		{"clock back 48 h", func(d *desk) { d.clock.SetWall(start.Add(-48 * time.Hour)) }, false},
		{"clock back 121 s", func(d *desk) { d.clock.SetWall(start.Add(-121 * time.Second)) }, false},
		{"clock back 120 s", func(d *desk) { d.clock.SetWall(start.Add(-120 * time.Second)) }, true},
		{"clock forward 23 h", func(d *desk) { d.clock.SetWall(start.Add(23 * time.Hour)) }, true},
		{"clock forward 10 years", func(d *desk) { d.clock.SetWall(start.AddDate(10, 0, 0)) }, false},
		{"clock forward and back", func(d *desk) {
			d.clock.SetWall(start.AddDate(10, 0, 0))
			d.Windows()
			d.clock.SetWall(start)
		}, false},
		{"clock held still for 20 h", func(d *desk) {
			d.clock.Advance(20 * time.Hour)
			d.clock.SetWall(start)
		}, false},
		{"clock back a minute an hour, 30 times", func(d *desk) {
			for range 30 {
				d.clock.Advance(time.Hour)
				d.clock.SetWall(d.clock.Now().Add(-time.Minute))
				d.Windows()
			}
		}, false},
		{"restart", func(d *desk) { d.restart(nil) }, true},
		{"off for 23 h", func(d *desk) { d.restart(func() { d.clock.Advance(23 * time.Hour) }) }, true},
		{"off for 24 h", func(d *desk) { d.restart(func() { d.clock.Advance(day) }) }, false},
		{"off, clock back 48 h", func(d *desk) { d.restart(func() { d.clock.SetWall(start.Add(-48 * time.Hour)) }) }, false},
		{"off for 20 h, clock set back to then", func(d *desk) {
			d.restart(func() { d.clock.Advance(20 * time.Hour); d.clock.SetWall(start) })
		}, false},
		{"off for 25 h, clock set back to 1 h", func(d *desk) {
			d.restart(func() { d.clock.Advance(25 * time.Hour); d.clock.SetWall(start.Add(time.Hour)) })
		}, false},
		{"running for 20 h, then off and back", func(d *desk) {
			d.clock.Advance(20 * time.Hour)
			d.restart(func() { d.clock.SetWall(start); d.clock.Reboot(time.Minute) })
		}, false},
		{"reboot within 23 h", func(d *desk) { d.restart(func() { d.clock.Reboot(23 * time.Hour) }) }, true},
		{"reboot after 25 h", func(d *desk) { d.restart(func() { d.clock.Reboot(25 * time.Hour) }) }, false},
		{"reboot, then asleep past its end", func(d *desk) {
			d.restart(func() { d.clock.Reboot(20 * time.Hour) })
			d.clock.Suspend(5 * time.Hour)
		}, false},
		{"reboot, then the clock held still", func(d *desk) {
			d.restart(func() { d.clock.Reboot(20 * time.Hour) })
			wall := d.clock.Now()
			d.clock.Advance(5 * time.Hour)
			d.clock.SetWall(wall)
		}, false},
		{"crash", func(d *desk) { d.crash() }, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.known("a", scopes{files: "medium"})
			d.expect(readFile, ask.ByPerson)
			test.then(d)
			if shown := len(d.Windows()) == 1; shown != test.holds {
				t.Errorf("shown as open: %v", shown)
			}
			want := ask.ByPerson
			if test.holds {
				want = ask.ByWindow
			}
			d.expect(readFile, want)
		})
	}
}

// TestCap calls every 23 hours: the window slides, but not past the cap.
func TestCap(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name  string
		cap   time.Duration
		calls int // in the window
	}{
		{"7 days", 7 * day, 7}, // 7 × 23 h = 161 h; 168 h is the cap
		{"1 day", day, 1},
		{"an hour", time.Hour, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := newDesk(t)
			d.terms.WindowCap = test.cap
			d.known("a", scopes{files: "medium"})
			d.expect(readFile, ask.ByPerson)
			for range test.calls {
				d.clock.Advance(23 * time.Hour)
				d.restart(nil)
				d.expect(readFile, ask.ByWindow)
			}
			d.clock.Advance(23 * time.Hour)
			d.expect(readFile, ask.ByPerson)
		})
	}
}

// TestTheCapOfTheNextCall: each call keeps to the cap that came with it, and what a cap
// has ended stays ended under a longer one.
func TestTheCapOfTheNextCall(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{files: "medium"})
	d.expect(readFile, ask.ByPerson)
	d.clock.Advance(20 * time.Hour)
	d.terms.WindowCap = 30 * time.Hour
	d.expect(readFile, ask.ByWindow)
	d.clock.Advance(11 * time.Hour) // 31 h after the answer
	d.terms.WindowCap = 0
	d.expect(readFile, ask.ByWindow)
	d.EndOver(30 * time.Hour)
	d.restart(nil)
	d.expect(readFile, ask.ByPerson)
	d.EndOver(30 * time.Hour)
	d.expect(readFile, ask.ByWindow)
}

func TestNoCap(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.terms.WindowCap = 0
	d.known("a", scopes{files: "medium"})
	d.expect(readFile, ask.ByPerson)
	for range 40 {
		d.clock.Advance(23 * time.Hour)
		d.expect(readFile, ask.ByWindow)
	}
	if w := d.Windows()[0]; !w.Cap.IsZero() || w.Uses != 40 {
		t.Errorf("%+v", w)
	}
}

// TestNoWindow: where it is barred, none opens from an Allow, and one that is open
// does not cover the call.
func TestNoWindow(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{files: "medium"})
	warned := readFile
	warned.noWindow = true
	d.expect(warned, ask.ByPerson)
	if open := d.Windows(); len(open) != 0 {
		t.Errorf("%d windows opened", len(open))
	}
	d.expect(readFile, ask.ByPerson) // which opens one
	d.expect(readFile, ask.ByWindow)
	d.expect(warned, ask.ByPerson)
	if asked := d.asked[len(d.asked)-1]; len(asked.Why) != 1 || asked.Why[0].Key != "why.no_window" || asked.Sensitivity != manifest.Medium {
		t.Errorf("asked because of %v, at %v", asked.Why, asked.Sensitivity)
	}
	if open := d.Windows(); len(open) != 1 || open[0].Uses != 1 {
		t.Errorf("windows %+v", open)
	}
}

// TestCapHoldsOnTheBootClock holds the wall clock still.
func TestCapHoldsOnTheBootClock(t *testing.T) {
	t.Parallel()
	w := newWindow(windowKey{}, clock.Reading{Wall: start, BootID: "b"})
	if w.holds(clock.Reading{Wall: start, Boot: day, BootID: "b"}, 0) {
		t.Error("a day on the boot clock alone did not end it")
	}
	w.slide(clock.Reading{Wall: start, Boot: 6 * day, BootID: "b"})
	if w.holds(clock.Reading{Wall: start, Boot: 6*day + time.Hour, BootID: "b"}, 6*day) {
		t.Error("the cap does not hold on the boot clock")
	}
}

// TestCrashNeverLengthens crashes after a use that was, or was not, written yet.
func TestCrashNeverLengthens(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	d.known("a", scopes{files: "medium"})
	d.expect(readFile, ask.ByPerson)
	d.clock.Advance(10 * time.Hour)
	d.expect(readFile, ask.ByWindow)
	d.crash()
	if w := d.Windows()[0]; !w.Expires.Equal(start.Add(day)) {
		t.Errorf("unwritten use: it lasts until %v", w.Expires)
	}
	d.expect(readFile, ask.ByWindow)
	d.clock.Advance(flushDelay) // written
	d.crash()
	if w := d.Windows()[0]; !w.Expires.Equal(start.Add(10*time.Hour + day)) {
		t.Errorf("written use: it lasts until %v", w.Expires)
	}
}
