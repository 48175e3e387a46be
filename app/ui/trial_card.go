package ui

import (
	"fmt"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/audit"
)

// trialCard offers the trial, says how far it is, and shows in the end what was recorded.
type trialCard struct {
	ui    *UI
	drawn string // what it says, for comparing
	root  *fyne.Container
}

func newTrialCard(u *UI) *trialCard {
	c := &trialCard{ui: u, root: container.NewStack()}
	c.refresh()
	return c
}

// refresh draws what changed. Its buttons stay what they are while it says the same.
func (c *trialCard) refresh() {
	if now := c.now(); now != c.drawn {
		c.drawn = now
		c.draw()
	}
}

// now is what the card is drawn from.
func (c *trialCard) now() string {
	t := &c.ui.trial
	now := fmt.Sprint("now", t.staged, t.playing)
	for i := range trialSteps {
		now += fmt.Sprint("\n", c.row(i), c.began(i), c.asks(i))
	}
	return now
}

func (c *trialCard) began(nth int) bool { return nth < len(c.ui.trial.calls) }

// row is what was recorded of a call, the zero row where nothing was.
func (c *trialCard) row(nth int) audit.Row {
	if !c.began(nth) {
		return audit.Row{}
	}
	return c.ui.trial.rows[c.ui.trial.calls[nth]]
}

// asks reports whether a call's question waits for the person.
func (c *trialCard) asks(nth int) bool {
	if !c.began(nth) {
		return false
	}
	for _, w := range c.ui.engine.Waiting() {
		if w.Question.Caller.AgentID == trialAgent && w.Question.CallID == c.ui.trial.calls[nth] {
			return true
		}
	}
	return false
}

func (c *trialCard) draw() {
	t, w := &c.ui.trial, c.ui.words
	about, start := "welcome.try_about", "welcome.start"
	switch {
	case t.over():
		about, start = "trial.over", "trial.again"
	case t.playing:
		about, start = "trial.playing", ""
	}
	var action fyne.CanvasObject
	if start != "" {
		button := widget.NewButton(w.Say(start), c.ui.try)
		if !t.over() {
			button.Importance = widget.HighImportance
		}
		action = container.NewCenter(container.NewHBox(kit.Gap(kit.SpaceSmall, 0), button))
	}
	list := kit.Stack(kit.SpaceSmall, container.NewBorder(nil, nil, nil, action, kit.Stack(2, bold(w.Say("welcome.try")), kit.Tight(kit.Prose(w.Say(about))))), kit.Gap(0, 0))
	for i := range trialSteps {
		list.Add(c.newStep(i))
	}
	if t.over() {
		list.Add(c.newRecorded())
	}
	c.root.Objects = []fyne.CanvasObject{card(list)}
	c.root.Refresh()
}

// newStep is one sensitivity: what it means, what the demo agent does with it, and how far
// that is.
func (c *trialCard) newStep(nth int) fyne.CanvasObject {
	w, level := c.ui.words, trialSteps[nth].sensitivity
	said := kit.Stack(0, kit.Tight(kit.Prose(w.Say("trial."+level.String()))), kit.Tight(kit.Quiet(w.Say("welcome.how_"+level.String()))))
	shape := container.NewVBox(kit.Gap(0, 0), kit.Row(10, kit.Shape(level), kit.Gap(0, 0)))
	return container.NewBorder(nil, nil, shape, container.NewCenter(c.newState(nth)), said)
}

// newState says how far a call is.
func (c *trialCard) newState(nth int) fyne.CanvasObject {
	w := c.ui.words
	switch row := c.row(nth); {
	case !c.ui.trial.staged:
		return kit.Gap(0, 0)
	case !c.began(nth):
		return kit.Line(w.Say("trial.later"), kit.TextSmall, kit.ColorMuted)
	case c.asks(nth):
		show := widget.NewButton(w.Say("banner.show"), func() { c.ui.asker.Raise() })
		return kit.Row(kit.SpaceSmall, container.NewCenter(kit.Line(w.Say("trial.asks"), kit.TextSmall, kit.ColorMedium)), show)
	case row.Status == "" || row.Status == audit.Pending:
		return kit.Line(w.Say("trial.runs"), kit.TextSmall, kit.ColorMuted)
	default:
		end := statusOf(w, row)
		return kit.Row(6, container.NewCenter(widget.NewIcon(kit.Tinted(end.icon, end.tone))),
			container.NewCenter(kit.Line(end.word+" · "+w.Say("decision."+row.Decision), kit.TextSmall, kit.ColorText)))
	}
}

// newRecorded shows the rows that the log has of the trial, and the way on.
func (c *trialCard) newRecorded() fyne.CanvasObject {
	w := c.ui.words
	next := widget.NewButton(w.Say("trial.next"), c.ui.leaveTrial)
	next.Importance = widget.HighImportance
	said := kit.Stack(2, bold(w.Say("trial.recorded")), kit.Tight(kit.Quiet(w.Say("trial.recorded_about"))))
	lines := kit.Stack(2)
	for i := range trialSteps {
		lines.Add(kit.Tight(newRecordedLine(c.row(i))))
	}
	return kit.Stack(kit.SpaceSmall, kit.Gap(0, 0), kit.Separator(), kit.Gap(0, 0),
		container.NewBorder(nil, nil, nil, container.NewCenter(container.NewHBox(kit.Gap(kit.SpaceSmall, 0), next)), said),
		kit.Panel(kit.ColorTint, kit.Inset(kit.SpaceSmall, 10, lines)))
}

// newRecordedLine is a row as the log has it, of the digest the beginning.
func newRecordedLine(row audit.Row) fyne.CanvasObject {
	const digits = 12
	line := widget.NewLabel(fmt.Sprintf("%s  %-17s  %s…  %-6s  %s", begun(row).Format("15:04:05"), row.Tool,
		row.ArgumentsDigest[:min(digits, len(row.ArgumentsDigest))], row.Decision, row.Status))
	line.TextStyle.Monospace, line.SizeName, line.Truncation = true, theme.SizeNameCaptionText, fyne.TextTruncateEllipsis
	return line
}
