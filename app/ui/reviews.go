package ui

import (
	"cmp"
	"slices"
	"sync"

	"fyne.io/fyne/v2/widget"

	"assent/consent"
	"assent/consent/manifest/diff"
	"assent/i18n"
)

// reviews are what the person has to decide about agents. It is safe for
// concurrent use.
type reviews struct {
	mu   sync.Mutex
	open []openReview
	puts int // counts them
}

type openReview struct {
	consent.Review
	answer  func(granted []string)
	changes func() []diff.Change // since the manifest before, when there is one
	draft   draft
	nth     int // of all there were
}

// draft is what the person ticked so far, or took a tick from: by scope, and of the tools
// that an agent's file asks not to ask for. It belongs to the loop.
type draft struct{ scopes, tools map[string]bool }

func newDraft() draft { return draft{map[string]bool{}, map[string]bool{}} }

// drafted returns a check that is as ticked has it under name, and else as first; what the
// person makes of it goes there.
func drafted(ticked map[string]bool, name, text string, first bool) *widget.Check {
	check := widget.NewCheck(text, func(now bool) { ticked[name] = now })
	check.Checked = first
	if before, ok := ticked[name]; ok {
		check.Checked = before
	}
	return check
}

// Review implements consent.Reviewer. It may be called from any goroutine; a newer
// review of an agent takes the place of the older. That of the trial was answered when the
// person started it.
func (u *UI) Review(r consent.Review, answer func(granted []string)) {
	if then, ok := u.trial.takes(r); ok {
		go func() {
			answer(trialScopes)
			then()
		}()
		return
	}
	o := openReview{Review: r, answer: answer, draft: newDraft()}
	if r.Previous != nil && r.Manifest != nil {
		o.changes = sync.OnceValue(func() []diff.Change { return diff.Changes(r.Previous, r.Manifest) })
		go o.changes() // which may take a moment, and the toolkit has none
	}
	u.reviews.put(o)
	u.later(func() {
		if u.main != nil {
			u.main.reviewCame(r.Agent.ID)
			u.showMain()
		}
	})
}

func (r *reviews) put(o openReview) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, old := range r.open {
		if old.asksTheSame(o) {
			o.draft = old.draft // what the person ticked is not lost because it came again
		}
	}
	r.open = slices.DeleteFunc(r.open, func(old openReview) bool { return old.Agent.ID == o.Agent.ID })
	r.puts++
	o.nth = r.puts
	r.open = append(r.open, o)
}

// asksTheSame reports whether a review of the same agent asks for the same by the same
// manifest.
func (o openReview) asksTheSame(other openReview) bool {
	return o.Agent.ID == other.Agent.ID && o.Manifest != nil && other.Manifest != nil && o.Manifest.Hash == other.Manifest.Hash &&
		slices.Equal(o.Scopes, other.Scopes) && slices.Equal(o.Asked, other.Asked)
}

// answerReview answers a review that was taken off the list. Where the answer cannot be
// kept, the person is told, and it comes back with what they ticked.
func (u *UI) answerReview(o openReview, granted []string) {
	o.answer(granted)
	if o.Unkept == nil || o.Unkept() == nil {
		return
	}
	u.reviews.putBack(o)
	u.Notice(i18n.Text{Key: "notice.review_not_kept", Args: map[string]any{"Agent": cmp.Or(o.Agent.Name, o.Agent.ID)}})
}

// putBack lists a review again, unless another of its agent came meanwhile.
func (r *reviews) putBack(o openReview) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.ContainsFunc(r.open, func(other openReview) bool { return other.Agent.ID == o.Agent.ID }) {
		r.open = append(r.open, o)
	}
}

// of returns the open review of an agent.
func (r *reviews) of(agentID string) (openReview, bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, o := range r.open {
		if o.Agent.ID == agentID {
			return o, true
		}
	}
	return openReview{}, false
}

// answered takes a review off the list, not one that came in its place.
func (r *reviews) answered(o openReview) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = slices.DeleteFunc(r.open, func(other openReview) bool { return other.nth == o.nth })
}

// end takes an agent's review off the list.
func (r *reviews) end(agentID string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.open = slices.DeleteFunc(r.open, func(o openReview) bool { return o.Agent.ID == agentID })
}

// all returns the open reviews, the oldest first.
func (r *reviews) all() []openReview {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.open)
}

func (r *reviews) count() int { return len(r.all()) }
