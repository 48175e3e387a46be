package ui

import (
	"errors"
	"reflect"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"assent/app"
	"assent/app/ui/kit"
	"assent/consent/visible"
)

// settingsPage changes the settings. Whatever the person changes is saved at once and holds
// from the next call on; what cannot be is said where it was changed, and the rest stays.
type settingsPage struct {
	ui     *UI
	root   fyne.CanvasObject
	scroll *container.Scroll
	rows   []*setting
	shown  app.Settings // what the rows show
	todo   []func()     // changes that wait for their turn
	busy   bool         // one is being made
}

// setting is one row of the page.
type setting struct {
	root fyne.CanvasObject
	said *widget.Label      // what is wrong with what the person wrote
	show func(app.Settings) // has it show what holds; nil: nothing to show
}

func newSettingsPage(u *UI) pageView {
	p := &settingsPage{ui: u}
	w := u.words
	left := []fyne.CanvasObject{
		p.section("folders", p.folderRow()),
		p.section("care", append(p.careGroupRows(), p.careOwnRow(), p.tryRow())...),
		p.section("reach", p.hostRow(), p.positionRow()),
	}
	right := []fyne.CanvasObject{
		p.section("silence", p.capRow(), p.repeatRow(), p.questionsRow()),
		p.section("record", p.retentionRow(), p.text("folder", kit.Tight(kit.Mono(visible.Escape(u.engine.Folder()))))),
		p.section("look", p.languageRow(), p.themeRow(), p.notifyRow(), p.autostartRow(), p.closingRow()),
		p.section("services", p.serviceRow()),
		p.section("keys", p.text("", kit.Tight(kit.Quiet(w.Say("settings.keys_list"))))),
	}
	halves := container.New(kit.Twice(&kit.Halves{Space: kit.SpaceMiddle, Least: 560}), kit.Stack(kit.SpaceMiddle, left...), kit.Stack(kit.SpaceMiddle, right...))
	p.scroll = kit.Scrolled(halves)
	head := kit.Stack(0, heading(w.Say("page.settings")), kit.Tight(kit.Quiet(w.Say("settings.head"))), kit.Gap(0, kit.SpaceMiddle))
	p.root = container.NewBorder(head, nil, nil, nil, p.scroll)
	p.fill()
	return p
}

func (p *settingsPage) content() fyne.CanvasObject { return p.root }

// refresh shows what holds, where something else changed it.
func (p *settingsPage) refresh() {
	if !reflect.DeepEqual(p.shown, p.ui.engine.Settings()) {
		p.fill()
	}
}

func (p *settingsPage) fill() {
	p.shown = p.ui.engine.Settings()
	for _, row := range p.rows {
		if row.show != nil {
			row.show(p.shown)
		}
	}
}

// wheeled has the wheel over a field scroll the page.
func (p *settingsPage) wheeled(field fyne.CanvasObject) fyne.CanvasObject {
	return kit.WheelTo(func(e *fyne.ScrollEvent) { p.scroll.Scrolled(e) }, field)
}

// section is a card of rows under a name.
func (p *settingsPage) section(key string, rows ...*setting) fyne.CanvasObject {
	list := kit.Stack(0)
	for i, row := range rows {
		if i > 0 {
			list.Add(kit.Separator())
		}
		list.Add(row.root)
		p.rows = append(p.rows, row)
	}
	name := kit.Line(p.ui.words.Say("settings.section_"+key), kit.TextSmall, kit.ColorMuted)
	return kit.Stack(6, kit.Inset(0, 2, name), kit.Panel(kit.ColorCard, list))
}

// row is a name, what it is for, and what changes it beside them; below are further parts.
func (p *settingsPage) row(key string, control fyne.CanvasObject, below ...fyne.CanvasObject) *setting {
	s := &setting{said: kit.Quiet("")}
	s.said.Importance = widget.DangerImportance
	s.said.Hide()
	text := p.explained(key)
	if control != nil {
		control = container.NewCenter(control)
	}
	parts := append([]fyne.CanvasObject{container.NewBorder(nil, nil, nil, control, text)}, below...)
	s.root = kit.Inset(10, 14, kit.Stack(6, append(parts, s.said)...))
	return s
}

// explained is a row's name with what it is for.
func (p *settingsPage) explained(key string) fyne.CanvasObject {
	w := p.ui.words
	text := kit.Stack(2)
	if name := "settings." + key; key != "" {
		text.Add(kit.Tight(kit.Prose(w.Say(name))))
		if help := name + "_help"; w.Say(help) != help {
			text.Add(kit.Tight(kit.Quiet(w.Say(help))))
		}
	}
	return container.NewVBox(layout.NewSpacer(), text, layout.NewSpacer())
}

// text is a row that changes nothing.
func (p *settingsPage) text(key string, content fyne.CanvasObject) *setting {
	return p.row(key, nil, content)
}

// say tells what is wrong in a row, nothing for an empty text.
func (s *setting) say(text string) {
	s.said.SetText(text)
	if s.said.Hidden = text == ""; !s.said.Hidden {
		s.said.Refresh()
	}
	s.root.Refresh()
}

// change changes the settings off the toolkit's goroutine, in the order in which the
// person did. done, which may be nil, is called when they hold.
func (p *settingsPage) change(row *setting, change func(*app.Settings), done func()) {
	p.do(row, func() error { return p.ui.engine.ChangeSettings(change) }, func() {
		p.ui.apply(p.ui.engine.Settings())
		if done != nil {
			done()
		}
	})
}

// do does what may take a moment, one after the other.
func (p *settingsPage) do(row *setting, work func() error, done func()) {
	p.todo = append(p.todo, func() {
		err := work()
		p.ui.later(func() {
			row.say(p.complaint(err))
			if p.fill(); err == nil {
				done()
			}
			p.busy = false
			p.next()
		})
	})
	p.next()
}

func (p *settingsPage) next() {
	if p.busy || len(p.todo) == 0 {
		return
	}
	p.busy = true
	work := p.todo[0]
	p.todo = p.todo[1:]
	go work()
}

// complaint says what is wrong, nothing where nothing is.
func (p *settingsPage) complaint(err error) string {
	var wrong *app.WrongSetting
	switch {
	case err == nil:
		return ""
	case errors.As(err, &wrong):
		return p.ui.words.Say("settings.wrong_" + wrong.Name)
	}
	return p.ui.words.Say("notice.failed", "Error", visible.Escape(err.Error()))
}

// apply changes language and colours at once, everywhere. While they stay, so does what
// is on screen: the page where it was scrolled to, and a question.
func (u *UI) apply(s app.Settings) {
	anew := u.options.Language != s.Language || u.options.Theme != s.Theme
	u.options.Language, u.options.Theme, u.options.Notify = s.Language, s.Theme, s.Notify
	if !anew {
		return
	}
	before, scrolled := u.main.page.(*settingsPage)
	u.words.Speak(languages(u.options)...)
	u.paint()
	u.rebuild()
	u.tray = newTray(u)
	if after, ok := u.main.page.(*settingsPage); ok && scrolled {
		after.scroll.ScrollToOffset(before.scroll.Offset)
	}
}
