package app

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assent/app/folder"
	"assent/app/wire"
	"assent/consent/clock"
)

// A clock that is moved keeps to what its readers can count.
func TestAdvancingIsBounded(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "data")
	virtual := clock.NewVirtual(time.Date(lastYear, 12, 1, 0, 0, 0, 0, time.UTC))
	e, err := Open(Options{Places: folder.Places{Data: data, Socket: filepath.Join(data, "s")}, Program: "test", Clock: virtual, ClockByControl: true})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for _, test := range []struct{ by, want string }{
		{"0s", "not a duration"}, {"-1h", "not a duration"}, {"x", "not a duration"},
		{"8784h1s", "smaller steps"}, {"2562047h47m16.854775807s", "smaller steps"},
		{"744h", "no further than the year 2200"}, {"743h", ""}, {"1h", "no further"},
	} {
		answer := e.control(wire.Control{Op: wire.ClockAdvance, By: test.by})
		if answer.OK != (test.want == "") || !strings.Contains(answer.Message, test.want) {
			t.Errorf("by %s: %+v, want %q", test.by, answer, test.want)
		}
	}
	if now := e.clock.Now(); now.Year() != lastYear {
		t.Errorf("it is %v", now)
	}
}
