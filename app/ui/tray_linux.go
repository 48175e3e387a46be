package ui

import (
	"context"
	"time"

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

// trayLimit is how long the desktop may take to tell of its tray: the window waits.
const trayLimit = time.Second

// trayShown reports whether something on this desktop shows tray icons: without it a
// hidden window could not be found again.
func trayShown() bool {
	bus, err := dbus.SessionBus()
	if err != nil {
		return false
	}
	ctx, stop := context.WithTimeout(context.Background(), trayLimit)
	defer stop()
	const watcher = "org.kde.StatusNotifierWatcher"
	var registered bool
	err = bus.Object(watcher, "/StatusNotifierWatcher").CallWithContext(ctx, "org.freedesktop.DBus.Properties.Get", 0,
		watcher, "IsStatusNotifierHostRegistered").Store(&registered)
	return err == nil && registered
}
