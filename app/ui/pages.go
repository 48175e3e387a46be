package ui

import "fyne.io/fyne/v2"

type emptyPage struct{}

func (emptyPage) content() fyne.CanvasObject { return stack(0) }
func (emptyPage) refresh()                   {}

func newActivityPage(*UI) pageView    { return emptyPage{} }
func newAgentsPage(*UI) pageView      { return emptyPage{} }
func newPermissionsPage(*UI) pageView { return emptyPage{} }

func badge(n int) fyne.CanvasObject { return line("", textSmall, colorAccent) }
