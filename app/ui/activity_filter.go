package ui

import (
	"maps"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/audit"
	"assent/consent"
)

// activityFilters are the choices above the list of calls. They offer what the agents
// that are known declare.
type activityFilters struct {
	words                *kit.Words
	row, times           fyne.CanvasObject // the choices, and the one of time
	filter               audit.Filter
	agents, tools, scope *choice
}

// newActivityFilters calls changed with every new filter.
func newActivityFilters(w *kit.Words, now func() time.Time, changed func(audit.Filter)) *activityFilters {
	f := &activityFilters{words: w, filter: audit.Filter{Limit: pageRows}}
	choose := func(anyKey string, set func(value string)) *choice {
		return newChoice(w.Say(anyKey), func(value string) {
			set(value)
			changed(f.filter)
		})
	}
	f.agents = choose("filter.any_agent", func(id string) { f.filter.Agent = id })
	f.tools = choose("filter.any_tool", func(name string) { f.filter.Tool = name })
	f.scope = choose("filter.any_scope", func(id string) { f.filter.Scope = id })
	statuses := choose("filter.any_outcome", func(s string) { f.filter.Status = audit.Status(s) })
	statuses.offerTexts(w, "outcome.", "ok", "denied", "error", "pending")
	deciders := choose("filter.any_decision", func(by string) {
		if f.filter.Decided = nil; by != "" {
			f.filter.Decided = []string{by}
		}
	})
	deciders.offerTexts(w, "decision.", "person", "window", "silent", "rule", "timeout", "script")
	times := choose("filter.any_time", func(span string) { f.filter.Since = since(span, now()) })
	times.offerTexts(w, "filter.", "today", "week")
	f.times = times
	f.row = container.New(&kit.Flow{Space: 4}, f.agents, f.tools, f.scope, statuses, deciders)
	return f
}

// since returns when a span of days began, the zero time for any.
func since(span string, now time.Time) time.Time {
	year, month, day := now.Local().Date()
	switch span {
	case "today":
		return time.Date(year, month, day, 0, 0, 0, 0, time.Local)
	case "week":
		return time.Date(year, month, day-6, 0, 0, 0, 0, time.Local)
	}
	return time.Time{}
}

// offer shows the agents, their tools and their scopes for choosing.
func (f *activityFilters) offer(agents []consent.Agent) {
	var ids, names []string
	tools, scopes := map[string]string{}, map[string]string{}
	for _, a := range agents {
		ids, names = append(ids, a.ID), append(names, label(a))
		if a.Manifest == nil {
			continue
		}
		for _, tool := range a.Manifest.Tools {
			tools[tool.Name] = kit.OneLine(tool.Name)
		}
		for _, scope := range a.Manifest.Scopes {
			scopes[scope.ID] = kit.OneLine(scope.ID)
		}
	}
	f.agents.offer(ids, names)
	f.tools.offerNames(tools)
	f.scope.offerNames(scopes)
}

// choice is a selection of any or of one of its values.
type choice struct {
	widget.Select
	any    string
	values []string
}

func newChoice(anyText string, chosen func(value string)) *choice {
	c := &choice{any: anyText}
	c.ExtendBaseWidget(c)
	c.offer(nil, nil)
	c.SetSelectedIndex(0)
	c.OnChanged = func(string) {
		if i := c.SelectedIndex(); i > 0 {
			chosen(c.values[i-1])
			return
		}
		chosen("")
	}
	return c
}

// offer puts values, shown by their labels, up for choosing.
func (c *choice) offer(values, labels []string) {
	if c.values = values; len(c.Options) != len(labels)+1 || !slices.Equal(c.Options[1:], labels) {
		c.SetOptions(append([]string{c.any}, labels...))
	}
}

// offerTexts offers values that have texts of their own.
func (c *choice) offerTexts(w *kit.Words, prefix string, values ...string) {
	labels := make([]string, len(values))
	for i, value := range values {
		labels[i] = w.Say(prefix + value)
	}
	c.offer(values, labels)
}

// offerNames offers names by their labels, sorted.
func (c *choice) offerNames(labels map[string]string) {
	names := slices.Sorted(maps.Keys(labels))
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = labels[name]
	}
	c.offer(names, shown)
}
