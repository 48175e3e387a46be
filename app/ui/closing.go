package ui

import (
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
)

// The preference that remembers what closing the window does where there is no tray, and
// its values; empty: the person is asked.
const (
	closingKey   = "closing"
	closingKeeps = "keep"
	closingQuits = "quit"
)

func (u *UI) closingAnswer() string { return u.app.Preferences().String(closingKey) }

func (u *UI) rememberClosing(answer string) { u.app.Preferences().SetString(closingKey, answer) }

// leave is the person closing the window. Where there is a tray it goes on there; else a
// hidden window comes back only when Assent is started again, and the person says once
// whether that is what they want.
func (m *mainWindow) leave() {
	m.remember()
	if trayShown() {
		m.window.Hide()
		return
	}
	m.leaveAs(m.ui.closingAnswer())
}

func (m *mainWindow) leaveAs(answer string) {
	switch answer {
	case closingKeeps:
		m.window.Hide()
	case closingQuits:
		m.ui.Quit()
	default:
		m.askClosing()
	}
}

// askClosing asks, over the page, what closing does from now on.
func (m *mainWindow) askClosing() {
	if m.closing != nil {
		m.closing.Show()
		return
	}
	w := m.ui.words
	choose := func(answer string) func() {
		return func() {
			m.closing.Hide()
			m.closing = nil
			m.ui.rememberClosing(answer)
			m.leaveAs(answer)
		}
	}
	stay := widget.NewButton(w.Say("closing.stay"), func() {
		m.closing.Hide()
		m.closing = nil
	})
	stay.Importance = widget.LowImportance
	keep := widget.NewButton(w.Say("closing.keep"), choose(closingKeeps))
	keep.Importance = widget.HighImportance
	buttons := kit.Row(kit.SpaceSmall, stay, layout.NewSpacer(), widget.NewButton(w.Say("closing.quit"), choose(closingQuits)), keep)
	text := kit.Stack(kit.SpaceSmall, kit.Tight(kit.Title(w.Say("closing.title"))), kit.Tight(kit.Prose(w.Say("closing.text"))), kit.Tight(kit.Quiet(w.Say("closing.later"))))
	m.closing = widget.NewModalPopUp(container.NewStack(kit.Gap(440, 0), kit.Inset(kit.SpaceMiddle, kit.SpaceMiddle, kit.Stack(kit.SpaceMiddle, text, buttons))), m.window.Canvas())
	m.closing.Show()
}
