package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"assent/app/ui/kit"
	"assent/audit"
	"assent/audit/explain"
)

// statusMark is how a recorded call's status looks: a shape, a colour and a word.
type statusMark struct {
	icon fyne.ThemeIconName
	tone fyne.ThemeColorName
	word string
}

func statusOf(w *kit.Words, row audit.Row) statusMark {
	switch row.Status {
	case audit.OK:
		return statusMark{theme.IconNameConfirm, kit.ColorLow, w.Say("outcome.ok")}
	case audit.Denied:
		return statusMark{theme.IconNameCancel, kit.ColorMuted, w.Say("outcome.denied")}
	case audit.Error:
		if explain.Denied(row) {
			return statusMark{theme.IconNameCancel, kit.ColorMuted, w.Say("outcome.denied")}
		}
		if explain.NotRun(row) {
			return statusMark{theme.IconNameCancel, kit.ColorMuted, w.Say("outcome.not_run")}
		}
		return statusMark{theme.IconNameError, kit.ColorHigh, w.Say("outcome.error")}
	}
	return statusMark{theme.IconNameMoreHorizontal, kit.ColorMedium, w.Say("outcome.pending")}
}

// begun returns when a recorded call began, in local time.
func begun(row audit.Row) time.Time {
	t, err := time.Parse(time.RFC3339, row.Timestamp)
	if err != nil {
		return time.Time{}
	}
	return t.Local()
}
