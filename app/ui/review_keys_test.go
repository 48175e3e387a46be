package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/question"
	"assent/app/ui/sample"
	"assent/consent"
)

// TestReviewByKeyboard decides a review with Tab and Space alone.
func TestReviewByKeyboard(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		var granted []string
		answered := false
		u.Review(consent.Review{Agent: consent.Agent{ID: "agent-3"}, Manifest: sample.Manifest(), Version: 1,
			Scopes: []string{"filesystem:read", "location:read"}}, func(all []string) { granted, answered = all, true })
		drain()
		canvas := u.main.window.Canvas()
		// to moves on until the keyboard is at what is wanted, and presses it.
		to := func(what string, wanted func(fyne.Focusable) bool) {
			t.Helper()
			for range 40 {
				canvas.FocusNext()
				if f := canvas.Focused(); f != nil && wanted(f) {
					f.TypedKey(&fyne.KeyEvent{Name: fyne.KeySpace})
					f.TypedRune(' ')
					drain()
					return
				}
			}
			t.Fatalf("the keyboard does not reach %s", what)
		}
		time.Sleep(question.ArmAfter) // the bubble's clock
		drain()
		page := u.main.page.(*agentsPage)
		review, ok := u.reviews.of(page.inner)
		if !ok || review.Agent.ID != "agent-3" {
			t.Fatal("the review is not shown")
		}
		checks := 0
		to("the second scope", func(f fyne.Focusable) bool {
			c, ok := f.(*widget.Check)
			if ok && c.Text == "" {
				checks++
			}
			return ok && checks == 2
		})
		to("the button", func(f fyne.Focusable) bool {
			b, ok := f.(*widget.Button)
			return ok && b.Text == "Grant what is ticked"
		})
		if !answered || len(granted) != 1 || granted[0] != "filesystem:read" {
			t.Errorf("answered %v, granted %v", answered, granted)
		}
	})
}
