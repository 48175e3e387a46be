package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"assent/app/ui/kit"
)

// Where there is little room.
const (
	lowBelow     = 400 // of the page's height: an open detail takes the chips' place
	noChartBelow = 560 // of its width: there is no chart
	fieldLeast   = 150
	detailHigh   = 270
	detailLow    = 110
	listLow      = 3 * rowHeight
)

// activityTop is the page's headline: the name, the field, the days, and below them the chips.
type activityTop struct {
	title *canvas.Text
	find  *activityFind
	chart *dayChart
	root  *fyne.Container
}

func newActivityTop(w *kit.Words, find *activityFind, chart *dayChart) *activityTop {
	t := &activityTop{title: kit.Line(w.Say("page.activity"), kit.TextTitle, kit.ColorText), find: find, chart: chart}
	t.title.TextStyle.Bold = true
	line := container.New(activityLine{t}, t.title, find.field, chart)
	t.root = container.New(kit.Twice(layout.NewCustomPaddedVBoxLayout(kit.SpaceSmall)), line, find.chips)
	return t
}

// activityLine puts the field between the name and the days.
type activityLine struct{ top *activityTop }

// MinSize implements fyne.Layout.
func (l activityLine) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.top.title.MinSize().Width+kit.SpaceMiddle+fieldLeast, headHeight)
}

// Layout implements fyne.Layout.
func (l activityLine) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	t := l.top
	title := t.title.MinSize()
	t.title.Move(fyne.NewPos(0, (size.Height-title.Height)/2))
	t.title.Resize(title)
	left, right := title.Width+kit.SpaceMiddle, size.Width
	if t.chart.narrow = size.Width < noChartBelow; !t.chart.narrow && t.chart.any() {
		right -= chartWidth + kit.SpaceMiddle
	}
	t.chart.Resize(fyne.NewSize(chartWidth, size.Height))
	t.chart.Move(fyne.NewPos(size.Width-chartWidth, 0))
	t.chart.Hidden = t.chart.narrow || !t.chart.any()
	height := t.find.field.MinSize().Height
	t.find.field.Move(fyne.NewPos(left, (size.Height-height)/2))
	t.find.field.Resize(fyne.NewSize(max(0, right-left), height))
}

// activityRoom gives the list what the headline and an open detail leave of the page; of
// little room the detail takes no more than the list.
type activityRoom struct{ p *activityPage }

// MinSize implements fyne.Layout.
func (l activityRoom) MinSize([]fyne.CanvasObject) fyne.Size {
	top, body := l.p.top.root.MinSize(), l.p.body.MinSize()
	least := fyne.NewSize(max(top.Width, body.Width, callColumns{}.MinSize(nil).Width), top.Height+listLow)
	if l.p.detail.Visible() {
		least.Height = headHeight + kit.SpaceSmall + listLow + detailLow
	}
	return least
}

// Layout implements fyne.Layout.
func (l activityRoom) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	p, y := l.p, float32(0)
	open := p.detail.Visible()
	p.find.chips.Hidden = open && size.Height < lowBelow
	if p.top.root.Visible() {
		p.top.root.Resize(fyne.NewSize(size.Width, p.top.root.MinSize().Height))
		y = p.top.root.MinSize().Height + kit.SpaceSmall
	}
	rest := max(0, size.Height-y)
	if open {
		height := min(detailHigh, max(detailLow, rest/2))
		p.detail.Move(fyne.NewPos(0, size.Height-height))
		p.detail.Resize(fyne.NewSize(size.Width, height))
		rest = max(0, rest-height-kit.SpaceSmall)
	}
	p.body.Move(fyne.NewPos(0, y))
	p.body.Resize(fyne.NewSize(size.Width, rest))
}
