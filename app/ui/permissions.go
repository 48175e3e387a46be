package ui

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"assent/app/ui/kit"
	"assent/consent"
	"assent/consent/visible"
	"assent/i18n"
)

// permissionsPage is everything the person agreed to or forbade, each with one click
// to take it back. What stays on it keeps its place and its button while calls come in:
// a busy agent must not keep the person from pressing it.
type permissionsPage struct {
	ui     *UI
	names  map[string]string          // by agent id
	parts  map[string]*permissionPart // on the page, by what they are about
	next   map[string]*permissionPart // on it after the refresh under way
	list   *fyne.Container
	scroll *container.Scroll
	body   *fyne.Container
	root   *fyne.Container
}

func newPermissionsPage(u *UI) pageView {
	p := &permissionsPage{ui: u, list: kit.Stack(kit.SpaceSmall)}
	p.scroll = kit.Scrolled(p.list)
	head := kit.Stack(kit.SpaceMiddle, heading(u.words.Say("page.permissions")), kit.Gap(0, 0))
	p.body = container.NewStack()
	p.root = container.NewBorder(head, nil, nil, nil, p.body)
	return p
}

func (p *permissionsPage) content() fyne.CanvasObject { return p.root }

func (p *permissionsPage) refresh() {
	before := p.list.Objects
	p.list.Objects, p.next = nil, map[string]*permissionPart{}
	p.names = map[string]string{}
	for _, a := range p.ui.engine.Agents() {
		p.names[a.ID] = a.Name
	}
	p.addWaiting()
	p.addWindows()
	p.addRules()
	p.addGrants()
	p.parts = p.next
	if !slices.Equal(before, p.list.Objects) {
		p.list.Refresh()
	}
	p.show()
}

// show shows the list, or what an empty page says.
func (p *permissionsPage) show() {
	if len(p.list.Objects) == 0 {
		p.body.Objects = []fyne.CanvasObject{
			nothing(p.ui.words.Say("permissions.empty"), p.ui.words.Say("agents.add"), func() { p.ui.main.show("agents") })}
		p.body.Refresh()
	} else if len(p.body.Objects) == 0 || p.body.Objects[0] != p.scroll {
		p.body.Objects = []fyne.CanvasObject{p.scroll}
		p.body.Refresh()
	}
}

func (p *permissionsPage) who(id string) string { return kit.AgentName(p.names[id], id) }

// changed does what the person asked for and says so, with the way back. key is the text
// of what is done.
func (p *permissionsPage) changed(key, agentID, scope string, do func() error) {
	p.ui.changeBack(agentID, i18n.Text{Key: key, Args: map[string]any{"Agent": cmp.Or(p.names[agentID], agentID), "Scope": p.ui.words.Scope(scope)}}, do)
}

// addWaiting lists the questions that have no answer yet, by agent.
func (p *permissionsPage) addWaiting() {
	waiting := p.ui.engine.Waiting()
	if len(waiting) == 0 {
		return
	}
	w := p.ui.words
	p.section("permissions.waiting")
	counts := map[string]int{}
	var order []string
	for _, q := range waiting {
		id := q.Question.Caller.AgentID
		if counts[id] == 0 {
			order = append(order, id)
		}
		counts[id]++
	}
	for _, id := range order {
		p.entry("waiting "+id, id, p.who(id), w.Say("permissions.questions", "Count", counts[id]), "", "permissions.deny_all", func() { go p.ui.engine.DenyAll(id) })
	}
}

// addWindows lists the silent windows that hold now.
func (p *permissionsPage) addWindows() {
	windows := p.ui.engine.Windows()
	if len(windows) == 0 {
		return
	}
	p.section("permissions.windows")
	for _, window := range windows {
		said, exactly := p.aboutWindow(window)
		p.entry(fmt.Sprint("window ", window.ID), window.AgentID, p.who(window.AgentID)+" · "+p.ui.words.Scope(window.Scope), said, exactly, "permissions.end_now", func() {
			p.changed("undo.ended", window.AgentID, window.Scope, func() error { return p.ui.engine.EndWindow(window.ID) })
		})
	}
}

// aboutWindow says how far a window reaches, how long it lasts and how it was used.
func (p *permissionsPage) aboutWindow(window consent.Window) (said, exactly string) {
	w, now := p.ui.words, p.ui.options.Now()
	breadth := w.Say("permissions.everything")
	if window.Breadth != "" {
		breadth = visible.Escape(window.Breadth)
	}
	said = w.Say("permissions.window", "Conversation", visible.Escape(window.ConversationID), "Breadth", breadth,
		"Left", w.Span(window.Expires.Sub(now)))
	if window.Uses == 0 {
		said += " · " + w.Say("permissions.unused")
	} else {
		said += " · " + w.Say("permissions.used", "Count", window.Uses)
	}
	if !window.LastUsed.IsZero() && window.Uses > 0 {
		said += " · " + w.Say("permissions.last_used", "Ago", w.Ago(window.LastUsed, now))
		exactly = " · " + w.Say("permissions.last_used", "Ago", kit.Exact(window.LastUsed))
	}
	if !window.Cap.IsZero() {
		said += " · " + w.Say("permissions.cap", "Time", window.Cap.Local().Format("2006-01-02 15:04"))
	}
	return said, w.Say("permissions.until", "Time", kit.Exact(window.Expires)) + exactly
}

// addRules lists what is always denied, and who is not asked for now.
func (p *permissionsPage) addRules() {
	rules := p.ui.engine.Rules()
	if len(rules) == 0 {
		return
	}
	w := p.ui.words
	p.section("permissions.rules")
	for _, r := range rules {
		headline, details, exactly := p.who(r.AgentID)+" · "+w.Scope(r.Scope), w.Say("permissions.always", "Time", kit.Exact(r.Made)), ""
		if r.Scope == "" {
			headline = p.who(r.AgentID)
			details = w.Say("permissions.muted", "Left", w.Span(r.Until.Sub(p.ui.options.Now()).Round(time.Second)))
			exactly = w.Say("permissions.until", "Time", kit.Exact(r.Until))
		}
		p.entry("rule "+r.AgentID+"\n"+r.Scope, r.AgentID, headline, details, exactly, "permissions.lift", func() {
			key := "undo.lifted"
			if r.Scope == "" {
				key = "undo.unmuted"
			}
			p.changed(key, r.AgentID, r.Scope, func() error { return p.ui.engine.Lift(r) })
		})
	}
}

// addGrants lists what each agent may use at all.
func (p *permissionsPage) addGrants() {
	first := true
	for _, a := range p.ui.engine.Agents() {
		for _, g := range a.Grants {
			if !g.Granted || g.AlwaysDeny {
				continue
			}
			if first {
				p.section("permissions.grants")
				first = false
			}
			details := p.ui.words.Sensitivity(g.Sensitivity) + " · " + g.Scope
			p.entry("grant "+a.ID+"\n"+g.Scope, a.ID, p.who(a.ID)+" · "+p.ui.words.Scope(g.Scope), details, "", "permissions.revoke", func() {
				p.changed("undo.revoked", a.ID, g.Scope, func() error { return p.ui.engine.Revoke(a.ID, g.Scope) })
			})
		}
	}
}
