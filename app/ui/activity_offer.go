package ui

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/audit"
)

// counted is how many of the newest calls are counted at most, and choices how many agents
// or permissions a menu has: the field finds the others.
const (
	counted = 2000
	choices = 14
)

// counts are the calls that fit the text and the time, the newest of them.
type counts struct {
	endings, agents, scopes map[string]int
	capped                  bool // there may be more
}

func newCounts(kinds map[audit.Kind]int) counts {
	c := counts{map[string]int{}, map[string]int{}, map[string]int{}, false}
	all := 0
	for kind, n := range kinds {
		all += n
		c.agents[kind.Agent] += n
		c.scopes[kind.Scope] += n
		for _, key := range endings()[1:] {
			if status, decided := endingFilter(key); status == kind.Status || slices.Contains(decided, kind.Decision) {
				c.endings[key] += n
			}
		}
	}
	c.capped = all >= counted
	return c
}

// said is a number of them; of more than were counted it is the least there are.
func (c counts) said(n int) string {
	switch {
	case n == 0:
		return ""
	case c.capped:
		return strconv.Itoa(n) + "+"
	}
	return strconv.Itoa(n)
}

// most are the values with most calls, that many at most, most first.
func most(all map[string]int) []string {
	values := slices.SortedFunc(maps.Keys(all), func(a, b string) int { return cmp.Or(cmp.Compare(all[b], all[a]), cmp.Compare(a, b)) })
	return values[:min(len(values), choices)]
}

func (f *activityFind) offerAgents() {
	f.offer(f.agents, "find.any_agent", f.counts.agents, f.agent, func(id string) string { return kit.AgentName(f.ui.agentName(id), id) },
		func(id string) { f.agent = id })
}

func (f *activityFind) offerScopes() {
	f.offer(f.scopes, "find.any_scope", f.counts.scopes, f.scope, f.ui.words.Scope, func(scope string) { f.scope = scope })
}

// offer puts the values that most calls have up for choosing, each with how many.
func (f *activityFind) offer(chip *kit.Chip, any string, all map[string]int, chosen string, name func(string) string, set func(string)) {
	item := func(label, value string) *fyne.MenuItem {
		i := fyne.NewMenuItem(label, func() {
			set(value)
			f.choose()
		})
		i.Checked = chosen == value
		return i
	}
	items := []*fyne.MenuItem{item(f.ui.words.Say(any), "")}
	for _, value := range most(all) {
		if value != "" { // a call of a tool that is not declared has no permission
			items = append(items, item(kit.OneLine(name(value))+" · "+f.counts.said(all[value]), value))
		}
	}
	f.menu(chip, items)
}

func (f *activityFind) offerTimes() {
	var items []*fyne.MenuItem
	for _, span := range []string{"", "today", "week"} {
		label := f.ui.words.Say("find.any_time")
		if span != "" {
			label = f.ui.words.Say("find." + span)
		}
		i := fyne.NewMenuItem(label, func() {
			f.span, f.day = span, time.Time{}
			f.choose()
		})
		i.Checked = f.day.IsZero() && f.span == span
		items = append(items, i)
	}
	f.menu(f.times, items)
}

func (f *activityFind) menu(chip *kit.Chip, items []*fyne.MenuItem) {
	widget.ShowPopUpMenuAtRelativePosition(fyne.NewMenu("", items...), f.ui.main.window.Canvas(), fyne.NewPos(0, chip.Size().Height+2), chip)
}

// agentName is what an agent is called, empty where it is not known.
func (u *UI) agentName(id string) string {
	for _, a := range u.engine.Agents() {
		if a.ID == id {
			return a.Name
		}
	}
	return ""
}
