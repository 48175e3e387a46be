package ui

import (
	"slices"
	"time"

	"assent/app/ui/kit"
	"assent/audit"
)

// activityItem is a line of the list: a day, a call, or calls that are equal.
type activityItem struct {
	day   string      // of a headline
	rows  []audit.Row // one of a call, more of a group; newest first
	open  bool        // a group whose calls stand below it
	inner bool        // a call of a group
	first bool        // below a headline
	last  bool        // before the next
}

// apart is how long at most there is nothing of a kind between calls that stand together.
const apart = 10 * time.Minute

// alike is what equal calls have in common.
type alike struct {
	agent, tool, scope string
	status             audit.Status
	reason, decision   string
	day                string
}

// newActivityItems puts rows, newest first, under their days, those that are equal
// together. Open are the groups that have one of the calls opened.
func newActivityItems(w *kit.Words, now time.Time, rows []audit.Row, opened map[int64]bool) (items []activityItem) {
	groups, day := map[alike]int{}, ""
	for _, row := range rows {
		at := begun(row)
		kind := alike{row.AgentID, row.Tool, row.Scope, row.Status, row.Reason, row.Decision, w.Day(at, now)}
		if i, ok := groups[kind]; ok && row.Status != audit.Pending && begun(items[i].rows[len(items[i].rows)-1]).Sub(at) <= apart {
			items[i].rows = append(items[i].rows, row)
			continue
		}
		if kind.day != day {
			day = kind.day
			items = append(items, activityItem{day: day})
		}
		groups[kind] = len(items)
		items = append(items, activityItem{rows: []audit.Row{row}})
	}
	return edged(unfolded(items, opened))
}

// unfolded puts the calls of open groups below them.
func unfolded(items []activityItem, opened map[int64]bool) (all []activityItem) {
	for _, item := range items {
		item.open = len(item.rows) > 1 && slices.ContainsFunc(item.rows, func(r audit.Row) bool { return opened[r.Seq] })
		all = append(all, item)
		if item.open {
			for _, row := range item.rows {
				all = append(all, activityItem{rows: []audit.Row{row}, inner: true})
			}
		}
	}
	return all
}

// edged notes which lines a day begins and ends with.
func edged(items []activityItem) []activityItem {
	for i := range items {
		items[i].first = i > 0 && items[i-1].day != ""
		items[i].last = i == len(items)-1 || items[i+1].day != ""
	}
	return items
}
