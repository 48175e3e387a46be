package ui

import (
	"strings"

	"fyne.io/fyne/v2"

	"assent/assets"
)

// trayIcon returns the app's icon with its state: as it is when nobody asks, with a
// dot when someone does, grey with two bars when paused. The shapes tell them apart
// without the colours.
func trayIcon(state string) fyne.Resource {
	const tick, end = "<path", "</svg>"
	icon := string(assets.Icon)
	switch state {
	case "tray.asking":
		icon = strings.Replace(icon, end, `<circle cx="196" cy="60" r="56" fill="#FFBE5C" stroke="#FFFFFF" stroke-width="12"/>`+end, 1)
	case "main.paused":
		before, _, _ := strings.Cut(icon, tick)
		icon = strings.ReplaceAll(before, "#1F5FD6", "#77736C") +
			`<rect x="84" y="72" width="28" height="112" fill="#FFFFFF"/><rect x="144" y="72" width="28" height="112" fill="#FFFFFF"/>` + end
	}
	return fyne.NewStaticResource(strings.ReplaceAll(state, ".", "_")+".svg", []byte(icon))
}
