package clock

import (
	"testing"
	"time"
)

// TestJump: the wall clock is set, forwards and back, and nothing else.
func TestJump(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	under := NewVirtual(start)
	for name, c := range map[string]interface {
		Clock
		Jump(time.Duration)
	}{"virtual": NewVirtual(start), "around another": &Jumping{Clock: under}} {
		rang := false
		c.AfterFunc(time.Hour, func() { rang = true })
		boot, _ := c.Boot()
		for _, by := range []time.Duration{48 * time.Hour, -72 * time.Hour} {
			before := c.Now()
			if c.Jump(by); c.Now().Sub(before) != by {
				t.Errorf("%s: a jump by %v moved it by %v", name, by, c.Now().Sub(before))
			}
		}
		if now, _ := c.Boot(); now != boot || rang {
			t.Errorf("%s: more than the wall clock was set", name)
		}
	}
	if under.Now() != start {
		t.Error("the clock around which it is was set")
	}
}
