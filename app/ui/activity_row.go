package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
)

// callRow is a line of the activity list, drawn again for each call.
type callRow struct {
	widget.BaseWidget
	icon         *widget.Icon
	who          *kit.AgentLabel
	what, result *widget.Label
	target       *kit.MiddleEllipsis
	when         *kit.TimeLabel
	day          *canvas.Text
}

func cell(alignment fyne.TextAlign) *widget.Label {
	l := widget.NewLabel("")
	l.Alignment, l.Truncation = alignment, fyne.TextTruncateEllipsis
	return l
}

func (p *activityPage) newRow() fyne.CanvasObject {
	r := &callRow{icon: widget.NewIcon(nil), who: kit.NewAgentLabel(p.ui.main.tip), what: cell(0), target: kit.NewMiddleEllipsis(),
		result: cell(0), when: kit.NewTimeLabel("", ""), day: kit.Line("", kit.TextSmall, kit.ColorMuted)}
	r.target.TextStyle.Monospace, r.target.SizeName, r.target.Importance = true, theme.SizeNameCaptionText, widget.LowImportance
	r.when.Importance, r.when.Alignment = widget.LowImportance, fyne.TextAlignTrailing
	r.ExtendBaseWidget(r)
	return r
}

// CreateRenderer implements fyne.Widget.
func (r *callRow) CreateRenderer() fyne.WidgetRenderer {
	cells := container.New(callColumns{}, r.icon, r.who, r.what, r.target, r.result, r.when)
	return widget.NewSimpleRenderer(container.NewStack(cells, container.NewBorder(nil, nil, kit.Inset(12, 4, r.day), nil)))
}

// callColumns gives each cell its width; the target takes what is left.
type callColumns struct{}

const rowHeight = 36

// narrowRow is the width below which the cells take less.
const narrowRow = 560

// MinSize implements fyne.Layout.
func (callColumns) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(380, rowHeight) }

// Layout implements fyne.Layout.
func (callColumns) Layout(cells []fyne.CanvasObject, size fyne.Size) {
	widths := []float32{28, 140, 148, 0, 92, 84}
	if size.Width < narrowRow {
		widths = []float32{28, 112, 120, 0, 76, 60}
	}
	rest := size.Width
	for _, w := range widths {
		rest -= w
	}
	widths[3] = max(0, rest)
	x := float32(0)
	for i, c := range cells {
		height := c.MinSize().Height
		c.Move(fyne.NewPos(x, (size.Height-height)/2))
		c.Resize(fyne.NewSize(widths[i], height))
		if i == 0 {
			c.Move(fyne.NewPos(4, (size.Height-kit.IconSize)/2))
			c.Resize(fyne.NewSquareSize(kit.IconSize))
		}
		x += widths[i]
	}
}

func (p *activityPage) updateRow(id widget.ListItemID, o fyne.CanvasObject) {
	r, item, w := o.(*callRow), p.items[id], p.ui.words
	isCall := item.day == ""
	for _, c := range []fyne.CanvasObject{r.icon, r.who, r.what, r.target, r.result, r.when} {
		if isCall {
			c.Show()
		} else {
			c.Hide()
		}
	}
	r.day.Text = item.day
	r.day.Color = kit.Color(kit.ColorMuted)
	r.day.Refresh()
	if !isCall {
		return
	}
	end := statusOf(w, item.row)
	_, target := p.ui.engine.Steps(item.row)
	r.icon.SetResource(kit.Tinted(end.icon, end.tone))
	by := p.agents[item.row.AgentID]
	r.who.Set(item.row.AgentID, by.Name, by.WholeName)
	r.what.SetText(w.Doing(item.row.Scope, item.row.Tool))
	r.target.Set(target)
	r.result.SetText(end.word)
	r.when.Set(begun(item.row).Format("15:04"), begun(item.row).Format("15:04:05"))
	p.older(id)
}
