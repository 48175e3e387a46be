package ui

import (
	"fyne.io/fyne/v2"

	"assent/app/ui/kit"
	"assent/consent/visible"
)

// addAsked lists the tools that the agent's file asks not to ask for, unticked
// (contract §16).
func (p *reviewPage) addAsked(list *fyne.Container) {
	if len(p.review.Asked) == 0 {
		return
	}
	lines := kit.Stack(2, kit.Tight(kit.Prose(p.ui.words.Say("review.asked"))))
	for _, name := range p.review.Asked {
		p.ticks[name] = drafted(p.review.draft.tools, name, visible.Escape(name), false)
		lines.Add(p.ticks[name])
	}
	list.Add(kit.Panel(kit.ColorTint, kit.Inset(12, 12, lines)))
}

// ticked are the tools with a tick, in the review's order.
func (p *reviewPage) ticked() (tools []string) {
	for _, name := range p.review.Asked {
		if p.ticks[name].Checked {
			tools = append(tools, name)
		}
	}
	return tools
}
