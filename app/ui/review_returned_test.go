package ui

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/app/ui/sample"
	"assent/consent"
)

// TestReviewOfAReturnedAgent says what the person decided before and no grant changes.
func TestReviewOfAReturnedAgent(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		until := time.Now().Add(time.Minute)
		u.Review(consent.Review{Agent: consent.Agent{ID: "agent-3"}, Manifest: sample.Manifest(), Version: 8, Scopes: []string{"location:read"},
			Removed: 7, MutedUntil: until, AlwaysDenied: []string{"acme:sign", "location:read"}}, func([]string) {})
		drain()
		var said []string
		for _, o := range test.LaidOutObjects(u.main.body) {
			if l, ok := o.(*widget.Label); ok && l.Visible() {
				said = append(said, l.Text)
			}
		}
		for _, want := range []string{
			"What you decided before still holds",
			"· You removed this agent. Its manifest was version 7 then; an older one is refused.",
			"· Everything it asks for is denied until " + kit.Exact(until) + ".",
			"· Always denied, also when you grant it here: acme:sign",
			"· Always denied, also when you grant it here: Read your location",
			"You chose to always deny this. Lift that on the Permissions page.",
		} {
			if !slices.Contains(said, want) {
				t.Errorf("nowhere %q, only %q", want, said)
			}
		}
	})
}
