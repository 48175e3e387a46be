package ui

import (
	"slices"
	"strconv"
	"time"

	"assent/app"
	"assent/app/ui/kit"
)

// toggled is a row that is on or off.
func (p *settingsPage) toggled(key string, get func(app.Settings) bool, set func(*app.Settings, bool)) *setting {
	var row *setting
	toggle := kit.NewSwitch(func(on bool) { p.change(row, func(s *app.Settings) { set(s, on) }, nil) })
	row = p.row(key, toggle)
	row.show = func(s app.Settings) { toggle.Set(get(s), false) }
	return row
}

// selection is a row with some texts of which one holds.
type selection struct {
	*kit.Select
	shown int // what holds, by its place
}

func newSelection(chosen func(i int)) *selection {
	s := &selection{shown: -1}
	s.Select = kit.NewSelect(nil, func(string) {
		if i := s.SelectedIndex(); i >= 0 && i != s.shown {
			s.shown = i
			chosen(i)
		}
	})
	return s
}

// offer shows texts of which the one at i holds.
func (s *selection) offer(texts []string, i int) {
	s.shown = i
	s.Options = texts
	s.SetSelectedIndex(i)
}

// chosen is a row with a text for each of some values.
func (p *settingsPage) chosen(key string, values []string, texts []string, get func(app.Settings) string, set func(*app.Settings, string)) *setting {
	var row *setting
	choice := newSelection(func(i int) { p.change(row, func(s *app.Settings) { set(s, values[i]) }, nil) })
	row = p.row(key, choice)
	row.show = func(s app.Settings) { choice.offer(texts, max(0, slices.Index(values, get(s)))) }
	return row
}

// numbered is a row with some numbers, and the one that holds where it is another.
func (p *settingsPage) numbered(key string, usual []int, text func(int) string, get func(app.Settings) int, set func(*app.Settings, int)) *setting {
	var row *setting
	var values []int
	choice := newSelection(func(i int) {
		n := values[i]
		p.change(row, func(s *app.Settings) { set(s, n) }, nil)
	})
	row = p.row(key, choice)
	row.show = func(s app.Settings) {
		values = slices.Clone(usual)
		if !slices.Contains(values, get(s)) {
			values = append(values, get(s))
			slices.SortFunc(values, endless)
		}
		texts := make([]string, len(values))
		for i, n := range values {
			texts[i] = text(n)
		}
		choice.offer(texts, slices.Index(values, get(s)))
	}
	return row
}

// endless orders numbers of which 0 is without end.
func endless(a, b int) int {
	switch {
	case a == b:
		return 0
	case b == 0 || a != 0 && a < b:
		return -1
	}
	return 1
}

// days says so many days, never for 0.
func (p *settingsPage) days(n int) string {
	if n == 0 {
		return p.ui.words.Say("settings.no_end")
	}
	return p.ui.words.Say("settings.days", "Count", n)
}

func (p *settingsPage) capRow() *setting {
	return p.numbered("cap", []int{1, 3, 7, 14, 30, 0}, p.days,
		func(s app.Settings) int { return s.WindowCapDays }, func(s *app.Settings, n int) { s.WindowCapDays = n })
}

func (p *settingsPage) retentionRow() *setting {
	return p.numbered("retention", []int{7, 14, 30, 90, 365}, p.days,
		func(s app.Settings) int { return s.RetentionDays }, func(s *app.Settings, n int) { s.RetentionDays = n })
}

func (p *settingsPage) repeatRow() *setting {
	text := func(n int) string {
		if n == 0 {
			return p.ui.words.Say("settings.off")
		}
		return p.ui.words.Span(time.Duration(n) * time.Second)
	}
	return p.numbered("repeat", []int{30, 60, 300, 600, 0}, text,
		func(s app.Settings) int { return s.RepeatDenialS }, func(s *app.Settings, n int) { s.RepeatDenialS = n })
}

func (p *settingsPage) questionsRow() *setting {
	return p.numbered("questions", []int{4, 16, 64, 256}, strconv.Itoa,
		func(s app.Settings) int { return s.QuestionsPerAgent }, func(s *app.Settings, n int) { s.QuestionsPerAgent = n })
}

// The values behind the choices, in their order; empty follows the system.
func languageValues() []string { return []string{"", "en", "zh-Hans"} }
func themeValues() []string    { return []string{"", "light", "dark"} }

func (p *settingsPage) languageRow() *setting {
	return p.chosen("language", languageValues(), []string{p.ui.words.Say("settings.system"), "English", "简体中文"},
		func(s app.Settings) string { return s.Language }, func(s *app.Settings, to string) { s.Language = to })
}

func (p *settingsPage) themeRow() *setting {
	w := p.ui.words
	return p.chosen("theme", themeValues(), []string{w.Say("settings.system"), w.Say("settings.light"), w.Say("settings.dark")},
		func(s app.Settings) string { return s.Theme }, func(s *app.Settings, to string) { s.Theme = to })
}

func (p *settingsPage) notifyRow() *setting {
	return p.toggled("notify", func(s app.Settings) bool { return s.Notify }, func(s *app.Settings, on bool) { s.Notify = on })
}

// autostartRow is kept by the desktop, not with the settings.
func (p *settingsPage) autostartRow() *setting {
	var row *setting
	toggle := kit.NewSwitch(func(on bool) { p.do(row, func() error { return startAtLogin(on) }, func() {}) })
	row = p.row("autostart", toggle)
	row.show = func(app.Settings) { toggle.Set(startsAtLogin(), false) }
	return row
}

// closingRow says what closing the window does where there is no tray.
func (p *settingsPage) closingRow() *setting {
	w := p.ui.words
	values := []string{"", closingKeeps, closingQuits}
	choice := newSelection(func(i int) { p.ui.rememberClosing(values[i]) })
	row := p.row("closing", choice)
	row.show = func(app.Settings) {
		choice.offer([]string{w.Say("settings.closing_ask"), w.Say("closing.keep"), w.Say("closing.quit")}, max(0, slices.Index(values, p.ui.closingAnswer())))
	}
	return row
}
