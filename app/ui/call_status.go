package ui

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"

	"assent/app/ui/kit"
	"assent/audit"
	"assent/audit/explain"
	"assent/consent/ask"
)

// statusMark is how a recorded call's status looks: a shape, a colour and a word.
type statusMark struct {
	icon fyne.ThemeIconName
	tone fyne.ThemeColorName
	word string
	edge fyne.ThemeColorName // of what is said of it beside
}

func statusOf(w *kit.Words, row audit.Row) statusMark {
	switch {
	case row.Status == audit.OK:
		return statusMark{theme.IconNameConfirm, kit.ColorLow, w.Say("outcome.ok"), kit.ColorMuted}
	case explain.Denied(row):
		return statusMark{theme.IconNameCancel, kit.ColorMuted, w.Say("outcome.denied"), kit.ColorMedium}
	case row.Status == audit.Error:
		if explain.NotRun(row) {
			return statusMark{theme.IconNameCancel, kit.ColorMuted, w.Say("outcome.not_run"), kit.ColorMedium}
		}
		return statusMark{theme.IconNameError, kit.ColorHigh, w.Say("outcome.error"), kit.ColorHigh}
	}
	return statusMark{theme.IconNameMoreHorizontal, kit.ColorMedium, w.Say("outcome.pending"), kit.ColorMuted}
}

// endWords says in a few words how a call ended: why, or by whom.
func endWords(w *kit.Words, row audit.Row) string {
	switch {
	case row.Status == audit.Pending:
		return w.Say("outcome.pending")
	case row.Status != audit.OK && row.Decision == string(ask.ByPerson) && row.Reason == string(ask.UserRefused):
		return w.Say("outcome.you_denied")
	case row.Reason != "":
		return w.Reason(row.Reason)
	case row.Decision == string(ask.ByPerson):
		return w.Say("outcome.you_allowed")
	case row.Decision != "":
		return w.Say("decision." + row.Decision)
	}
	return statusOf(w, row).word
}

// explained is a call's end in one line: what became of it, who decided, how sensitive it
// was, and what the person can do about it.
func explained(w *kit.Words, row audit.Row) string {
	e := explain.Row(row)
	var said []string
	for _, text := range []string{w.Text(e.Outcome), w.Text(e.Decision)} {
		if text != "" {
			said = append(said, text)
		}
	}
	if sensitivity := w.Text(e.Sensitivity); sensitivity != "" {
		word, _, _ := strings.Cut(sensitivity, " · ")
		said = append(said, w.Say("explain.sensitivity", "Word", word))
	}
	if remedy := w.Text(e.Remedy); remedy != "" {
		said = append(said, remedy)
	}
	if w.Chinese() {
		return strings.Join(said, "")
	}
	return strings.Join(said, " ")
}

// begun returns when a recorded call began, in local time.
func begun(row audit.Row) time.Time {
	t, err := time.Parse(time.RFC3339, row.Timestamp)
	if err != nil {
		return time.Time{}
	}
	return t.Local()
}
