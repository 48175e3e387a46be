package ui

import (
	"cmp"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/consent/visible"
	"assent/i18n"
)

// newAgent is one agent's page: what it may do, each scope with a switch.
func (p *agentsPage) newAgent(a consent.Agent) fyne.CanvasObject {
	w := p.ui.words
	back := widget.NewButtonWithIcon("", theme.NavigateBackIcon(), func() { p.open("") })
	back.Importance = widget.LowImportance
	head := container.NewBorder(nil, nil, container.NewHBox(container.NewCenter(back), markOf(a)), container.NewCenter(p.newRemove(a)), named(kit.AgentName(a.Name, a.ID)))
	about := kit.Tight(kit.Quiet(p.ui.aboutAgent(a)))
	list := kit.Stack(kit.SpaceSmall)
	if len(a.Stopped) > 0 {
		list.Add(points(w.Say("agents.stopped"), escaped(a.Stopped)))
	}
	for _, g := range a.Grants {
		list.Add(p.newGrant(a, g))
	}
	if len(a.Ticked) > 0 {
		list.Add(p.ticked(a))
	}
	for _, panel := range p.ui.declared(a) {
		list.Add(panel)
	}
	return container.NewBorder(kit.Stack(kit.SpaceSmall, head, about, kit.Gap(0, 0)), nil, nil, nil, kit.Scrolled(list))
}

// escaped are names fit to be shown.
func escaped(names []string) (shown []string) {
	for _, name := range names {
		shown = append(shown, kit.OneLine(name))
	}
	return shown
}

// newGrant is one scope with its switch.
func (p *agentsPage) newGrant(a consent.Agent, g consent.Grant) fyne.CanvasObject {
	w := p.ui.words
	on := widget.NewCheck("", nil)
	on.SetChecked(g.Granted && !g.AlwaysDeny && !g.Suspended)
	on.OnChanged = func(yes bool) {
		if yes {
			p.change(func() error { return p.ui.engine.Grant(a.ID, g.Scope) })
			return
		}
		taken := i18n.Text{Key: "undo.revoked", Args: map[string]any{"Agent": cmp.Or(a.Name, a.ID), "Scope": w.Scope(g.Scope)}}
		p.ui.changeBack(a.ID, taken, p.orDrawn(func() error { return p.ui.engine.Revoke(a.ID, g.Scope) }))
	}
	if g.AlwaysDeny || g.Suspended {
		on.Disable()
	}
	var state string
	switch {
	case g.AlwaysDeny:
		state = w.Say("grant.always_denied")
	case g.Suspended:
		state = w.Say("grant.suspended")
	case !p.ui.serves(a, g.Scope):
		state = w.Say("grant.not_served")
	}
	return scopeCard(w, a.Manifest, g.Scope, g.Sensitivity, on, state, p.newLowered(a, g)...)
}

// runsItself reports whether an agent's calls are run by the program that asks, once the
// person agreed (contract §12): so do those at Assent's own doors.
func runsItself(a consent.Agent) bool {
	door := a.Program.Door(a.ID)
	return door != "" && door != ask.DoorSocket
}

// newLowered are the switches of the tools of a scope that may be asked about as medium.
func (p *agentsPage) newLowered(a consent.Agent, g consent.Grant) (switches []fyne.CanvasObject) {
	if a.Manifest == nil {
		return nil
	}
	scope, ok := a.Manifest.Scope(g.Scope)
	if !ok || !consent.Lowerable(scope) || !g.Granted || g.Suspended || g.AlwaysDeny {
		return nil
	}
	for _, tool := range a.Manifest.Tools {
		if tool.Scope != g.Scope {
			continue
		}
		lowered := widget.NewCheck(p.ui.words.Say("agents.lowered", "Tool", visible.Escape(tool.Name)), nil)
		lowered.SetChecked(slices.Contains(a.Lowered, tool.Name))
		lowered.OnChanged = func(yes bool) {
			if yes {
				p.change(func() error { return p.ui.engine.Lower(a.ID, tool.Name) })
				return
			}
			p.change(func() error { return p.ui.engine.Raise(a.ID, tool.Name) })
		}
		switches = append(switches, lowered)
	}
	return switches
}

// scopeCard shows a scope: our words or its id, the author's words set apart, the
// tools under it, a switch, and what else the person may say about it.
func scopeCard(w *kit.Words, m *manifest.Manifest, scope string, s manifest.Sensitivity, on fyne.CanvasObject, state string, more ...fyne.CanvasObject) fyne.CanvasObject {
	name := widget.NewLabel(w.Scope(scope))
	name.TextStyle.Bold = true
	lines := []fyne.CanvasObject{kit.Row(kit.SpaceSmall, container.NewCenter(kit.Shape(s)), kit.Tight(name), kit.Tight(widget.NewLabel(w.Sensitivity(s))))}
	if ask.HasWords(scope) { // else the id is the name
		lines = append(lines, kit.Tight(kit.Quiet(scope)))
	}
	if state != "" {
		warning := kit.Prose(state)
		warning.Importance = widget.WarningImportance
		lines = append(lines, kit.Tight(warning))
	}
	if m != nil {
		lines = append(lines, authorsWords(w, m, scope)...)
	}
	body := kit.Stack(4, append(lines, more...)...)
	return kit.Panel(kit.ColorCard, kit.Inset(12, 12, container.NewBorder(nil, nil, container.NewVBox(on), nil, body)))
}

// newRemove removes an agent after a second press.
func (p *agentsPage) newRemove(a consent.Agent) *widget.Button {
	w := p.ui.words
	remove := widget.NewButton(w.Say("agents.remove"), nil)
	remove.OnTapped = func() {
		remove.SetText(w.Say("agents.remove_sure"))
		remove.Importance = widget.DangerImportance
		remove.Refresh()
		remove.OnTapped = func() {
			p.ui.reviews.end(a.ID)
			p.inner = ""
			p.change(func() error { return p.ui.engine.RemoveAgent(a.ID) })
		}
	}
	return remove
}
