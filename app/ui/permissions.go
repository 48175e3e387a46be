package ui

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/audit"
	"assent/consent"
	"assent/i18n"
)

// permissionsPage is everything the person agreed to or forbade, agent by agent, each with
// one click to take it back. What stays on it keeps its place and its button while calls
// come in: a busy agent must not keep the person from pressing it.
type permissionsPage struct {
	ui     *UI
	cards  map[string]*permissionCard // by agent id
	counts reading
	today  map[permissionUse]int // calls
	capped bool                  // there may be more of them

	endAll *widget.Button
	head   *fyne.Container
	more   *widget.Label // how many agents have no card
	list   *fyne.Container
	scroll *container.Scroll
	body   *fyne.Container
	root   *fyne.Container
}

// permissionUse is what calls are counted by; denied ones apart.
type permissionUse struct {
	agent, scope string
	denied       bool
}

// cardsShown is how many agents have a card; the others stand on their own pages.
const cardsShown = 100

// countedToday is how many of today's calls are counted at most.
const countedToday = 2000

func newPermissionsPage(u *UI) pageView {
	p := &permissionsPage{ui: u, cards: map[string]*permissionCard{}, counts: reading{later: u.later}, list: kit.Stack(12), more: kit.Quiet(""), body: container.NewStack()}
	p.scroll = kit.Scrolled(p.list)
	p.endAll = widget.NewButton("", p.endWindows)
	about := kit.Quiet(u.words.Say("permissions.about"))
	p.head = kit.Stack(kit.SpaceSmall, heading(u.words.Say("page.permissions"), p.endAll), kit.Tight(about), kit.Gap(0, 0))
	p.root = container.NewBorder(p.head, nil, nil, nil, p.body)
	return p
}

func (p *permissionsPage) content() fyne.CanvasObject { return p.root }

// refresh draws what changed, and counts today's calls anew.
func (p *permissionsPage) refresh() {
	p.draw()
	p.counts.start(func() func() {
		counted, err := p.ui.engine.Count(context.Background(), audit.Filter{Since: since("today", p.ui.options.Now()), Limit: countedToday})
		today, all := map[permissionUse]int{}, 0
		for kind, n := range counted {
			today[permissionUse{kind.Agent, kind.Scope, kind.Status == audit.Denied}] += n
			all += n
		}
		return func() {
			if capped := all >= countedToday; err == nil && (capped != p.capped || !maps.Equal(today, p.today)) {
				p.today, p.capped = today, capped
				p.draw()
			}
		}
	})
}

func (p *permissionsPage) draw() {
	before := p.list.Objects
	p.list.Objects = nil
	held := p.held()
	shown := held[:min(len(held), cardsShown)]
	for _, h := range shown {
		card := p.cards[h.agent.ID]
		if card == nil {
			card = newPermissionCard(p.ui)
			p.cards[h.agent.ID] = card
		}
		if card.show(h, p.entries(h)) {
			p.list.Objects = append(p.list.Objects, card.whole)
		}
	}
	if left := len(held) - len(shown); left > 0 {
		p.more.SetText(p.ui.words.Say("permissions.more", "Count", left))
		p.list.Objects = append(p.list.Objects, p.more)
	}
	if !slices.Equal(before, p.list.Objects) {
		p.list.Refresh()
	}
	windows := 0
	for _, h := range held {
		windows += len(h.windows)
	}
	if text := p.ui.words.Say("permissions.end_all", "Count", windows); p.endAll.Text != text {
		p.endAll.Hidden = windows == 0
		p.endAll.SetText(text)
		p.head.Refresh()
	}
	if len(p.list.Objects) == 0 {
		p.body.Objects = []fyne.CanvasObject{
			nothing(p.ui.words.Say("permissions.empty"), p.ui.words.Say("agents.add"), func() { p.ui.main.show("agents") })}
		p.body.Refresh()
	} else if len(p.body.Objects) == 0 || p.body.Objects[0] != p.scroll {
		p.body.Objects = []fyne.CanvasObject{p.scroll}
		p.body.Refresh()
	}
}

// heldPermissions is what holds for one agent.
type heldPermissions struct {
	agent   consent.Agent // its id alone of one that was removed
	removed bool
	waiting int // questions without an answer
	rules   []consent.Rule
	windows []consent.Window
}

// held is what holds for each agent, in the order in which they were added; those that
// were removed and are denied something for good come last.
func (p *permissionsPage) held() (all []*heldPermissions) {
	byID := map[string]*heldPermissions{}
	of := func(id string) *heldPermissions {
		if byID[id] == nil {
			byID[id] = &heldPermissions{agent: consent.Agent{ID: id}, removed: true}
			all = append(all, byID[id])
		}
		return byID[id]
	}
	engine := p.ui.engine
	for _, a := range engine.Agents() {
		h := of(a.ID)
		h.agent, h.removed = a, false
	}
	for _, q := range engine.Waiting() {
		of(q.Question.Caller.AgentID).waiting++
	}
	for _, r := range engine.Rules() {
		h := of(r.AgentID)
		h.rules = append(h.rules, r)
	}
	for _, w := range engine.Windows() {
		h := of(w.AgentID)
		h.windows = append(h.windows, w)
	}
	if len(all) > cardsShown {
		slices.SortStableFunc(all, func(a, b *heldPermissions) int { return cmp.Compare(b.pressing(), a.pressing()) })
	}
	return all
}

// pressing is 1 where something beside grants holds, which stands first among very many.
func (h *heldPermissions) pressing() int { return min(1, h.waiting+len(h.rules)+len(h.windows)) }

// changed does what the person asked for and says so, with the way back. key is the text
// of what is done.
func (p *permissionsPage) changed(key string, a consent.Agent, scope string, do func() error) {
	p.ui.changeBack(a.ID, i18n.Text{Key: key, Args: map[string]any{"Agent": cmp.Or(a.Name, a.ID), "Scope": p.ui.words.Scope(scope)}}, do)
}

// endWindows ends every silent window.
func (p *permissionsPage) endWindows() {
	windows := p.ui.engine.Windows()
	p.ui.change(func() (err error) {
		for _, w := range windows {
			err = errors.Join(err, p.ui.engine.EndWindow(w.ID))
		}
		return err
	})
}
