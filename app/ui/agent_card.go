package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/visible"
)

// newEntry is an agent's card in the list: who it is, who brings it, and what it may do.
func (p *agentsPage) newEntry(a consent.Agent) fyne.CanvasObject {
	name := widget.NewLabel(kit.AgentName(a.Name, a.ID))
	name.TextStyle.Bold, name.Truncation = true, fyne.TextTruncateEllipsis
	id := widget.NewLabel(visible.Escape(a.ID))
	id.TextStyle.Monospace, id.SizeName, id.Importance = true, theme.SizeNameCaptionText, widget.LowImportance
	id.Truncation = fyne.TextTruncateEllipsis
	said, tone := p.ui.agentState(a)
	state := kit.Line(said, kit.TextSmall, tone)
	state.TextStyle.Bold = true
	names := container.NewVBox(layout.NewSpacer(), kit.Stack(4, kit.Tight(name), kit.Tight(id)), layout.NewSpacer())
	left := container.New(behindNames{}, names, p.ui.behind(a))
	right := kit.Row(kit.SpaceSmall, container.NewCenter(state), container.NewCenter(widget.NewIcon(kit.Tinted(theme.IconNameNavigateNext, kit.ColorMuted))))
	mark := container.NewCenter(kit.NewAgentMark(a.Name, a.ID).Large())
	whole := container.NewBorder(nil, nil, kit.Row(12, mark, kit.Gap(0, 0)), kit.Row(12, kit.Gap(0, 0), right), left)
	return kit.NewCard(kit.Inset(10, 12, whole), func() { p.open(a.ID) })
}

// agentState says whether an agent waits for the person, and else what it may do.
func (u *UI) agentState(a consent.Agent) (said string, tone fyne.ThemeColorName) {
	w := u.words
	_, reviewing := u.reviews.of(a.ID)
	switch {
	case reviewing && a.Reviewed:
		return w.Say("agents.changed"), kit.ColorMedium
	case reviewing:
		return w.Say("agents.new"), kit.ColorMedium
	case a.Changed:
		return w.Say("agents.awaited"), kit.ColorMedium
	}
	granted := 0
	for _, g := range a.Grants {
		if g.Granted && !g.Suspended && !g.AlwaysDeny {
			granted++
		}
	}
	tone = kit.ColorLow
	if granted == 0 {
		tone = kit.ColorMuted
	}
	return w.Say("agents.granted", "Granted", granted, "All", len(a.Grants)), tone
}

// behind shows by which door an agent asks and which program is behind it; nothing where no
// program brought it.
func (u *UI) behind(a consent.Agent) fyne.CanvasObject {
	door := a.Program.Door(a.ID)
	if door == "" {
		return kit.Gap(0, 0)
	}
	program, parent := a.Program.Names()
	said := kit.OneLine(program)
	switch {
	case door != ask.DoorSocket: // Assent's own program stands in the door
		said = kit.OneLine(parent)
	case parent != "":
		said = strings.TrimSpace(u.words.Via(a.Program))
	}
	about := widget.NewLabel(said)
	about.Importance, about.SizeName, about.Truncation = widget.LowImportance, theme.SizeNameCaptionText, fyne.TextTruncateEllipsis
	edge := canvas.NewRectangle(nil)
	edge.StrokeColor, edge.StrokeWidth, edge.CornerRadius = kit.Color(kit.ColorLine), 1, kit.Radius/2
	chip := container.NewCenter(container.NewStack(edge, kit.Inset(2, 8, kit.Line(u.words.Say("door."+string(door)), kit.TextSmall, kit.ColorMuted))))
	return container.NewBorder(nil, nil, chip, nil, container.NewVBox(layout.NewSpacer(), about, layout.NewSpacer()))
}

// behindNames puts what is behind an agent beside its names, where there is room for both.
type behindNames struct{}

const namesLeast, namesWidth, behindLeast = 150, 210, 150

// MinSize implements fyne.Layout.
func (behindNames) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(namesLeast, o[0].MinSize().Height)
}

// Layout implements fyne.Layout.
func (behindNames) Layout(o []fyne.CanvasObject, size fyne.Size) {
	names, behind := o[0], o[1]
	width := float32(namesWidth) // in every card the same
	if size.Width-width < behindLeast {
		width = size.Width
		behind.Hide()
	} else {
		behind.Show()
	}
	names.Resize(fyne.NewSize(width, size.Height))
	behind.Move(fyne.NewPos(width, 0))
	behind.Resize(fyne.NewSize(size.Width-width, size.Height))
}
