package ui

import (
	"context"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/scenario"
	"assent/app/ui/kit"
	"assent/consent/visible"
	"assent/executors"
)

// scenarioList plays the ready-made scenarios, one after the other.
type scenarioList struct {
	ui    *UI
	rows  []*scenarioRow // that the program carries
	own   []*scenarioRow // of the person's own files
	all   *widget.Button
	count *widget.Label
	root  fyne.CanvasObject
}

// scenarioRow is one scenario and how it went.
type scenarioRow struct {
	list          *scenarioList
	scenario      scenario.Scenario
	key           string           // by which its result is kept
	outcome       *scenario.Result // nil: not played yet
	icon          *widget.Icon
	state         *widget.Label
	run, steps    *widget.Button
	detail, whole *fyne.Container
	stateLine     *fyne.Container
}

func newScenarioList(u *UI) *scenarioList {
	w := u.words
	l := &scenarioList{ui: u, count: widget.NewLabel("")}
	l.count.Importance = widget.LowImportance
	list := kit.Stack(kit.SpaceSmall)
	l.newOwn(list)
	scenarios, err := scenario.All()
	if err != nil {
		list.Add(kit.Prose(visible.Escape(err.Error())))
	}
	for _, s := range scenarios {
		row := newScenarioRow(l, s, s.Name)
		l.rows = append(l.rows, row)
		list.Add(row.whole)
	}
	l.all = widget.NewButton(w.Say("play.run_all"), func() { l.play(l.rows) })
	l.all.Importance = widget.HighImportance
	head := container.NewBorder(nil, nil, nil, container.NewHBox(l.count, l.all), kit.Quiet(w.Say("play.about")))
	l.root = container.NewBorder(kit.Stack(kit.SpaceSmall, head, kit.Gap(0, 0)), nil, nil, nil, kit.Scrolled(list))
	l.tell()
	return l
}

func newScenarioRow(l *scenarioList, s scenario.Scenario, key string) *scenarioRow {
	w := l.ui.words
	r := &scenarioRow{list: l, scenario: s, key: key, icon: widget.NewIcon(nil), detail: kit.Stack(kit.SpaceSmall)}
	sentence := s.English
	if w.Chinese() {
		sentence = s.Chinese
	}
	name := kit.Mono(kit.OneLine(s.Name))
	name.SizeName, name.Importance = theme.SizeNameCaptionText, widget.LowImportance
	r.state = kit.Quiet("")
	r.stateLine = kit.Tight(r.state)
	r.stateLine.Hide()
	r.run = widget.NewButton(w.Say("play.run"), func() { l.play([]*scenarioRow{r}) })
	r.steps = widget.NewButton(w.Say("play.steps"), r.toggle)
	r.steps.Importance = widget.LowImportance
	r.steps.Hide()
	r.detail.Hide()
	text := kit.Stack(2, kit.Tight(kit.Prose(shownLine(sentence))), kit.Tight(name), r.programs(), r.stateLine)
	r.whole = kit.Panel(kit.ColorCard, kit.Inset(kit.SpaceSmall, 12, kit.Stack(kit.SpaceSmall,
		container.NewBorder(nil, nil, container.NewCenter(r.icon), container.NewCenter(container.NewHBox(r.steps, r.run)), text), r.detail)))
	if outcome, ok := l.ui.played[key]; ok {
		r.outcome = &outcome
	}
	r.tell()
	return r
}

// play plays rows in their order, off the toolkit's goroutine.
func (l *scenarioList) play(rows []*scenarioRow) {
	for _, r := range slices.Concat(l.own, l.rows) {
		r.run.Disable()
	}
	l.all.Disable()
	rows = slices.Clone(rows)
	go func() {
		for _, r := range rows {
			l.ui.later(r.begin)
			outcome := r.scenario.Play(context.Background())
			l.ui.later(func() { r.end(outcome) })
		}
		l.ui.later(func() {
			for _, r := range slices.Concat(l.own, l.rows) {
				r.run.Enable()
			}
			l.all.Enable()
		})
	}()
}

// tell counts those that passed.
func (l *scenarioList) tell() {
	passed := 0
	for _, r := range l.rows {
		if r.outcome != nil && r.outcome.Pass() {
			passed++
		}
	}
	l.count.SetText(l.ui.words.Say("play.count", "Passed", passed, "All", len(l.rows)))
}

func (r *scenarioRow) begin() {
	r.icon.SetResource(kit.Tinted(theme.IconNameMediaPlay, kit.ColorAccent))
	r.state.SetText(r.list.ui.words.Say("play.running"))
	r.stateLine.Show()
}

func (r *scenarioRow) end(o scenario.Result) {
	r.outcome = &o
	if r.list.ui.played == nil {
		r.list.ui.played = map[string]scenario.Result{}
	}
	r.list.ui.played[r.key] = o
	r.tell()
	r.list.tell()
}

// tell shows how the scenario went.
func (r *scenarioRow) tell() {
	w, o := r.list.ui.words, r.outcome
	switch {
	case o == nil:
		r.icon.SetResource(kit.Tinted(theme.IconNameMoreHorizontal, kit.ColorMuted))
		return
	case o.Skipped != "":
		r.icon.SetResource(kit.Tinted(theme.IconNameMoreHorizontal, kit.ColorMuted))
		r.state.SetText(w.Say("play.skipped", "Why", visible.Escape(o.Skipped)))
	case o.Pass():
		r.icon.SetResource(kit.Tinted(theme.IconNameConfirm, kit.ColorLow))
		r.state.SetText(w.Say("play.passed", "MS", o.Took.Milliseconds()))
	case o.Err != nil:
		r.icon.SetResource(kit.Tinted(theme.IconNameError, kit.ColorHigh))
		r.state.SetText(w.Say("play.failed_why", "Why", visible.Escape(o.Err.Error())))
	default:
		r.icon.SetResource(kit.Tinted(theme.IconNameError, kit.ColorHigh))
		r.state.SetText(w.Say("play.failed"))
	}
	r.stateLine.Show()
	r.steps.Hidden = len(o.Steps) == 0
	r.steps.Refresh()
	r.whole.Refresh()
}

// toggle shows the steps, or puts them away.
func (r *scenarioRow) toggle() {
	key := "play.hide"
	if r.detail.Visible() {
		key = "play.steps"
		r.detail.Hide()
		r.detail.RemoveAll()
	} else {
		for _, s := range r.outcome.Steps {
			if strings.TrimSpace(s.Line) != "" {
				r.detail.Add(r.newStep(s))
			}
		}
		r.detail.Show()
	}
	r.steps.SetText(r.list.ui.words.Say(key))
	r.whole.Refresh()
}

// newStep shows what was sent, what the person was asked, and what came back.
func (r *scenarioRow) newStep(s scenario.Step) fyne.CanvasObject {
	icon := widget.NewIcon(kit.Tinted(theme.IconNameConfirm, kit.ColorLow))
	if !s.Pass() {
		icon.SetResource(kit.Tinted(theme.IconNameError, kit.ColorHigh))
	}
	lines := kit.Stack(4)
	add := func(text string, strong bool) {
		l := kit.Mono(shownLine(text))
		l.SizeName, l.TextStyle.Bold, l.Selectable = theme.SizeNameCaptionText, strong, true
		lines.Add(kit.Tight(l))
	}
	add(s.Line, true)
	for _, got := range s.Got {
		add(got, false)
		if hint := r.list.ui.newLineHint([]byte(strings.TrimPrefix(got, "< "))); hint != nil {
			lines.Add(hint)
		}
	}
	if !s.Pass() {
		lines.Add(kit.Tight(kit.Quiet(r.list.ui.words.Say("play.expected"))))
		lines.Add(kit.DifferenceLines(differenceOf(s)))
	}
	mark := container.NewVBox(icon, layout.NewSpacer())
	return kit.Panel(kit.ColorTint, kit.Inset(kit.SpaceSmall, 12, container.NewBorder(nil, nil, mark, nil, lines)))
}

// differenceShown is how many lines of a step's difference are shown.
const differenceShown = 60

// differenceOf is what a step brought beside what it should have brought.
func differenceOf(s scenario.Step) (lines []executors.DifferenceLine) {
	all := s.Difference()
	for _, line := range all[:min(len(all), differenceShown)] {
		kind := executors.LineSame
		switch line[0] {
		case '+':
			kind = executors.LineAdded
		case '-':
			kind = executors.LineRemoved
		}
		lines = append(lines, executors.DifferenceLine{Kind: kind, Text: line[2:]})
	}
	return lines
}

// stepShown is how much of a line of a step is shown, in characters.
const stepShown = 800

func shownLine(text string) string {
	text, left := visible.Short(text, stepShown)
	if left > 0 {
		text += " …"
	}
	return visible.Escape(text)
}
