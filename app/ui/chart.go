package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/audit"
)

// chartDays is how many days the chart shows.
const chartDays = 14

const (
	chartHeight = 56
	chartFoot   = 16
)

// dayChart draws the calls of each day as a bar: done, denied, failed. Its legend
// names the colours and counts all days together.
type dayChart struct {
	widget.BaseWidget
	words *kit.Words
	days  []audit.Day
}

func newDayChart(w *kit.Words) *dayChart {
	c := &dayChart{words: w}
	c.ExtendBaseWidget(c)
	c.Hide()
	return c
}

// set shows days, oldest first; without any call there is no chart.
func (c *dayChart) set(days []audit.Day) {
	if slices.Equal(days, c.days) {
		return
	}
	c.days = days
	c.Hidden = c.total() == (audit.Day{})
	c.Refresh()
}

func (c *dayChart) total() (all audit.Day) {
	for _, d := range c.days {
		all.OK += d.OK
		all.Denied += d.Denied
		all.Error += d.Error
	}
	return all
}

// CreateRenderer implements fyne.Widget.
func (c *dayChart) CreateRenderer() fyne.WidgetRenderer { return &chartRenderer{c: c} }

type chartRenderer struct {
	c       *dayChart
	objects []fyne.CanvasObject
}

// MinSize implements fyne.WidgetRenderer.
func (r *chartRenderer) MinSize() fyne.Size { return fyne.NewSize(200, chartHeight+chartFoot) }

// Objects implements fyne.WidgetRenderer.
func (r *chartRenderer) Objects() []fyne.CanvasObject { return r.objects }

// Destroy implements fyne.WidgetRenderer.
func (r *chartRenderer) Destroy() {}

// Refresh implements fyne.WidgetRenderer.
func (r *chartRenderer) Refresh() {
	r.Layout(r.c.Size())
	canvas.Refresh(r.c)
}

// Layout implements fyne.WidgetRenderer: it draws the bars for the size.
func (r *chartRenderer) Layout(size fyne.Size) {
	r.objects = nil
	most := 1
	for _, d := range r.c.days {
		most = max(most, d.OK+d.Denied+d.Error)
	}
	for i, d := range r.c.days {
		r.bar(d, i, most, size)
	}
	all := r.c.total()
	x := float32(0)
	for _, entry := range []struct {
		key  string
		n    int
		tone fyne.ThemeColorName
	}{{"outcome.ok", all.OK, kit.ColorLow}, {"outcome.denied", all.Denied, kit.ColorMuted}, {"outcome.error", all.Error, kit.ColorHigh}} {
		dot := canvas.NewCircle(kit.Color(entry.tone))
		dot.Resize(fyne.NewSquareSize(8))
		dot.Move(fyne.NewPos(x, chartHeight+6))
		text := kit.Line(r.c.words.Say("chart.legend", "Outcome", r.c.words.Say(entry.key), "N", entry.n), kit.TextSmall, kit.ColorMuted)
		text.Move(fyne.NewPos(x+12, chartHeight))
		x += 12 + text.MinSize().Width + kit.SpaceMiddle
		r.objects = append(r.objects, dot, text)
	}
	span := kit.Line(r.c.words.Say("chart.days", "Count", chartDays), kit.TextSmall, kit.ColorMuted)
	span.Move(fyne.NewPos(size.Width-span.MinSize().Width-6, chartHeight))
	r.objects = append(r.objects, span)
}

// bar draws one day from the foot up.
func (r *chartRenderer) bar(d audit.Day, i, most int, size fyne.Size) {
	slot := size.Width / chartDays
	y := float32(chartHeight - 4)
	base := canvas.NewRectangle(kit.Color(kit.ColorLine))
	base.Resize(fyne.NewSize(slot-6, 1))
	base.Move(fyne.NewPos(float32(i)*slot, y))
	r.objects = append(r.objects, base)
	for _, part := range []struct {
		n    int
		tone fyne.ThemeColorName
	}{{d.OK, kit.ColorLow}, {d.Denied, kit.ColorMuted}, {d.Error, kit.ColorHigh}} {
		height := float32(part.n) / float32(most) * (chartHeight - 8)
		y -= height
		block := canvas.NewRectangle(kit.Color(part.tone))
		block.Resize(fyne.NewSize(slot-6, height))
		block.Move(fyne.NewPos(float32(i)*slot, y))
		r.objects = append(r.objects, block)
	}
}
