package ui

import (
	"fyne.io/systray"
	"github.com/godbus/dbus/v5"
)

// prepareTray has tapped called when the icon is clicked; the menu is the other
// button's. Without it some panels answer a click with nothing, and the toolkit names
// the icon by the app's id. Call it before the icon shows.
func prepareTray(tapped func()) {
	systray.SetOnTapped(tapped)
	systray.SetTooltip("Assent")
}

// trayShown reports whether something on this desktop shows tray icons: without it a
// hidden window could not be found again.
func trayShown() bool {
	bus, err := dbus.SessionBus()
	if err != nil {
		return false
	}
	const watcher = "org.kde.StatusNotifierWatcher"
	shown, err := bus.Object(watcher, "/StatusNotifierWatcher").GetProperty(watcher + ".IsStatusNotifierHostRegistered")
	if err != nil {
		return false
	}
	registered, ok := shown.Value().(bool)
	return ok && registered
}
