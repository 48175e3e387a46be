package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"assent/audit"
)

// statusMark is how a recorded call's status looks: a shape, a colour and a word.
type statusMark struct {
	icon fyne.ThemeIconName
	tone fyne.ThemeColorName
	word string
}

func markOf(w *words, row audit.Row) statusMark {
	switch row.Status {
	case audit.OK:
		return statusMark{theme.IconNameConfirm, colorLow, w.say("outcome.ok")}
	case audit.Denied:
		return statusMark{theme.IconNameCancel, colorMuted, w.say("outcome.denied")}
	case audit.Error:
		return statusMark{theme.IconNameError, colorHigh, w.say("outcome.error")}
	}
	return statusMark{theme.IconNameMoreHorizontal, colorMedium, w.say("outcome.pending")}
}

// begun returns when a recorded call began, in local time.
func begun(row audit.Row) time.Time {
	t, err := time.Parse(time.RFC3339, row.Timestamp)
	if err != nil {
		return time.Time{}
	}
	return t.Local()
}
