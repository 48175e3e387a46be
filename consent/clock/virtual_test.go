package clock_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"assent/consent/clock"
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func TestVirtualClockRunsWhatIsDueInOrderAtItsOwnTime(t *testing.T) {
	t.Parallel()
	c := clock.NewVirtual(noon)
	var got []string
	note := func(name string) func() {
		return func() { got = append(got, name+" "+c.Now().Sub(noon).String()) }
	}
	c.AfterFunc(3*time.Second, note("c"))
	c.AfterFunc(time.Second, note("a"))
	c.AfterFunc(time.Second, note("b"))
	c.AfterFunc(2*time.Second, func() {
		note("first")()
		c.AfterFunc(500*time.Millisecond, note("added"))
		c.AfterFunc(time.Hour, note("never"))
	})
	stop := c.AfterFunc(time.Second, note("stopped"))
	if !stop() || stop() {
		t.Error("stop must keep the function from being called exactly once")
	}
	c.Advance(999 * time.Millisecond)
	if len(got) > 0 {
		t.Errorf("ran too early: %v", got)
	}
	c.Advance(3001 * time.Millisecond)
	want := []string{"a 1s", "b 1s", "first 2s", "added 2.5s", "c 3s"}
	if !slices.Equal(got, want) {
		t.Errorf("ran %v, want %v", got, want)
	}
	if now := c.Now(); !now.Equal(noon.Add(4 * time.Second)) {
		t.Errorf("the clock reads %v", now)
	}
}

func TestVirtualClockStandsStill(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := clock.NewVirtual(noon)
		c.AfterFunc(time.Second, func() { t.Error("ran without Advance") })
		time.Sleep(time.Hour)
		synctest.Wait()
		if !c.Now().Equal(noon) {
			t.Errorf("the clock reads %v", c.Now())
		}
	})
}

func TestFlowingClockAddsAdvanceToRealTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := clock.NewFlowing(noon)
		var rang []time.Duration
		ring := func() { rang = append(rang, c.Now().Sub(noon)) }
		c.AfterFunc(10*time.Second, ring)
		c.AfterFunc(20*time.Second, ring)
		c.AfterFunc(15*time.Second, ring)()
		time.Sleep(8 * time.Second)
		c.Advance(5 * time.Second) // over the first one
		synctest.Wait()
		time.Sleep(7 * time.Second) // to the second
		synctest.Wait()
		want := []time.Duration{10 * time.Second, 20 * time.Second}
		if !slices.Equal(rang, want) {
			t.Errorf("rang at %v, want %v", rang, want)
		}
		if now := c.Now().Sub(noon); now != 20*time.Second {
			t.Errorf("the clock moved by %v", now)
		}
	})
}

func TestVirtualClockAgainstItsMachine(t *testing.T) {
	t.Parallel()
	const hour = time.Hour
	tests := []struct {
		name        string
		do          func(*clock.Virtual)
		wall, boot  time.Duration // moved by
		sameMachine bool
		due         bool // a function due in one minute ran
	}{
		{"advanced", func(c *clock.Virtual) { c.Advance(hour) }, hour, hour, true, true},
		{"advanced by less than nothing", func(c *clock.Virtual) { c.Advance(-hour) }, 0, 0, true, false},
		{"set back", func(c *clock.Virtual) { c.SetWall(noon.Add(-48 * hour)) }, -48 * hour, 0, true, false},
		{"set forward", func(c *clock.Virtual) { c.SetWall(noon.AddDate(10, 0, 0)) }, noon.AddDate(10, 0, 0).Sub(noon), 0, true, false},
		{"suspended", func(c *clock.Virtual) { c.Suspend(hour) }, hour, hour, true, false},
		{"rebooted", func(c *clock.Virtual) { c.Reboot(hour) }, hour, -noon.Sub(time.Unix(0, 0)), false, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			c := clock.NewVirtual(noon)
			before, machine := c.Boot()
			due := false
			c.AfterFunc(time.Minute, func() { due = true })
			test.do(c)
			after, id := c.Boot()
			if got := c.Now().Sub(noon); got != test.wall {
				t.Errorf("the wall clock moved by %v, want %v", got, test.wall)
			}
			if got := after - before; got != test.boot {
				t.Errorf("the boot clock moved by %v, want %v", got, test.boot)
			}
			if same := id == machine; same != test.sameMachine {
				t.Errorf("the boot id stayed: %v", same)
			}
			if due != test.due {
				t.Errorf("ran: %v", due)
			}
		})
	}
}

func TestVirtualClockResumesWhereItStopped(t *testing.T) {
	t.Parallel()
	first := clock.NewVirtual(noon)
	first.Advance(25 * time.Hour)
	second := clock.NewVirtual(first.Now())
	wantBoot, wantID := first.Boot()
	if boot, id := second.Boot(); boot != wantBoot || id != wantID {
		t.Errorf("resumed at %v %s, want %v %s", boot, id, wantBoot, wantID)
	}
}

func TestSystemClock(t *testing.T) {
	t.Parallel()
	c := clock.System()
	before, id := c.Boot()
	rang := make(chan struct{})
	c.AfterFunc(time.Millisecond, func() { close(rang) })
	<-rang
	after, same := c.Boot()
	if id == "" || id != same || after-before < time.Millisecond {
		t.Errorf("boot clock went from %v (%q) to %v (%q)", before, id, after, same)
	}
	if _, id := clock.System().Boot(); id != same {
		t.Log("the boot clock of this system is not known")
	}
	stop := c.AfterFunc(time.Hour, func() { t.Error("ran after stop") })
	if !stop() {
		t.Error("stop came too late")
	}
}
