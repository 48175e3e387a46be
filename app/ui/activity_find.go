package ui

import (
	"maps"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/audit"
	"assent/consent"
	"assent/consent/ask"
)

// activityFind is one field and a row of chips: which calls the list shows.
type activityFind struct {
	ui      *UI
	changed func()

	field   *widget.Entry
	typed   *time.Timer
	text    string // that is looked for
	ending  string // the key of a chip of endings, empty for all
	agent   string // id
	scope   string
	span    string    // "today", "week", or empty
	day     time.Time // a day chosen in the chart; zero: none
	endings map[string]*kit.Chip

	agents, scopes, times *kit.Chip
	chips                 *fyne.Container
	counts                counts
}

// endings are the chips of how a call ended, and what they choose.
func endings() []string { return []string{"", "denied", "asked", "silent", "error"} }

func endingFilter(key string) (status audit.Status, decided []string) {
	switch key {
	case "denied":
		return audit.Denied, nil
	case "error":
		return audit.Error, nil
	case "asked":
		return "", []string{string(ask.ByPerson), string(ask.ByTimeout)}
	case "silent":
		return "", []string{string(ask.BySilence), string(ask.ByWindow)}
	}
	return "", nil
}

// typingPause is how long after a letter the log is asked.
const typingPause = 200 * time.Millisecond

// newActivityFind calls changed when something else is to be shown.
func newActivityFind(u *UI, changed func()) *activityFind {
	f := &activityFind{ui: u, changed: changed, field: widget.NewEntry(), endings: map[string]*kit.Chip{}}
	f.field.SetPlaceHolder(u.words.Say("find.placeholder"))
	f.field.Icon = kit.Icon(kit.IconSearch, kit.ColorMuted)
	f.field.OnChanged = f.type_
	row := container.New(&kit.Wrap{Space: 6})
	for _, key := range endings() {
		f.endings[key] = kit.NewChip("", false, func() {
			f.ending = key
			f.choose()
		})
		row.Add(f.endings[key])
	}
	f.agents = kit.NewChip("", true, f.offerAgents)
	f.scopes = kit.NewChip("", true, f.offerScopes)
	f.times = kit.NewChip("", true, f.offerTimes)
	for _, chip := range []*kit.Chip{f.agents, f.scopes, f.times} {
		row.Add(chip)
	}
	f.chips = row
	f.tell()
	return f
}

// type_ looks for what is typed, once the person pauses.
func (f *activityFind) type_(text string) {
	if f.typed != nil {
		f.typed.Stop()
	}
	f.typed = time.AfterFunc(typingPause, func() {
		f.ui.later(func() {
			if text := strings.TrimSpace(f.field.Text); text != f.text {
				f.text = text
				f.choose()
			}
		})
	})
}

// choose shows what is chosen by now.
func (f *activityFind) choose() {
	f.tell()
	f.changed()
}

// idle reports whether everything is chosen.
func (f *activityFind) idle() bool {
	return f.text == "" && f.ending == "" && f.agent == "" && f.scope == "" && f.span == "" && f.day.IsZero()
}

// around is what the chips count in: calls that fit the text and the time.
func (f *activityFind) around(agents []consent.Agent) audit.Filter {
	filter := audit.Filter{Text: f.text, Since: since(f.span, f.ui.options.Now())}
	if !f.day.IsZero() {
		filter.Since, filter.Until = f.day, f.day.AddDate(0, 0, 1)
	}
	if f.text == "" {
		return filter
	}
	says := func(words string) bool { return strings.Contains(strings.ToLower(words), strings.ToLower(f.text)) }
	scopes := map[string]bool{}
	for _, a := range agents {
		if says(a.Name) {
			filter.Named = append(filter.Named, a.ID)
		}
		for _, g := range a.Grants {
			scopes[g.Scope] = true
		}
	}
	for _, scope := range slices.Sorted(maps.Keys(scopes)) {
		if says(f.ui.words.Scope(scope)) || says(f.ui.words.Doing(scope, "")) {
			filter.Worded = append(filter.Worded, scope)
		}
	}
	return filter
}

// filter is what the list shows.
func (f *activityFind) filter(agents []consent.Agent) audit.Filter {
	filter := f.around(agents)
	filter.Agent, filter.Scope = f.agent, f.scope
	filter.Status, filter.Decided = endingFilter(f.ending)
	return filter
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

// tell says on the chips what is chosen and how much fits each.
func (f *activityFind) tell() {
	w, changed := f.ui.words, false
	for key, chip := range f.endings {
		text := w.Say("find.all")
		if key != "" {
			text = w.Say("find." + key)
		}
		changed = chip.Tell(text, f.counts.said(f.counts.endings[key]), f.ending == key) || changed
	}
	tell := func(chip *kit.Chip, any, chosen string) {
		if chosen == "" {
			changed = chip.Tell(w.Say(any), "", false) || changed
			return
		}
		changed = chip.Tell(chosen, "", true) || changed
	}
	agent := ""
	if f.agent != "" {
		agent = kit.AgentName(f.ui.agentName(f.agent), f.agent)
	}
	tell(f.agents, "find.agent", agent)
	scope := ""
	if f.scope != "" {
		scope = w.Scope(f.scope)
	}
	tell(f.scopes, "find.scope", scope)
	span := ""
	if f.span != "" {
		span = w.Say("find." + f.span)
	}
	if !f.day.IsZero() {
		span = w.Day(f.day, f.ui.options.Now().Local())
	}
	if tell(f.times, "find.any_time", span); changed {
		f.chips.Refresh()
	}
}

// showDay shows one day, or any again.
func (f *activityFind) showDay(day time.Time) {
	if f.span = ""; f.day.Equal(day) {
		day = time.Time{}
	}
	f.day = day
	f.choose()
}
