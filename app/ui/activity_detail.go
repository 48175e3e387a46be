package ui

import (
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/audit"
	"assent/consent/visible"
)

// detailHeight is how much of the page a call's detail takes.
const detailHeight = 270

// showDetail shows a call's way below the list.
func (p *activityPage) showDetail(id widget.ListItemID) {
	if id >= len(p.items) || p.items[id].day != "" {
		p.list.UnselectAll()
		return
	}
	close := widget.NewButtonWithIcon("", theme.Current().Icon(theme.IconNameCancel), func() {
		p.list.UnselectAll()
		p.detail.Hide()
		p.root.Refresh()
	})
	close.Importance = widget.LowImportance
	row := p.items[id].row
	head := widget.NewLabel(p.ui.words.Doing(row.Scope, row.Tool))
	head.TextStyle.Bold = true
	scroll := container.NewVScroll(kit.Inset(0, 12, p.newDetail(row)))
	card := container.NewBorder(kit.Inset(4, 4, container.NewBorder(nil, nil, head, close)), nil, nil, nil, scroll)
	height := kit.Gap(1, detailHeight)
	p.detail.Objects = []fyne.CanvasObject{height, kit.Panel(kit.ColorCard, card)}
	p.detail.Show()
	p.root.Refresh()
}

// newDetail lists what is known of a call: its target and steps from memory, the
// rest from the log.
func (p *activityPage) newDetail(row audit.Row) fyne.CanvasObject {
	w := p.ui.words
	steps, target := p.ui.engine.Steps(row)
	var cells []fyne.CanvasObject
	add := func(key, value string, exactly bool) {
		if value == "" {
			return
		}
		name := widget.NewLabel(w.Say(key))
		name.Importance = widget.LowImportance
		text := kit.Prose(visible.Escape(value))
		if exactly {
			text = kit.Mono(visible.Escape(value))
			text.Selectable = true
		}
		cells = append(cells, kit.Tight(name), kit.Tight(text))
	}
	add("detail.target", target, true)
	add("detail.agent", strings.Join(kit.Unique([]string{kit.AgentName(p.agents[row.AgentID].Name, row.AgentID), row.AgentID}), " · "), false)
	add("detail.outcome", p.ending(row), false)
	if len(steps) > 0 {
		var said []string
		for i, s := range steps {
			said = append(said, strconv.Itoa(i+1)+". "+w.Text(s))
		}
		name := widget.NewLabel(w.Say("detail.steps"))
		name.Importance = widget.LowImportance
		cells = append(cells, kit.Tight(name), kit.Tight(kit.Prose(strings.Join(said, "\n"))))
	}
	add("detail.tool", row.Tool, true)
	add("detail.scope", row.Scope, true)
	add("detail.conversation", row.ConversationID, true)
	add("detail.call", row.CallID, true)
	add("detail.digest", row.ArgumentsDigest, true)
	add("detail.time", p.times(row), false)
	known := container.New(&kit.Columns{Space: kit.SpaceMiddle}, cells...)
	if hint := p.ui.newRowHint(row); hint != nil {
		return kit.Stack(kit.SpaceMiddle, hint, known)
	}
	return known
}

// times says when a call began and, where it did, how long it asked and ran.
func (p *activityPage) times(row audit.Row) string {
	said := kit.Exact(begun(row))
	if row.ShownMS > 0 {
		said += " · " + p.ui.words.Say("detail.asked", "MS", row.ShownMS)
	}
	if row.DurationMS > 0 {
		said += " · " + p.ui.words.Say("detail.ran", "MS", row.DurationMS)
	}
	return said
}

// ending says how a call ended, why, and who decided.
func (p *activityPage) ending(row audit.Row) string {
	w := p.ui.words
	parts := []string{statusOf(w, row).word}
	if why := w.Reason(row.Reason); row.Reason != "" && !strings.EqualFold(why, parts[0]) {
		parts = append(parts, why)
	}
	if row.Decision != "" {
		parts = append(parts, w.Say("decision."+row.Decision))
	}
	if row.Sensitivity != "" {
		parts = append(parts, w.Say("sensitivity."+row.Sensitivity))
	}
	return strings.Join(kit.Unique(parts), " · ")
}

// open selects the nth line of the list.
func (p *activityPage) open(n string) {
	if id, err := strconv.Atoi(n); err == nil {
		p.list.Select(id)
	}
}
