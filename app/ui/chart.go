package ui

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/audit"
)

// chartDays is how many days the chart shows.
const chartDays = 14

// chartWidth is that of the chart; its bars are as high as the page's headline.
const chartWidth = 200

// dayChart draws the calls of each day as a bar: done, denied, failed. Under the pointer a
// day says how many there were; pressed, the list shows it alone.
type dayChart struct {
	widget.BaseWidget
	ui     *UI
	choose func(day time.Time)
	days   []audit.Day
	narrow bool // there is no room for it
	on     int  // the day under the pointer
}

var _ interface {
	fyne.Tappable
	desktop.Hoverable
} = (*dayChart)(nil)

func newDayChart(u *UI, choose func(day time.Time)) *dayChart {
	c := &dayChart{ui: u, choose: choose, on: -1}
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
	c.Hidden = c.narrow || !c.any()
	c.Refresh()
}

// any reports whether there is a call in the days.
func (c *dayChart) any() bool {
	return slices.ContainsFunc(c.days, func(d audit.Day) bool { return d.OK+d.Denied+d.Error > 0 })
}

// at is the day at a place, -1 for none.
func (c *dayChart) at(pos fyne.Position) int {
	day := int(pos.X / (c.Size().Width / chartDays))
	if pos.X < 0 || day >= len(c.days) {
		return -1
	}
	return day
}

// Tapped implements fyne.Tappable.
func (c *dayChart) Tapped(e *fyne.PointEvent) {
	if day := c.at(e.Position); day >= 0 {
		c.choose(c.days[day].Start)
	}
}

// MouseIn implements desktop.Hoverable.
func (c *dayChart) MouseIn(e *desktop.MouseEvent) { c.MouseMoved(e) }

// MouseMoved implements desktop.Hoverable.
func (c *dayChart) MouseMoved(e *desktop.MouseEvent) {
	day := c.at(e.Position)
	if day == c.on || day < 0 {
		return
	}
	c.on = day
	d, w := c.days[day], c.ui.words
	c.ui.main.tip.About(c, w.Say("chart.day", "Day", w.Day(d.Start, c.ui.options.Now().Local()), "OK", d.OK, "Denied", d.Denied, "Failed", d.Error), true)
}

// MouseOut implements desktop.Hoverable.
func (c *dayChart) MouseOut() {
	c.on = -1
	c.ui.main.tip.About(c, "", false)
}

// CreateRenderer implements fyne.Widget.
func (c *dayChart) CreateRenderer() fyne.WidgetRenderer { return &chartRenderer{c: c} }

type chartRenderer struct {
	c       *dayChart
	objects []fyne.CanvasObject
}

// MinSize implements fyne.WidgetRenderer.
func (r *chartRenderer) MinSize() fyne.Size { return fyne.NewSize(chartWidth, headHeight) }

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
}

// bar draws one day from the foot up.
func (r *chartRenderer) bar(d audit.Day, i, most int, size fyne.Size) {
	const apart, foot = 4, 5
	slot := size.Width / chartDays
	y := size.Height - foot
	draw := func(tone fyne.ThemeColorName, height float32) {
		block := canvas.NewRectangle(kit.Color(tone))
		block.Resize(fyne.NewSize(slot-apart, height))
		block.Move(fyne.NewPos(float32(i)*slot+apart/2, y))
		r.objects = append(r.objects, block)
	}
	draw(kit.ColorLine, 1)
	for _, part := range []struct {
		n    int
		tone fyne.ThemeColorName
	}{{d.OK, kit.ColorLow}, {d.Denied, kit.ColorMuted}, {d.Error, kit.ColorHigh}} {
		height := float32(part.n) / float32(most) * (size.Height - 2*foot)
		y -= height
		draw(part.tone, height)
	}
}
