package ui

import "github.com/godbus/dbus/v5"

// desktopSpeaks reports whether this desktop says if it wants light or dark: it then
// has a settings portal, which the toolkit follows.
func desktopSpeaks() bool {
	bus, err := dbus.SessionBus()
	if err != nil {
		return false
	}
	portal := bus.Object("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
	return portal.Call("org.freedesktop.portal.Settings.Read", 0, "org.freedesktop.appearance", "color-scheme").Err == nil
}
