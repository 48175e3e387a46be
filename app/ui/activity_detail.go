package ui

import (
	"slices"
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

// showDetail shows a call's way below the list.
func (p *activityPage) showDetail(row audit.Row) {
	p.shown = row
	close := widget.NewButtonWithIcon("", theme.Current().Icon(theme.IconNameCancel), p.hideDetail)
	close.Importance = widget.LowImportance
	head := widget.NewLabel(p.ui.words.Doing(row.Scope, row.Tool))
	head.TextStyle.Bold, head.Truncation = true, fyne.TextTruncateEllipsis
	scroll := container.NewVScroll(kit.Inset(0, 12, p.newDetail(row)))
	card := container.NewBorder(kit.Inset(4, 4, container.NewBorder(nil, nil, nil, close, head)), nil, nil, nil, scroll)
	p.detail.Objects = []fyne.CanvasObject{kit.Panel(kit.ColorCard, card)}
	p.detail.Show()
	p.root.Refresh()
	p.list.Refresh()
	if at := slices.IndexFunc(p.items, func(i activityItem) bool { return len(i.rows) == 1 && i.rows[0].Seq == row.Seq }); at >= 0 {
		p.list.ScrollTo(at)
	}
}

func (p *activityPage) hideDetail() {
	p.shown = audit.Row{}
	p.detail.Hide()
	p.root.Refresh()
	p.list.Refresh()
}

// showAgain draws an open detail anew where its call went on.
func (p *activityPage) showAgain() {
	at := slices.IndexFunc(p.rows, func(r audit.Row) bool { return r.Seq == p.shown.Seq })
	if p.detail.Visible() && at >= 0 && p.rows[at] != p.shown {
		p.showDetail(p.rows[at])
	}
}

// newDetail explains a call by its row in the log, and lists what is known of it: its
// target and steps from memory, the rest from the log.
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
	whole := kit.Stack(12, kit.Tight(kit.Prose(explained(w, row))))
	if hint := p.ui.newRowHint(row); hint != nil {
		whole.Add(hint)
	}
	whole.Add(container.New(&kit.Columns{Space: kit.SpaceMiddle}, cells...))
	return whole
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

// open selects the nth line of the list.
func (p *activityPage) open(n string) {
	if id, err := strconv.Atoi(n); err == nil {
		p.list.Select(id)
	}
}
