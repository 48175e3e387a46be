package ui

import (
	"fyne.io/fyne/v2"

	"assent/assets"
)

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
