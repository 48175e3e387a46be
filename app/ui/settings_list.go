package ui

import (
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app"
	"assent/app/ui/chooser"
	"assent/app/ui/kit"
	"assent/consent/visible"
	"assent/executors/network"
)

// entryList is a row of things that the person wrote, each of which can be taken away, and
// a field for another one.
type entryList struct {
	page    *settingsPage
	key     string
	get     func(app.Settings) []string
	set     func(*app.Settings, []string)
	valid   func(string) bool
	none    string // what holds when there are none, which cannot be taken away; empty: nothing does
	picks   bool   // folders can be chosen
	row     *setting
	entries *fyne.Container
	field   *widget.Entry
	shown   []string
}

func (l *entryList) build() *setting {
	w := l.page.ui.words
	l.entries = kit.Stack(0)
	l.field = widget.NewEntry()
	l.field.TextStyle.Monospace = true
	l.field.SetPlaceHolder(w.Say("settings." + l.key + "_example"))
	l.field.OnSubmitted = l.add
	buttons := container.NewHBox(widget.NewButton(w.Say("settings.add"), func() { l.add(l.field.Text) }))
	if l.picks {
		buttons.Add(widget.NewButton(w.Say("settings.choose"), l.choose))
	}
	l.row = l.page.row(l.key, nil, l.entries, container.NewBorder(nil, nil, nil, buttons, l.page.wheeled(l.field)))
	l.row.show = l.show
	return l.row
}

// show lists what holds.
func (l *entryList) show(s app.Settings) {
	all := l.get(s)
	if len(l.entries.Objects) > 0 && slices.Equal(all, l.shown) {
		return
	}
	l.shown = slices.Clone(all)
	l.entries.RemoveAll()
	if len(all) == 0 && l.none != "" {
		l.entries.Add(l.line(l.none, nil))
	}
	for _, entry := range all {
		remove := widget.NewButtonWithIcon("", theme.CancelIcon(), func() { l.remove(entry) })
		remove.Importance = widget.LowImportance
		if l.none != "" && len(all) == 1 {
			remove = nil // without it another would hold, and more than before
		}
		l.entries.Add(l.line(entry, remove))
	}
	l.entries.Hidden = len(l.entries.Objects) == 0
	l.row.root.Refresh()
}

func (l *entryList) line(entry string, remove *widget.Button) fyne.CanvasObject {
	text := kit.Tight(kit.Mono(visible.Escape(entry)))
	if remove == nil {
		return kit.Inset(4, 0, text)
	}
	return container.NewBorder(nil, nil, nil, remove, kit.Inset(8, 0, text))
}

// add adds what the person wrote; what cannot be stays in the field.
func (l *entryList) add(text string) {
	text = strings.TrimSpace(text)
	switch {
	case text == "":
		return
	case !l.valid(text):
		l.row.say(l.page.ui.words.Say("settings.wrong_" + l.key))
		return
	}
	l.page.change(l.row, func(s *app.Settings) {
		all := l.get(*s)
		if len(all) == 0 && l.none != "" {
			all = []string{l.none} // which held so far
		}
		if !slices.Contains(all, text) {
			l.set(s, append(slices.Clone(all), text))
		}
	}, func() { l.field.SetText("") })
}

func (l *entryList) remove(entry string) {
	l.page.change(l.row, func(s *app.Settings) {
		l.set(s, slices.DeleteFunc(slices.Clone(l.get(*s)), func(other string) bool { return other == entry }))
	}, nil)
}

// choose has the person choose a folder.
func (l *entryList) choose() {
	u := l.page.ui
	u.chooser.Choose(chooser.Wanted{Title: u.words.Say("settings.choose_folder"), Folder: true}, func(path string) {
		if rest, err := filepath.Rel(u.options.Home, path); u.options.Home != "" && err == nil && rest != "." && filepath.IsLocal(rest) {
			path = "~/" + filepath.ToSlash(rest)
		}
		l.add(path)
	})
}

func (p *settingsPage) folderRow() *setting {
	return (&entryList{page: p, key: "folders", none: "~", picks: true, valid: func(string) bool { return true }, // which is checked as it is saved

		get: func(s app.Settings) []string { return s.Folders }, set: func(s *app.Settings, all []string) { s.Folders = all }}).build()
}

func (p *settingsPage) hostRow() *setting {
	return (&entryList{page: p, key: "hosts", valid: network.NamesHost,
		get: func(s app.Settings) []string { return s.AllowedHosts }, set: func(s *app.Settings, all []string) { s.AllowedHosts = all }}).build()
}
