package ui

import (
	"cmp"
	"errors"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"assent/app"
	"assent/app/ui/kit"
	"assent/consent/visible"
	"assent/executors/location"
)

// settingsPage changes what is kept in the settings file. Nothing is saved before
// the person says so, and only when all of it is valid.
type settingsPage struct {
	ui   *UI
	root fyne.CanvasObject

	language, theme             *widget.Select
	folders, care, hosts        *widget.Entry
	latitude, longitude, metres *widget.Entry
	retention, cap              *widget.Entry
	notify, autostart           *widget.Check
	said                        *widget.Label
}

// The values behind the choices, in their order; empty follows the system.
func languageValues() []string { return []string{"", "en", "zh-Hans"} }
func themeValues() []string    { return []string{"", "light", "dark"} }

func newSettingsPage(u *UI) pageView {
	p := &settingsPage{ui: u, said: kit.Prose("")}
	w := u.words
	p.language = widget.NewSelect([]string{w.Say("settings.system"), "English", "简体中文"}, nil)
	p.theme = widget.NewSelect([]string{w.Say("settings.system"), w.Say("settings.light"), w.Say("settings.dark")}, nil)
	p.folders, p.care, p.hosts = lines(3), lines(5), lines(2)
	p.latitude, p.longitude, p.metres = widget.NewEntry(), widget.NewEntry(), widget.NewEntry()
	p.retention, p.cap = widget.NewEntry(), widget.NewEntry()
	p.notify, p.autostart = widget.NewCheck(w.Say("settings.notify"), nil), widget.NewCheck(w.Say("settings.autostart"), nil)
	p.fill(u.engine.Settings())
	save := widget.NewButton(w.Say("settings.save"), p.save)
	save.Importance = widget.HighImportance
	foot := kit.Inset(12, 0, container.NewBorder(nil, nil, nil, save, p.said))
	head := kit.Stack(kit.SpaceMiddle, heading(w.Say("page.settings")), kit.Gap(0, 0))
	p.root = container.NewBorder(head, foot, nil, nil, kit.Scrolled(p.form()))
	return p
}

func (p *settingsPage) content() fyne.CanvasObject { return p.root }

func (p *settingsPage) refresh() {}

// lines is a field with one value a line.
func lines(rows int) *widget.Entry {
	e := widget.NewMultiLineEntry()
	e.SetMinRowsVisible(rows)
	e.TextStyle.Monospace = true
	return e
}

// form lays the fields out, each with what it is for.
func (p *settingsPage) form() fyne.CanvasObject {
	w := p.ui.words
	form := container.New(layout.NewFormLayout())
	add := func(key string, field fyne.CanvasObject) {
		name := container.New(layout.NewCustomPaddedLayout(8, 0, 0, kit.SpaceMiddle), kit.Line(w.Say(key), kit.TextBody, kit.ColorText))
		form.Add(container.NewVBox(name))
		if help := key + "_help"; w.Say(help) != help {
			field = kit.Stack(4, field, kit.Tight(kit.Quiet(w.Say(help))))
		}
		form.Add(container.New(layout.NewCustomPaddedLayout(0, kit.SpaceSmall, 0, 0), field))
	}
	add("settings.language", wide(p.language))
	add("settings.theme", wide(p.theme))
	add("settings.people", container.NewVBox(p.notify, p.autostart))
	add("settings.folders", p.folders)
	add("settings.care", p.care)
	add("settings.hosts", p.hosts)
	add("settings.position", container.NewGridWithColumns(3, p.latitude, p.longitude, p.metres))
	add("settings.retention", wide(p.retention))
	add("settings.cap", wide(p.cap))
	add("settings.folder", kit.Mono(visible.Escape(p.ui.engine.Folder())))
	add("settings.keys", kit.Prose(w.Say("settings.keys_list")))
	p.latitude.SetPlaceHolder(w.Say("settings.latitude"))
	p.longitude.SetPlaceHolder(w.Say("settings.longitude"))
	p.metres.SetPlaceHolder(w.Say("settings.metres"))
	return form
}

// wide gives a short field the same width as its like.
func wide(field fyne.CanvasObject) fyne.CanvasObject {
	return container.NewHBox(container.NewGridWrap(fyne.NewSize(200, field.MinSize().Height), field))
}

// fill shows settings.
func (p *settingsPage) fill(s app.Settings) {
	p.language.SetSelectedIndex(index(languageValues(), s.Language))
	p.theme.SetSelectedIndex(index(themeValues(), s.Theme))
	p.folders.SetText(strings.Join(s.Folders, "\n"))
	p.care.SetText(strings.Join(s.Care, "\n"))
	p.hosts.SetText(strings.Join(s.AllowedHosts, "\n"))
	if at := s.ManualPosition; at != nil {
		p.latitude.SetText(number(at.Latitude))
		p.longitude.SetText(number(at.Longitude))
		p.metres.SetText(number(at.AccuracyM))
	}
	p.retention.SetText(strconv.Itoa(s.RetentionDays))
	p.cap.SetText(strconv.Itoa(s.WindowCapDays))
	p.notify.SetChecked(s.Notify)
	p.autostart.SetChecked(startsAtLogin())
}

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 64) }

func index(values []string, value string) int {
	for i, v := range values {
		if v == value {
			return i
		}
	}
	return 0
}

// errNumber says which field holds no number, by its text key.
type errNumber string

func (e errNumber) Error() string { return string(e) }

// read returns what the fields say, over what a newer version may have added.
func (p *settingsPage) read() (s app.Settings, err error) {
	s = p.ui.engine.Settings()
	s.Language, s.Theme = languageValues()[p.language.SelectedIndex()], themeValues()[p.theme.SelectedIndex()]
	s.Folders, s.Care, s.AllowedHosts = fields(p.folders), fields(p.care), fields(p.hosts)
	s.Notify, s.ManualPosition = p.notify.Checked, nil
	retention, err1 := strconv.Atoi(strings.TrimSpace(p.retention.Text))
	windowCap, err2 := strconv.Atoi(strings.TrimSpace(p.cap.Text))
	switch s.RetentionDays, s.WindowCapDays = retention, windowCap; {
	case err1 != nil:
		return s, errNumber("settings.retention")
	case err2 != nil:
		return s, errNumber("settings.cap")
	}
	if p.latitude.Text+p.longitude.Text+p.metres.Text == "" {
		return s, nil
	}
	latitude, err1 := strconv.ParseFloat(strings.TrimSpace(p.latitude.Text), 64)
	longitude, err2 := strconv.ParseFloat(strings.TrimSpace(p.longitude.Text), 64)
	metres, err3 := strconv.ParseFloat(cmp.Or(strings.TrimSpace(p.metres.Text), "0"), 64)
	if errors.Join(err1, err2, err3) != nil {
		return s, errNumber("settings.position")
	}
	s.ManualPosition = &location.Position{Latitude: latitude, Longitude: longitude, AccuracyM: metres}
	return s, nil
}

// fields are a field's lines that are not blank.
func fields(e *widget.Entry) []string {
	all := []string{}
	for l := range strings.Lines(e.Text) {
		if l = strings.TrimSpace(l); l != "" {
			all = append(all, l)
		}
	}
	return all
}

// save checks, saves and applies; what is wrong is said beside the button.
func (p *settingsPage) save() {
	w := p.ui.words
	s, err := p.read()
	if err == nil {
		err = p.ui.engine.ChangeSettings(func(now *app.Settings) { *now = s })
	}
	if err == nil {
		err = startAtLogin(p.autostart.Checked)
	}
	var field errNumber
	switch {
	case errors.As(err, &field):
		p.say(widget.DangerImportance, w.Say("settings.no_number", "Field", w.Say(string(field))))
	case err != nil:
		p.say(widget.DangerImportance, visible.Escape(err.Error()))
	default:
		p.ui.apply(s)
	}
}

func (p *settingsPage) say(importance widget.Importance, text string) {
	p.said.Importance = importance
	p.said.SetText(text)
}

// apply changes language and colours at once, everywhere. While they stay, so does what
// is on screen: the page where it was scrolled to, and a question.
func (u *UI) apply(s app.Settings) {
	anew := u.options.Language != s.Language || u.options.Theme != s.Theme
	u.options.Language, u.options.Theme, u.options.Notify = s.Language, s.Theme, s.Notify
	if anew {
		u.words.Speak(languages(u.options)...)
		u.paint()
		u.rebuild()
		u.tray = newTray(u)
	}
	if page, ok := u.main.page.(*settingsPage); ok {
		page.say(widget.SuccessImportance, u.words.Say("settings.saved"))
	}
}
