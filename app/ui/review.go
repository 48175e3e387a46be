package ui

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/app/ui/question"
	"assent/consent"
	"assent/consent/manifest"
	"assent/consent/visible"
)

// reviewPage lets the person decide which scopes an agent gets. Nothing is chosen
// beforehand but what a changed agent had: silence is never yes.
type reviewPage struct {
	ui     *UI
	review openReview
	checks map[string]*widget.Check
	ticks  map[string]*widget.Check // of the tools that its file asks not to ask for
	root   fyne.CanvasObject
}

func newReviewPage(u *UI, r openReview, open func(string)) *reviewPage {
	p := &reviewPage{ui: u, review: r, checks: map[string]*widget.Check{}, ticks: map[string]*widget.Check{}}
	w := u.words
	name := kit.AgentName(r.Agent.Name, r.Agent.ID)
	key := "review.new"
	if r.Previous != nil {
		key = "review.changed"
	}
	agent := r.Agent
	agent.Version, agent.Manifest = r.Version, r.Manifest
	head := kit.Stack(4, container.NewBorder(nil, nil, markOf(agent), nil, named(w.Say(key, "Agent", name))), kit.Tight(kit.Quiet(u.aboutAgent(agent))))
	if agent.Claimed != "" {
		head.Add(p.newClaim(agent.Claimed))
	}
	list := kit.Stack(kit.SpaceSmall)
	p.addKept(list)
	p.addChanges(list)
	for _, s := range []manifest.Sensitivity{manifest.High, manifest.Medium, manifest.Low} {
		p.addGroup(list, s)
	}
	p.addAsked(list)
	p.addFile(list)
	for _, panel := range u.declared(agent) {
		list.Add(panel)
	}
	grant := widget.NewButton(w.Say("review.grant"), func() { p.end(p.chosen()); open("") })
	grant.Importance = widget.HighImportance
	grant.Disable() // a review comes by itself: a press meant for what was there is no yes
	time.AfterFunc(question.ArmAfter, func() { u.later(grant.Enable) })
	none := widget.NewButton(w.Say("review.none"), func() { p.end(nil); open("") })
	later := widget.NewButton(w.Say("review.later"), func() { u.main.show("activity") })
	later.Importance = widget.LowImportance
	all := widget.NewButton(w.Say("review.all"), func() {
		for _, c := range p.checks {
			c.SetChecked(true)
		}
	})
	all.Importance = widget.LowImportance
	foot := container.NewHBox(all, later, layout.NewSpacer(), none, grant)
	p.root = container.NewBorder(kit.Stack(kit.SpaceMiddle, head, kit.Gap(0, 0)), kit.Inset(12, 0, foot), nil, nil, kit.Scrolled(list))
	return p
}

// newClaim warns of a name that the agent was given and may not have.
func (p *reviewPage) newClaim(name string) fyne.CanvasObject {
	said := kit.Prose(p.ui.words.Say("warn.agent_name", "Name", visible.Escape(name)))
	icon := widget.NewIcon(kit.Tinted(theme.IconNameWarning, kit.ColorMedium))
	return container.NewBorder(nil, nil, icon, nil, kit.Tight(said))
}

// addKept says what the person decided before and no grant here changes.
func (p *reviewPage) addKept(list *fyne.Container) {
	w, r := p.ui.words, p.review
	var said []string
	if r.Removed > 0 {
		said = append(said, w.Say("review.removed", "Version", r.Removed))
	}
	if !r.MutedUntil.IsZero() {
		said = append(said, w.Say("review.muted", "Time", kit.Exact(r.MutedUntil)))
	}
	for _, scope := range r.AlwaysDenied {
		said = append(said, w.Say("review.always_denied", "Scope", w.Scope(scope)))
	}
	if len(said) > 0 {
		list.Add(points(w.Say("review.kept"), said))
	}
}

// points is a panel of lines under a title.
func points(title string, said []string) fyne.CanvasObject {
	lines := kit.Stack(2)
	for _, line := range said {
		lines.Add(kit.Tight(kit.Prose("· " + line)))
	}
	head := widget.NewLabel(title)
	head.TextStyle.Bold = true
	return kit.Panel(kit.ColorTint, kit.Inset(12, 12, kit.Stack(4, kit.Tight(head), lines)))
}

// addGroup lists the scopes to decide of one sensitivity.
func (p *reviewPage) addGroup(list *fyne.Container, s manifest.Sensitivity) {
	for _, grant := range p.review.Agent.Grants {
		if manifest.Highest(grant.Sensitivity) == s && slices.Contains(p.review.Scopes, grant.Scope) {
			p.addScope(list, grant.Scope, s, p.review.Previous != nil && grant.Granted)
		}
	}
	for _, id := range p.review.Scopes { // a new agent may have no grants yet
		known := slices.ContainsFunc(p.review.Agent.Grants, func(g consent.Grant) bool { return g.Scope == id })
		scope, ok := p.review.Manifest.Scope(id)
		if !known && ok && manifest.Highest(scope.Sensitivity, manifest.Floor(id)) == s {
			p.addScope(list, id, s, false)
		}
	}
}

func (p *reviewPage) addScope(list *fyne.Container, id string, s manifest.Sensitivity, had bool) {
	check := drafted(p.review.draft.scopes, id, "", had)
	p.checks[id] = check
	state := ""
	switch {
	case slices.Contains(p.review.AlwaysDenied, id):
		state = p.ui.words.Say("grant.always_denied")
	case !p.ui.serves(p.review.Agent, id):
		state = p.ui.words.Say("grant.not_served")
	}
	list.Add(scopeCard(p.ui.words, p.review.Manifest, id, s, check, state))
}

// chosen are the scopes with a tick, in the review's order.
func (p *reviewPage) chosen() (granted []string) {
	for _, id := range p.review.Scopes {
		if check := p.checks[id]; check != nil && check.Checked {
			granted = append(granted, id)
		}
	}
	return granted
}

// end answers the review. The answer may write to the disk.
func (p *reviewPage) end(granted []string) {
	if p.review.Tick != nil {
		p.review.Tick(p.ticked())
	}
	p.ui.reviews.answered(p.review)
	go p.ui.answerReview(p.review, granted)
}
