package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/question"
	"assent/app/ui/sample"
	"assent/consent"
)

// What is ticked stays when the same review comes again, and goes when another takes its
// place: nobody agreed to that one.
func TestTicksStay(t *testing.T) {
	for name, c := range map[string]struct {
		again func(*consent.Review)
		want  int
	}{
		"the same":          {func(*consent.Review) {}, 1},
		"another agent's":   {func(r *consent.Review) { r.Agent.ID = "agent-9" }, 1},
		"another manifest":  {func(r *consent.Review) { m := *r.Manifest; m.Hash = "other"; r.Manifest = &m }, 0},
		"asks for one more": {func(r *consent.Review) { r.Scopes = append(r.Scopes, "clipboard:read") }, 0},
	} {
		t.Run(name, func(t *testing.T) {
			open(t, "en", false, func(u *UI, _ *desk, drain func()) {
				review := consent.Review{Agent: consent.Agent{ID: "agent-8"}, Manifest: sample.Manifest(), Version: 1, Scopes: []string{"filesystem:read"}}
				u.Review(review, func([]string) {})
				drain()
				u.main.show("agents")
				time.Sleep(question.ArmAfter) // the bubble's clock
				drain()
				tap(t, u, drain, "Tick all")
				c.again(&review)
				u.Review(review, func([]string) {})
				drain()
				ticked := 0
				for _, o := range test.LaidOutObjects(u.main.body) {
					if check, ok := o.(*widget.Check); ok && check.Checked {
						ticked++
					}
				}
				if ticked != c.want {
					t.Errorf("%d are ticked, want %d", ticked, c.want)
				}
			})
		})
	}
}
