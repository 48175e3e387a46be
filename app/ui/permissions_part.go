package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
)

// permissionPart is a headline of the page, or one thing to take back.
type permissionPart struct {
	whole  fyne.CanvasObject
	mark   *kit.AgentMark
	name   *widget.Label
	known  *kit.TimeLabel
	button *widget.Button
}

// section begins a part of the page.
func (p *permissionsPage) section(key string) {
	part := p.parts[key]
	if part == nil {
		title := kit.Line(p.ui.words.Say(key), kit.TextBody, kit.ColorText)
		title.TextStyle.Bold = true
		part = &permissionPart{whole: kit.Inset(kit.SpaceSmall, 0, title)}
	}
	p.add(key, part)
}

func (p *permissionsPage) add(key string, part *permissionPart) {
	p.next[key] = part
	p.list.Objects = append(p.list.Objects, part.whole)
}

// entry is one thing of an agent's to take back: what it is, what is known of it, with exact times
// under the pointer where there are any, and the button. key tells it from all others.
func (p *permissionsPage) entry(key, agentID, headline, details, exactly, action string, act func()) {
	part := p.parts[key]
	if part == nil {
		part = p.newEntry(action)
	}
	part.mark.Set(p.names[agentID], agentID)
	if part.name.Text != headline {
		part.name.SetText(headline)
	}
	part.known.Change(details, exactly)
	part.button.OnTapped = act
	p.add(key, part)
}

func (p *permissionsPage) newEntry(action string) *permissionPart {
	part := &permissionPart{mark: kit.NewAgentMark("", ""), name: widget.NewLabel(""), known: kit.NewTimeLabel("", ""), button: widget.NewButton(p.ui.words.Say(action), nil)}
	part.name.TextStyle.Bold, part.name.Truncation = true, fyne.TextTruncateEllipsis
	part.known.SizeName, part.known.Importance, part.known.Wrapping = theme.SizeNameCaptionText, widget.LowImportance, fyne.TextWrapWord
	text := kit.Stack(2, kit.Tight(part.name), kit.Tight(part.known))
	part.whole = kit.Panel(kit.ColorCard, kit.Inset(kit.SpaceSmall, 12,
		container.NewBorder(nil, nil, besideText(part.mark), container.NewCenter(part.button), container.NewVBox(layout.NewSpacer(), text, layout.NewSpacer()))))
	return part
}
