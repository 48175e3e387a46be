package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"assent/assets"
)

// tray is the app's place beside the clock: its state, and the few things that are
// wanted without a window.
type tray struct {
	ui    *UI
	shell desktop.App
	menu  *fyne.Menu
	key   string // the state's text
	state *fyne.MenuItem
	pause *fyne.MenuItem
}

func newTray(u *UI) *tray {
	t := &tray{ui: u}
	shell, ok := u.app.(desktop.App)
	if !ok {
		return t
	}
	t.shell = shell
	t.state = fyne.NewMenuItem("", u.raise)
	t.pause = fyne.NewMenuItem(u.words.Say("tray.pause"), func() {
		u.setPaused(!u.engine.Paused())
	})
	quit := fyne.NewMenuItem(u.words.Say("tray.quit"), u.Quit)
	quit.IsQuit = true
	t.menu = fyne.NewMenu("Assent", t.state, fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(u.words.Say("tray.open"), u.showMain), t.pause, fyne.NewMenuItemSeparator(), quit)
	t.tell()
	prepareTray(func() { u.later(u.raise) })
	shell.SetSystemTrayMenu(t.menu)
	shell.SetSystemTrayIcon(trayIcon(t.key))
	return t
}

// tell puts the app's state into the menu, and reports whether it changed.
func (t *tray) tell() (changed bool) {
	key := "tray.idle"
	switch {
	case t.ui.engine.Paused():
		key = "main.paused"
	case len(t.ui.engine.Waiting()) > 0:
		key = "tray.asking"
	}
	text, paused := t.ui.words.Say(key, "Count", len(t.ui.engine.Waiting())), t.ui.engine.Paused()
	changed = t.state.Label != text || t.pause.Checked != paused
	t.key, t.state.Label, t.pause.Checked = key, text, paused
	return changed
}

func (t *tray) refresh() {
	if t.menu != nil && t.tell() {
		defer func() { _ = recover() }() // the toolkit's tray panics when the session's bus is gone
		t.menu.Refresh()
		t.shell.SetSystemTrayIcon(trayIcon(t.key))
	}
}

// raise brings up what wants the person: the question, else the main window.
func (u *UI) raise() {
	if !u.asker.Raise() {
		u.showMain()
	}
}

// trayIcon returns the app's icon with its state: as it is when nobody asks, with a
// dot when someone does, grey with two bars when paused. The shapes tell them apart
// without the colours. They are PNGs, for the toolkit draws an SVG beside its own
// thread.
func trayIcon(state string) fyne.Resource {
	switch state {
	case "tray.asking":
		return fyne.NewStaticResource("asking.png", assets.TrayAsking)
	case "main.paused":
		return fyne.NewStaticResource("paused.png", assets.TrayPaused)
	}
	return fyne.NewStaticResource("idle.png", assets.TrayIdle)
}
