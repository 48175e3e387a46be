package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"assent/app"
	"assent/app/ui/kit"
	"assent/consent/visible"
	"assent/executors"
	"assent/executors/filesystem"
)

// careGroupRows are a switch for each kind of place that is asked about every time.
func (p *settingsPage) careGroupRows() (rows []*setting) {
	for _, group := range filesystem.CareGroups() {
		var row *setting
		toggle := kit.NewSwitch(func(on bool) {
			p.change(row, func(s *app.Settings) { s.Care = withGroup(s.Care, group.Reason, on) }, nil)
		})
		row = p.row(strings.ReplaceAll(group.Reason, ".", "_"), toggle)
		row.show = func(s app.Settings) {
			n := len(among(group.Patterns, s.Care))
			toggle.Set(n > 0, n < len(group.Patterns))
		}
		rows = append(rows, row)
	}
	return rows
}

// careOwnRow lists the places that are asked about and in no group.
func (p *settingsPage) careOwnRow() *setting {
	return (&entryList{page: p, key: "care_own", picks: true, valid: filesystem.NamesPlace,
		get: func(s app.Settings) []string { return ownCare(s.Care) },
		set: func(s *app.Settings, own []string) { s.Care = append(groupedCare(s.Care), own...) }}).build()
}

// among returns those of patterns that are in a care list, in their order.
func among(patterns, care []string) (in []string) {
	for _, pattern := range patterns {
		if slices.Contains(care, pattern) {
			in = append(in, pattern)
		}
	}
	return in
}

// groupedCare returns the patterns of a care list that are in groups, in the order of the
// default list, so that the whole of it is the default one again.
func groupedCare(care []string) []string {
	all := []string{}
	for _, group := range filesystem.CareGroups() {
		all = append(all, among(group.Patterns, care)...)
	}
	return all
}

// ownCare returns the patterns of a care list that are in no group.
func ownCare(care []string) (own []string) {
	grouped := filesystem.DefaultCare()
	for _, pattern := range care {
		if !slices.Contains(grouped, pattern) {
			own = append(own, pattern)
		}
	}
	return own
}

// withGroup returns a care list with all of the patterns of a group or none of them.
func withGroup(care []string, reason string, on bool) []string {
	all := []string{}
	for _, group := range filesystem.CareGroups() {
		switch {
		case group.Reason != reason:
			all = append(all, among(group.Patterns, care)...)
		case on:
			all = append(all, group.Patterns...)
		}
	}
	return append(all, ownCare(care)...)
}

// tryRow says of a path what a call for it would be asked.
func (p *settingsPage) tryRow() *setting {
	w := p.ui.words
	answer := kit.Prose("")
	answer.Hide()
	path := widget.NewEntry()
	path.TextStyle.Monospace = true
	path.SetPlaceHolder(w.Say("settings.try_example"))
	var row *setting
	try := func(text string) {
		go func() {
			facts, err := p.ui.engine.WouldAsk(strings.TrimSpace(text))
			p.ui.later(func() {
				said := p.verdict(facts, err)
				answer.SetText(said)
				if answer.Hidden = said == ""; err != nil {
					row.say(w.Say("settings.wrong_try"))
				} else {
					row.say("")
				}
				row.root.Refresh()
			})
		}()
	}
	path.OnSubmitted = try
	button := widget.NewButton(w.Say("settings.try_do"), func() { try(path.Text) })
	row = p.row("try", nil, container.NewBorder(nil, nil, nil, button, p.wheeled(path)), kit.Tight(answer))
	return row
}

// verdict says how a call that reads a file would be judged, nothing for what is no path.
func (p *settingsPage) verdict(facts executors.Facts, err error) string {
	w := p.ui.words
	if err != nil {
		return ""
	}
	target := visible.Escape(facts.Target)
	if f := facts.Finding; f != nil && f.Reason == executors.ProtectedPath {
		return w.Say("settings.try_never", "Path", target)
	}
	if len(facts.Care) == 0 {
		return w.Say("settings.try_medium", "Path", target)
	}
	var why []string
	for _, reason := range facts.Care {
		why = append(why, w.Text(reason))
	}
	return w.Say("settings.try_high", "Path", target, "Why", strings.Join(why, w.Say("settings.try_and")))
}
