package ui

import (
	"context"
	"reflect"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/audit"
	"assent/consent"
)

// pageRows is how many calls are read at a time.
const pageRows = 100

// activityPage is the live list of calls.
type activityPage struct {
	ui      *UI
	filter  audit.Filter
	filters *activityFilters
	items   []activityItem
	agents  map[string]consent.Agent // by id
	more    bool                     // older calls may exist
	reading int                      // counts reads, so that only the newest shows

	list    *widget.List
	chart   *dayChart
	welcome *welcome // nil until it is shown

	top    *fyne.Container // not there while the page welcomes
	body   *fyne.Container
	detail *fyne.Container
	root   *fyne.Container
}

// activityItem is a line of the list: a day, or a call.
type activityItem struct {
	day string
	row audit.Row
}

func newActivityPage(u *UI) pageView {
	p := &activityPage{ui: u, filter: audit.Filter{Limit: pageRows}, chart: newDayChart(u.words),
		body: container.NewStack(), detail: container.NewStack()}
	p.list = widget.NewList(func() int { return len(p.items) }, p.newRow, p.updateRow)
	p.list.HideSeparators = true
	p.list.OnSelected = p.showDetail
	p.detail.Hide()
	p.filters = newActivityFilters(u.words, u.options.Now, func(f audit.Filter) {
		p.filter = f
		p.refresh()
	})
	p.top = kit.Stack(kit.SpaceSmall, heading(u.words.Say("page.activity"), p.filters.times), p.filters.row, p.chart)
	p.root = container.New(kit.Twice(layout.NewBorderLayout(p.top, p.detail, nil, nil)), p.top, p.detail, p.body)
	return p
}

func (p *activityPage) content() fyne.CanvasObject { return p.root }

// refresh reads the newest calls again.
func (p *activityPage) refresh() {
	p.agents = map[string]consent.Agent{}
	p.filters.offer(p.ui.engine.Agents())
	for _, a := range p.ui.engine.Agents() {
		p.agents[a.ID] = a
	}
	filter := p.filter
	filter.Limit = max(pageRows, len(p.items))
	p.read(filter, func(rows []audit.Row) { p.set(rows, filter.Limit) })
}

// read asks the log off the toolkit's goroutine.
func (p *activityPage) read(filter audit.Filter, then func([]audit.Row)) {
	p.reading++
	reading, known := p.reading, p.chart.days
	go func() {
		rows, err := p.ui.engine.Calls(context.Background(), filter)
		days := p.countDays(known)
		p.ui.later(func() {
			if reading != p.reading || err != nil {
				return
			}
			p.chart.set(days)
			then(rows)
		})
	}()
}

// countDays returns the days of the chart. Of those that were counted before, only
// today still changes.
func (p *activityPage) countDays(known []audit.Day) []audit.Day {
	today, err := p.ui.engine.Days(context.Background(), 1)
	if last := len(known) - 1; err == nil && last >= 0 && known[last].Start.Equal(today[0].Start) {
		return append(slices.Clone(known[:last]), today[0])
	}
	days, _ := p.ui.engine.Days(context.Background(), chartDays)
	return days
}

// set shows rows, newest first, under the day they began.
func (p *activityPage) set(rows []audit.Row, limit int) {
	p.items, p.more = p.items[:0], len(rows) == limit
	now, last := p.ui.options.Now(), ""
	for _, row := range rows {
		if day := p.ui.words.Day(begun(row), now); day != last {
			p.items = append(p.items, activityItem{day: day})
			last = day
		}
		p.items = append(p.items, activityItem{row: row})
	}
	p.body.Objects, p.top.Hidden = []fyne.CanvasObject{p.list}, false
	switch {
	case reflect.DeepEqual(p.filter, audit.Filter{Limit: pageRows}) && (len(rows) == 0 || p.ui.trial.staged):
		p.body.Objects, p.top.Hidden = []fyne.CanvasObject{p.welcoming()}, true
	case len(rows) == 0:
		p.body.Objects = []fyne.CanvasObject{nothing(p.ui.words.Say("activity.none_fit"), "", nil)}
	}
	p.root.Refresh()
	p.body.Refresh()
	p.list.Refresh()
}

// welcoming is for who has no calls yet, or tries some.
func (p *activityPage) welcoming() fyne.CanvasObject {
	if p.welcome == nil {
		p.welcome = newWelcome(p.ui)
	}
	p.welcome.refresh()
	return p.welcome.root
}

// older reads the next page when the list's end comes into view.
func (p *activityPage) older(id widget.ListItemID) {
	if !p.more || id < len(p.items)-10 {
		return
	}
	p.more = false
	filter := p.filter
	filter.Limit = len(p.items) + pageRows
	p.read(filter, func(rows []audit.Row) { p.set(rows, filter.Limit) })
}

// nothing is an empty page: one sentence and at most one next step.
func nothing(sentence, step string, act func()) fyne.CanvasObject {
	text := widget.NewLabel(sentence)
	text.Alignment, text.Importance = fyne.TextAlignCenter, widget.LowImportance
	column := container.NewVBox(text)
	if step != "" {
		button := widget.NewButton(step, act)
		button.Importance = widget.HighImportance
		column.Add(container.NewCenter(button))
	}
	return container.NewCenter(column)
}

// label names an agent where its id must be seen too.
func label(a consent.Agent) string {
	if a.Name == "" {
		return kit.OneLine(a.ID)
	}
	return kit.OneLine(a.Name) + " · " + kit.OneLine(a.ID)
}
