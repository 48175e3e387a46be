package ui

import (
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
	"assent/consent/manifest/diff"
	"assent/consent/visible"
)

// addedChange is what a manifest that the person adds changes of an agent that is known: it
// would hold at once, without a review.
type addedChange struct {
	offered
	agent    consent.Agent // as it is
	manifest *manifest.Manifest
	changes  []diff.Change
}

// changeBy returns what an offer would change by itself; false where it is no manifest, the
// agent is not known, a review follows anyhow, or nothing changes. It may take its time.
func (u *UI) changeBy(o offered) (c addedChange, ok bool) {
	m, err := manifest.Parse(o.manifest)
	if err != nil {
		return c, false // the engine says why
	}
	for _, a := range u.engine.Agents() {
		if a.ID == o.id && a.Reviewed && !a.Changed && a.Manifest.Hash != m.Hash {
			return addedChange{o, a, m, diff.Changes(a.Manifest, m)}, true
		}
	}
	return c, false
}

// askChange shows what an added manifest would change, before it does.
func (p *agentsPage) askChange(c addedChange) {
	p.added = &c
	p.draw()
}

// newChange is the page of what an added manifest would change.
func (p *agentsPage) newChange(c addedChange) fyne.CanvasObject {
	w := p.ui.words
	toForm := func() { p.open(Adding) }
	back := widget.NewButtonWithIcon("", theme.NavigateBackIcon(), toForm)
	back.Importance = widget.LowImportance
	next := c.agent
	next.Version, next.Manifest = c.agent.Version+1, c.manifest
	name := kit.AgentName(c.agent.Name, c.agent.ID)
	head := kit.Stack(4, container.NewBorder(nil, nil, container.NewHBox(container.NewCenter(back), markOf(c.agent)), nil, named(w.Say("added.title", "Agent", name))),
		kit.Tight(kit.Quiet(p.ui.aboutAgent(next))))
	said := changeTexts(w, c.manifest, c.changes)
	if c.name != "" && c.name != c.agent.Name {
		said = append(said, w.Say("added.name", "Name", visible.Escape(c.name)))
	}
	list := kit.Stack(kit.SpaceSmall, points(w.Say("added.changes"), said), kit.Tight(kit.Prose(w.Say("added.lead"))))
	for _, panel := range p.ui.declared(next) {
		list.Add(panel)
	}
	problem := kit.Prose("")
	problem.Importance = widget.DangerImportance
	problem.Hide()
	take := widget.NewButton(w.Say("added.take"), nil)
	take.Importance = widget.HighImportance
	take.Disable() // it comes where Add was: a second press meant for that is no yes
	time.AfterFunc(question.ArmAfter, func() { p.ui.later(take.Enable) })
	take.OnTapped = func() {
		take.Disable()
		p.take(c, func(err error) {
			text, _ := visible.Short(err.Error(), 600)
			problem.SetText(visible.EscapeLines(text))
			problem.Show()
			take.Enable()
		})
	}
	foot := kit.Stack(kit.SpaceSmall, problem, container.NewHBox(layout.NewSpacer(), widget.NewButton(w.Say("added.back"), toForm), take))
	return container.NewBorder(kit.Stack(kit.SpaceMiddle, head, kit.Gap(0, 0)), kit.Inset(12, 0, foot), nil, nil, kit.Scrolled(list))
}

// take has the change hold, where the agent is still as it was shown; else it is shown anew.
func (p *agentsPage) take(c addedChange, failed func(error)) {
	go func() {
		now, changes := p.ui.changeBy(c.offered)
		if changes && now.agent.Manifest.Hash != c.agent.Manifest.Hash {
			p.ui.later(func() { p.askChange(now) })
			return
		}
		p.ui.add(c.offered, p, failed)
	}()
}
