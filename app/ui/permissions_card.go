package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/visible"
)

// permissionCard is what holds for one agent.
type permissionCard struct {
	ui    *UI
	name  *kit.AgentLabel
	about *widget.Label
	rows  map[string]*permissionRow // by the entry's key
	list  *fyne.Container
	whole *fyne.Container
}

func newPermissionCard(u *UI) *permissionCard {
	c := &permissionCard{ui: u, name: kit.NewAgentLabel(u.main.tip).Bold(), about: kit.Quiet(""), list: kit.Stack(0)}
	c.about.Wrapping, c.about.Truncation = fyne.TextWrapOff, fyne.TextTruncateEllipsis
	head := kit.Inset(kit.SpaceSmall, 12, kit.Stack(0, c.name, kit.Tight(c.about)))
	c.whole = kit.Panel(kit.ColorCard, kit.Stack(0, head, c.list))
	return c
}

// show shows what holds; not any of it when that is nothing.
func (c *permissionCard) show(h *heldPermissions, entries []permissionEntry) (any bool) {
	c.name.Set(h.agent.ID, h.agent.Name, h.agent.WholeName)
	about := c.ui.words.Say("permissions.removed")
	if !h.removed {
		about = strings.Join(kit.Unique([]string{visible.Escape(h.agent.ID), c.ui.words.Via(h.agent.Program)}), " · ")
	}
	if c.about.Text != about {
		c.about.SetText(about)
	}
	rows, before := map[string]*permissionRow{}, c.list.Objects
	c.list.Objects = nil
	for _, e := range entries {
		row := c.rows[e.key]
		if row == nil || row.entry.sensitivity != e.sensitivity {
			row = newPermissionRow(c.ui.words, e)
		}
		row.show(e)
		rows[e.key] = row
		c.list.Objects = append(c.list.Objects, row.whole)
	}
	if c.rows = rows; !slices.Equal(before, c.list.Objects) {
		c.list.Refresh()
	}
	return len(entries) > 0
}

// permissionRow is an entry on its card.
type permissionRow struct {
	entry    permissionEntry
	headline *widget.Label
	details  *kit.TimeLabel
	count    *canvas.Text
	button   *widget.Button
	whole    *fyne.Container
}

// markRoom is how wide the marks of sensitivity are together.
const markRoom = 92

func newPermissionRow(w *kit.Words, e permissionEntry) *permissionRow {
	r := &permissionRow{headline: kit.Prose(""), details: kit.NewTimeLabel("", ""), count: kit.Line("", kit.TextSmall, kit.ColorMuted),
		button: widget.NewButton(w.Say(e.action), nil)}
	r.details.SizeName, r.details.Importance, r.details.Wrapping = theme.SizeNameCaptionText, widget.LowImportance, fyne.TextWrapWord
	mark := container.NewHBox()
	if e.marked {
		mark.Add(container.NewCenter(kit.SensitivityMark(w, e.sensitivity)))
	}
	left := container.NewStack(kit.Gap(markRoom, 0), mark)
	text := kit.Stack(2, kit.Tight(r.headline), kit.Tight(r.details))
	right := kit.Row(12, container.NewCenter(r.count), container.NewCenter(r.button))
	r.whole = kit.Stack(0, kit.Separator(), kit.Inset(kit.SpaceSmall, 12,
		container.NewBorder(nil, nil, left, right, container.NewVBox(layout.NewSpacer(), text, layout.NewSpacer()))))
	return r
}

func (r *permissionRow) show(e permissionEntry) {
	r.entry = e
	if r.headline.Text != e.headline {
		r.headline.SetText(e.headline)
	}
	r.details.Change(e.details, e.exactly)
	if r.count.Text != e.count {
		r.count.Text = e.count
		r.whole.Refresh()
	}
	r.button.OnTapped = e.act
}
