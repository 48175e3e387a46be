//go:build !linux

package ui

import "fyne.io/fyne/v2"

// bubble is the desktop notification that someone asks.
type bubble struct{}

// show shows title and body.
func (*bubble) show(a fyne.App, title, body string) {
	a.SendNotification(fyne.NewNotification(title, body))
}
