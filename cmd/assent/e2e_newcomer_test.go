//go:build linux

package main_test

import (
	"image"
	"path/filepath"
	"testing"
)

// offered returns the filled buttons of the accent's colour, from top to bottom, not those of
// the welcome page's picture.
func (w window) offered() (found []image.Rectangle) {
	w.m.t.Helper()
	const least = 30 // pixels high
	for _, box := range buttons(w.picture(), w.m.colours.accent) {
		if box.Dy() >= least {
			found = append(found, box)
		}
	}
	return found
}

// TestNewcomer: who starts Assent for the first time answers a question within three clicks,
// without a terminal, and then sees what was recorded.
func TestNewcomer(t *testing.T) {
	t.Parallel()
	m := newMachine(t, english)
	m.start()
	main := m.main()
	var start []image.Rectangle
	m.until("the button Start", func() bool { start = main.offered(); return len(start) == 1 })
	main.keep(m.pictures("welcome"))
	main.click("Start", middle(start[0]))
	m.allow(nil)
	m.until("the answer recorded", func() bool {
		return m.sqlite("select count(*) from calls where decision = 'person' and status = 'ok'") == "1"
	})
	if m.clicks > 3 {
		t.Errorf("the first question was answered after %d clicks", m.clicks)
	}
	m.askedHigh().refuse()
	m.gone(m.title())
	m.notifications() // which would cover the window
	var next []image.Rectangle
	m.until("the button Go to Activity", func() bool { next = main.offered(); return len(next) == 1 && next[0] != start[0] })
	main.keep(m.pictures("recorded"))
	m.rows("send_notification|ok||silent", "read_file|ok||person", "read_file|denied|user_refused|person")
	m.keepsNothing("Buy bread", "PASSWORD=")
	if left, err := filepath.Glob(filepath.Join(m.Home, "assent-demo-*")); err != nil || len(left) > 0 {
		t.Errorf("%q is left, %v", left, err)
	}
	main.click("Go to Activity", middle(next[0]))
	m.until("three calls in the activity, of which two are done", func() bool {
		done, all := main.activity()
		return done == 2 && all == 3
	})
}
