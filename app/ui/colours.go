package ui

import (
	"fyne.io/fyne/v2"

	"assent/app/ui/kit"
)

// paint takes up the fonts of the person's language and the colours that the person chose, or the desktop.
func (u *UI) paint() {
	l := kit.Theme{Mode: u.options.Theme, System: u.system, Chinese: u.words.Chinese()}
	if l.Chinese {
		kit.FindChinese()
	}
	settings := u.app.Settings()
	u.painted = l.Palette(settings.ThemeVariant())
	settings.SetTheme(l)
}

// repaint follows the desktop when it changes its colours.
func (u *UI) repaint(s fyne.Settings) {
	if l, ok := s.Theme().(kit.Theme); ok && l.Palette(s.ThemeVariant()) != u.painted {
		u.painted = l.Palette(s.ThemeVariant())
		u.rebuild()
	}
}

// askDesktop finds out whether the desktop says what colours it wants. It may take
// long, and is called on a goroutine of its own.
func (u *UI) askDesktop() {
	if !desktopSpeaks() {
		return
	}
	u.later(func() {
		u.system = true
		before := u.painted
		if u.paint(); u.painted != before {
			u.rebuild()
		}
	})
}

// rebuild makes everything on screen anew, in the words and colours that hold.
func (u *UI) rebuild() {
	if u.main != nil {
		u.main.build()
	}
	u.asker.Redraw()
}
