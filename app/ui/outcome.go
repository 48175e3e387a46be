package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"assent/audit"
)

// outcome is how a call's end looks: a shape, a colour and a word.
type outcome struct {
	icon fyne.ThemeIconName
	tone fyne.ThemeColorName
	word string
}

func (w *words) outcome(row audit.Row) outcome {
	switch row.Status {
	case audit.OK:
		return outcome{theme.IconNameConfirm, colorLow, w.say("outcome.ok")}
	case audit.Denied:
		return outcome{theme.IconNameCancel, colorMuted, w.say("outcome.denied")}
	case audit.Error:
		return outcome{theme.IconNameError, colorHigh, w.say("outcome.error")}
	}
	return outcome{theme.IconNameMoreHorizontal, colorMedium, w.say("outcome.pending")}
}

// tinted returns a theme's icon in a colour.
func tinted(icon fyne.ThemeIconName, tone fyne.ThemeColorName) fyne.Resource {
	return theme.NewColoredResource(theme.Current().Icon(icon), tone)
}
