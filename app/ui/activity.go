package ui

import (
	"context"
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/audit"
	"assent/consent"
)

// Calls are read a page at a time, as the end of the list comes into view, up to so many:
// older ones are found by their day or by a text.
const (
	pageRows = 100
	mostRows = 1000
)

// activityPage is the live list of calls.
type activityPage struct {
	ui     *UI
	find   *activityFind
	reads  reading
	rows   []audit.Row
	items  []activityItem
	opened map[int64]bool           // groups are open by one of their calls, by seq
	shown  audit.Row                // whose detail is open; of seq 0: none
	agents map[string]consent.Agent // by id
	limit  int                      // of calls that are read

	list    *widget.List
	chart   *dayChart
	welcome *welcome // nil until it is shown

	top    *activityTop
	body   *fyne.Container
	detail *fyne.Container
	root   *fyne.Container
}

func newActivityPage(u *UI) pageView {
	p := &activityPage{ui: u, reads: reading{later: u.later}, opened: map[int64]bool{}, limit: pageRows,
		body: container.NewStack(), detail: container.NewStack()}
	p.list = widget.NewList(func() int { return len(p.items) }, p.newRow, p.updateRow)
	p.list.HideSeparators = true
	p.list.OnSelected = p.choose
	p.detail.Hide()
	p.find = newActivityFind(u, func() {
		p.limit = pageRows
		p.list.ScrollToTop()
		p.refresh()
	})
	p.chart = newDayChart(u, p.find.showDay)
	p.top = newActivityTop(u.words, p.find, p.chart)
	p.root = container.New(kit.Twice(activityRoom{p}), p.top.root, p.detail, p.body)
	return p
}

func (p *activityPage) content() fyne.CanvasObject { return p.root }

// refresh reads the newest calls again.
func (p *activityPage) refresh() {
	agents := p.ui.engine.Agents()
	p.agents = map[string]consent.Agent{}
	for _, a := range agents {
		p.agents[a.ID] = a
	}
	filter, around, known := p.find.filter(agents), p.find.around(agents), p.chart.days
	filter.Limit, around.Limit = p.limit, counted
	p.reads.start(func() func() {
		ctx, engine := context.Background(), p.ui.engine
		rows, err := engine.Calls(ctx, filter)
		kinds, uncounted := engine.Count(ctx, around)
		days := p.countDays(known)
		return func() {
			if p.chart.set(days); uncounted == nil {
				p.find.counts = newCounts(kinds)
				p.find.tell()
			}
			if err == nil {
				p.set(rows)
			}
		}
	})
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

// set shows rows, newest first.
func (p *activityPage) set(rows []audit.Row) {
	p.rows = rows
	p.arrange()
	body, welcomes := fyne.CanvasObject(p.list), false
	switch {
	case p.find.idle() && (len(rows) == 0 || p.ui.trial.staged):
		body, welcomes = p.welcoming(), true
	case len(rows) == 0:
		body = nothing(p.ui.words.Say("activity.none_fit"), "", nil)
	}
	if len(p.body.Objects) == 0 || p.body.Objects[0] != body || p.top.root.Hidden != welcomes {
		p.body.Objects, p.top.root.Hidden = []fyne.CanvasObject{body}, welcomes
		p.root.Refresh()
	}
	p.showAgain()
}

// arrange puts the rows into the list.
func (p *activityPage) arrange() {
	p.items = newActivityItems(p.ui.words, p.ui.options.Now().Local(), p.rows, p.opened)
	if len(p.rows) == mostRows {
		p.items = append(p.items, activityItem{day: p.ui.words.Say("activity.most", "N", mostRows)})
	}
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

// choose unfolds a group or folds it, and shows a call's detail.
func (p *activityPage) choose(id widget.ListItemID) {
	p.list.UnselectAll()
	if id >= len(p.items) || p.items[id].day != "" {
		return
	}
	item := p.items[id]
	if len(item.rows) == 1 {
		p.showDetail(item.rows[0])
		return
	}
	for _, row := range item.rows {
		delete(p.opened, row.Seq)
	}
	if !item.open {
		p.opened[item.rows[len(item.rows)-1].Seq] = true
	}
	p.arrange()
}

// older reads more when the list's end comes into view.
func (p *activityPage) older(id widget.ListItemID) {
	if id >= len(p.items)-10 && len(p.rows) == p.limit && p.limit < mostRows && !p.reads.busy {
		p.limit += pageRows
		p.refresh()
	}
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
