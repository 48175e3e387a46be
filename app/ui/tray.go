package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
)

// startTray puts the app into the tray, where there is one.
func (u *UI) startTray() {
	tray, ok := u.app.(desktop.App)
	if !ok {
		return
	}
	open := fyne.NewMenuItem(u.words.say("tray.open"), u.showMain)
	pause := fyne.NewMenuItem(u.words.say("tray.pause"), nil)
	pause.Checked = u.engine.Paused()
	quit := fyne.NewMenuItem(u.words.say("tray.quit"), u.Quit)
	quit.IsQuit = true
	menu := fyne.NewMenu("Assent", open, pause, fyne.NewMenuItemSeparator(), quit)
	pause.Action = func() {
		u.engine.Pause(!u.engine.Paused())
		pause.Checked = u.engine.Paused()
		menu.Refresh()
	}
	tray.SetSystemTrayMenu(menu)
}
