package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
)

// callRow is a line of the activity list, drawn again for each item.
type callRow struct {
	widget.BaseWidget
	ground *canvas.Rectangle
	line   *canvas.Rectangle // to the next one on the same card
	fold   *canvas.Image
	icon   *canvas.Image
	who    *kit.AgentLabel
	what   *widget.Label
	target *kit.MiddleEllipsis
	end    *kit.Tag
	when   *kit.TimeLabel
	day    *canvas.Text
	isDay  bool // and nothing else
	inner  bool // a call of a group
}

func (p *activityPage) newRow() fyne.CanvasObject {
	r := &callRow{ground: canvas.NewRectangle(nil), line: kit.Separator(), fold: canvas.NewImageFromResource(nil), icon: canvas.NewImageFromResource(nil),
		who: kit.NewAgentLabel(p.ui.main.tip), what: widget.NewLabel(""), target: kit.NewMiddleEllipsis(), end: kit.NewTag(p.ui.main.tip),
		when: kit.NewTimeLabel("", ""), day: kit.Line("", kit.TextSmall, kit.ColorMuted)}
	r.what.Truncation = fyne.TextTruncateEllipsis
	r.target.TextStyle.Monospace, r.target.SizeName, r.target.Importance = true, theme.SizeNameCaptionText, widget.LowImportance
	r.when.Importance, r.when.Alignment = widget.LowImportance, fyne.TextAlignTrailing
	r.ExtendBaseWidget(r)
	return r
}

// parts are what a call has and a headline has not.
func (r *callRow) parts() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.ground, r.line, r.fold, r.icon, r.who, r.what, r.target, r.end, r.when}
}

// CreateRenderer implements fyne.Widget.
func (r *callRow) CreateRenderer() fyne.WidgetRenderer {
	cells := container.New(callColumns{r}, r.parts()...)
	return widget.NewSimpleRenderer(container.NewStack(cells, container.NewBorder(nil, nil, kit.Inset(5, 2, r.day), nil)))
}

// callColumns gives each cell its width; the target takes what is left.
type callColumns struct{ r *callRow }

const rowHeight = 38

// narrowRow is the width below which the cells take less, and targetLeast that of a target.
const (
	narrowRow   = 620
	targetLeast = 80
)

// MinSize implements fyne.Layout.
func (callColumns) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(420, rowHeight) }

// Layout implements fyne.Layout.
func (c callColumns) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	const side, foldWide, iconWide, space = 10, 16, 26, 4
	r := c.r
	who, what, end, when := float32(124), float32(172), float32(172), float32(56)
	if size.Width < narrowRow {
		who, what, end = 104, 128, 104
	}
	between := theme.Padding() // that the toolkit leaves between lines
	r.ground.Move(fyne.NewPos(0, -between/2))
	r.ground.Resize(size.AddWidthHeight(0, between))
	r.line.Move(fyne.NewPos(1, size.Height+between/2-1))
	r.line.Resize(fyne.NewSize(size.Width-2, 1))
	x := float32(side)
	put := func(o fyne.CanvasObject, width, height float32) {
		o.Move(fyne.NewPos(x, (size.Height-height)/2))
		o.Resize(fyne.NewSize(width, height))
	}
	if r.inner {
		x += foldWide
	}
	put(r.fold, foldWide, foldWide)
	x += foldWide
	put(r.icon, kit.IconSize, kit.IconSize)
	x += iconWide
	put(r.who, who, r.who.MinSize().Height)
	x += who
	put(r.what, what, r.what.MinSize().Height)
	x += what
	target := max(0, size.Width-x-end-when-side-space)
	if target < targetLeast { // it would tell nothing
		end, target = end+target, 0
	}
	r.target.Hidden = target == 0 || r.isDay
	put(r.target, target, r.target.MinSize().Height)
	x += target + space
	width := min(end, r.end.MinSize().Width)
	x += end - width
	put(r.end, width, r.end.MinSize().Height)
	x += width
	put(r.when, when, r.when.MinSize().Height)
}

func (p *activityPage) updateRow(id widget.ListItemID, o fyne.CanvasObject) {
	r, item := o.(*callRow), p.items[id]
	r.isDay = item.day != ""
	for _, part := range r.parts() {
		if r.isDay {
			part.Hide()
		} else if !part.Visible() {
			part.Show()
		}
	}
	r.day.Text, r.day.Color = item.day, kit.Color(kit.ColorMuted)
	if !r.isDay {
		p.updateCall(r, item)
	}
	r.Refresh()
	p.older(id)
}

func (p *activityPage) updateCall(r *callRow, item activityItem) {
	w, row := p.ui.words, item.rows[0]
	r.paint(item, len(item.rows) == 1 && row.Seq == p.shown.Seq)
	end := statusOf(w, row)
	r.icon.Resource = kit.Tinted(end.icon, end.tone)
	by := p.agents[row.AgentID]
	r.who.Set(row.AgentID, by.Name, by.WholeName)
	what, target := w.Doing(row.Scope, row.Tool), ""
	if n := len(item.rows); n > 1 {
		what = w.Say("activity.times", "N", n, "What", what)
	} else {
		_, target = p.ui.engine.Steps(row)
	}
	r.what.SetText(what)
	r.target.Set(kit.ShortHome(target, p.ui.options.Home))
	r.end.Set(endWords(w, row), end.edge, explained(w, row))
	r.when.Set(begun(row).Format("15:04"), begun(row).Format("15:04:05"))
}

// paint draws the card that a day's lines are on.
func (r *callRow) paint(item activityItem, shown bool) {
	r.inner = item.inner
	if r.fold.Hidden = len(item.rows) == 1; !r.fold.Hidden {
		icon := kit.IconClosed
		if item.open {
			icon = kit.IconOpen
		}
		r.fold.Resource = kit.Icon(icon, kit.ColorMuted)
	}
	r.ground.FillColor = kit.Color(kit.ColorCard)
	if shown {
		r.ground.FillColor = kit.Color(theme.ColorNameSelection)
	}
	r.line.FillColor, r.line.Hidden = kit.Color(kit.ColorLine), item.last
	top, bottom := float32(0), float32(0)
	if item.first {
		top = kit.Radius
	}
	if item.last {
		bottom = kit.Radius
	}
	r.ground.TopLeftCornerRadius, r.ground.TopRightCornerRadius = top, top
	r.ground.BottomLeftCornerRadius, r.ground.BottomRightCornerRadius = bottom, bottom
}
