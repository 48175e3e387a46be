package ui

import (
	"strings"
	"testing"
	"time"
)

// TestPauseThatEnds: a pause is on every page, and ends by itself where the person wants
// that, at the time that is said.
func TestPauseThatEnds(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		pass := func(by time.Duration) { time.Sleep(by); drain() } // the bubble's clock
		tap(t, u, drain, "Pause")
		if !d.paused {
			t.Fatal("it is not paused")
		}
		pass(2 * time.Hour)
		tap(t, u, drain, "In 15 min")
		until := "Paused until " + time.Now().Add(15*time.Minute).Format("15:04") + ": everything is denied"
		for _, page := range []string{"activity", "agents", "permissions", "playground", "settings"} {
			if u.main.show(page); !strings.Contains(said(u), until) {
				t.Errorf("%s does not say %q", page, until)
			}
		}
		if pass(15*time.Minute - time.Second); !d.paused {
			t.Error("it ended too soon")
		}
		if pass(2 * time.Second); d.paused {
			t.Error("it did not end")
		}

		tap(t, u, drain, "Pause")
		tap(t, u, drain, "In 1 h")
		tap(t, u, drain, "Resume")
		tap(t, u, drain, "Pause")
		if pass(2 * time.Hour); !d.paused {
			t.Error("a pause ended with the one before")
		}
	})
}

// TestFakesAreSaid: what is made up is said on every page, also while paused.
func TestFakesAreSaid(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		if strings.Contains(said(u), "Fake") {
			t.Error("a real engine is said to be fake")
		}
		d.faked = []string{"clipboard:read", "location:read"}
		u.refresh()
		drain()
		for _, page := range []string{"activity", "settings"} {
			u.main.show(page)
			for _, want := range []string{"Fake", "results are made up: Read the clipboard · Read your location."} {
				if !strings.Contains(said(u), want) {
					t.Errorf("%s does not say %q", page, want)
				}
			}
		}
		tap(t, u, drain, "Pause")
		if !strings.Contains(said(u), "Fake") {
			t.Error("a pause hides it")
		}
	})
}
