package ui

import (
	"errors"
	"strings"
	"testing"

	"assent/app/ui/sample"
	"assent/consent"
)

// A review whose answer could not be written says so and waits on, with its ticks.
func TestReviewWhoseAnswerIsNotKept(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		full := errors.New("no space left")
		u.Review(consent.Review{Agent: consent.Agent{ID: "agent-3", Name: "Three"}, Manifest: sample.Manifest(), Version: 1, Scopes: []string{"filesystem:read"},
			Unkept: func() error { return full }}, func([]string) {})
		drain()
		o, _ := u.reviews.of("agent-3")
		o.draft.scopes["filesystem:read"] = true
		(&reviewPage{ui: u, review: o}).end(nil)
		drain()
		again, waits := u.reviews.of("agent-3")
		if !waits || !again.draft.scopes["filesystem:read"] || !strings.Contains(said(u), "What you decided about Three could not be saved") {
			t.Errorf("waits %v; said %s", waits, said(u))
		}
		full = nil
		(&reviewPage{ui: u, review: again}).end(nil)
		drain()
		if u.reviews.count() != 0 {
			t.Error("what was kept waits on")
		}
	})
}
