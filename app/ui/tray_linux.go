package ui

import "github.com/godbus/dbus/v5"

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
