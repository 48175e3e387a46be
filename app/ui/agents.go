package ui

import (
	"fmt"
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent"
	"assent/consent/visible"
)

// agentsPage lists the agents; one opens to its page, or to its review.
type agentsPage struct {
	ui    *UI
	inner string       // the id of the agent that is open, Adding, or empty for the list
	added *addedChange // of Adding: what is asked before it holds; nil: the form
	drawn agentsShown
	root  *fyne.Container
}

// agentsShown is what the page was drawn from.
type agentsShown struct {
	agents  []consent.Agent
	reviews []string
}

// Adding stands for the form that adds an agent where an agent's id would stand for its
// page (see ShowPage). No id has a line feed.
const Adding = "\n"

func newAgentsPage(u *UI) pageView {
	p := &agentsPage{ui: u, root: container.NewStack()}
	if open := u.reviews.all(); len(open) > 0 {
		p.inner = open[0].Agent.ID
	}
	p.draw()
	return p
}

func (p *agentsPage) content() fyne.CanvasObject { return p.root }

// refresh draws what changed. A review or a form stays as the person left it, and so
// does a switch that is being pressed while calls come in.
func (p *agentsPage) refresh() {
	_, reviewing := p.ui.reviews.of(p.inner)
	if p.inner != Adding && !reviewing && !reflect.DeepEqual(p.drawn, p.now()) {
		p.draw()
	}
}

// change does what the person asked for. Where it failed the page is drawn again: a
// switch must not show what was not kept.
func (p *agentsPage) change(do func() error) { p.ui.change(p.orDrawn(do)) }

// orDrawn does something, and has the page drawn again where it failed.
func (p *agentsPage) orDrawn(do func() error) func() error {
	return func() error {
		err := do()
		if err != nil {
			p.ui.later(func() { p.drawn = agentsShown{} })
		}
		return err
	}
}

func (p *agentsPage) now() agentsShown {
	shown := agentsShown{agents: p.ui.engine.Agents()}
	for _, r := range p.ui.reviews.all() {
		shown.reviews = append(shown.reviews, fmt.Sprint(r.Agent.ID, " ", r.Version))
	}
	return shown
}

// open shows an agent, the form, or the list.
func (p *agentsPage) open(inner string) {
	p.inner, p.added = inner, nil
	p.draw()
	p.ui.main.refreshBanner() // which leads to reviews that are not open
}

// drafting reports whether the page holds what the person began to write or to decide.
func (p *agentsPage) drafting() bool {
	if p.inner == Adding {
		return !p.ui.adding.empty()
	}
	_, reviewing := p.ui.reviews.of(p.inner)
	return reviewing
}

// reviewed shows the newest review of an agent where its review is open.
func (p *agentsPage) reviewed(agentID string) {
	if p.inner == agentID {
		p.draw()
	}
}

func (p *agentsPage) draw() {
	p.drawn = p.now()
	p.root.Objects = []fyne.CanvasObject{p.pick()}
	p.root.Refresh()
}

func (p *agentsPage) pick() fyne.CanvasObject {
	if p.inner == Adding && p.added != nil {
		return p.newChange(*p.added)
	}
	if p.inner == Adding {
		return newAddForm(p.ui, p).root
	}
	if review, ok := p.ui.reviews.of(p.inner); ok {
		return newReviewPage(p.ui, review, p.open).root
	}
	for _, a := range p.ui.engine.Agents() {
		if a.ID == p.inner {
			return p.newAgent(a)
		}
	}
	return p.newList()
}

// newList is every agent, those to review first in line of sight.
func (p *agentsPage) newList() fyne.CanvasObject {
	w := p.ui.words
	add := widget.NewButtonWithIcon(w.Say("agents.add"), theme.ContentAddIcon(), func() { p.open(Adding) })
	head := heading(w.Say("page.agents"), add)
	agents := p.ui.engine.Agents()
	if len(agents) == 0 && p.ui.reviews.count() == 0 {
		return container.NewBorder(head, nil, nil, nil, nothing(w.Say("agents.empty"), w.Say("agents.add"), func() { p.open(Adding) }))
	}
	list := kit.Stack(kit.SpaceSmall)
	known := map[string]bool{}
	for _, a := range agents {
		known[a.ID] = true
		list.Add(p.newEntry(a))
	}
	for _, r := range p.ui.reviews.all() {
		if !known[r.Agent.ID] {
			list.Add(p.newEntry(r.Agent))
		}
	}
	return container.NewBorder(kit.Stack(kit.SpaceMiddle, head, kit.Gap(0, 0)), nil, nil, nil, kit.Scrolled(list))
}

// markOf draws an agent's mark, with room beside it.
func markOf(a consent.Agent) fyne.CanvasObject { return besideText(kit.NewAgentMark(a.Name, a.ID)) }

func besideText(mark fyne.CanvasObject) fyne.CanvasObject {
	return container.NewCenter(container.New(layout.NewCustomPaddedLayout(0, 0, 0, kit.SpaceSmall-theme.Padding()), mark))
}

// aboutAgent says by what an agent is told from others, and since when it is known.
func (u *UI) aboutAgent(a consent.Agent) string {
	said := u.words.Say("agents.about", "ID", visible.Escape(a.ID), "Version", a.Version)
	if a.Manifest != nil {
		said += " · " + u.words.Say("agents.own_version", "Version", kit.OneLine(a.Manifest.AgentVersion))
	}
	if door := a.Program.Door(a.ID); door != "" {
		said += " · " + u.words.Say("door."+string(door)) + " " + u.words.Via(a.Program)
	}
	if !a.AddedAt.IsZero() {
		said += " · " + u.words.Say("ask.first_seen", "Day", u.words.Day(a.AddedAt.Local(), u.options.Now().Local()))
	}
	return said
}
