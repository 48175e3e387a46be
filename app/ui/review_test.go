package ui

import (
	"testing"
	"time"

	"assent/app/ui/question"
	"assent/app/ui/sample"
	"assent/consent"
)

func TestReviewGrantsOnlyWhatIsTicked(t *testing.T) {
	scopes := []string{"notification:send", "filesystem:read", "location:read", "acme:print"}
	for name, c := range map[string]struct {
		does func(t *testing.T, u *UI, drain func())
		want []string
	}{
		"nothing ticked": {func(t *testing.T, u *UI, drain func()) { tap(t, u, drain, "Grant what is ticked") }, nil},
		"nothing": {func(t *testing.T, u *UI, drain func()) {
			tap(t, u, drain, "Tick all")
			tap(t, u, drain, "Grant nothing")
		}, nil},
		"one": {func(t *testing.T, u *UI, drain func()) { tick(t, u, 1); tap(t, u, drain, "Grant what is ticked") },
			[]string{"filesystem:read"}},
		"all": {func(t *testing.T, u *UI, drain func()) {
			tap(t, u, drain, "Tick all")
			tap(t, u, drain, "Grant what is ticked")
		}, scopes},
	} {
		t.Run(name, func(t *testing.T) {
			open(t, "en", false, func(u *UI, _ *desk, drain func()) {
				var granted []string
				answers := 0
				u.Review(consent.Review{Agent: consent.Agent{ID: "agent-3"}, Manifest: sample.Manifest(), Version: 1, Scopes: scopes},
					func(all []string) { granted, answers = all, answers+1 })
				drain()
				if name == "all" {
					tap(t, u, drain, "Tick all")
				}
				tap(t, u, drain, "Grant what is ticked")
				if answers != 0 {
					t.Error("a press counts that came with the review")
				}
				time.Sleep(question.ArmAfter) // the bubble's clock
				drain()
				c.does(t, u, drain)
				if answers != 1 || len(granted) != len(c.want) {
					t.Fatalf("%d answers, granted %v, want %v", answers, granted, c.want)
				}
				for i := range granted {
					if granted[i] != c.want[i] {
						t.Errorf("granted %v, want %v", granted, c.want)
					}
				}
				if u.reviews.count() != 0 {
					t.Error("the review is still open")
				}
			})
		})
	}
}

func TestReviewThatIsLeftGrantsNothing(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		u.Review(consent.Review{Agent: consent.Agent{ID: "agent-3"}, Manifest: sample.Manifest(), Scopes: []string{"filesystem:read"}},
			func([]string) { t.Error("answered") })
		drain()
		tap(t, u, drain, "Later")
		if u.reviews.count() != 1 {
			t.Error("the review is gone")
		}
	})
}

// TestReviewAnsweredTooLate: the answer to a review whose place another one took leaves
// that one open.
func TestReviewAnsweredTooLate(t *testing.T) {
	open(t, "en", true, func(u *UI, _ *desk, drain func()) {
		m := sample.Manifest()
		agent := consent.Agent{ID: "agent-9", Version: 1, Manifest: m}
		u.Review(consent.Review{Agent: agent, Manifest: m, Version: 1}, func([]string) {})
		drain()
		page := newReviewPage(u, u.reviews.all()[0], func(string) {})
		u.Review(consent.Review{Agent: agent, Manifest: m, Version: 2}, func([]string) {})
		page.end(nil)
		if r, ok := u.reviews.of("agent-9"); !ok || r.Version != 2 {
			t.Error("the newer review is gone")
		}
	})
}
