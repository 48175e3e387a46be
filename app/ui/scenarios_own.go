package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/scenario"
	"assent/app/ui/chooser"
	"assent/app/ui/kit"
	"assent/consent/visible"
	"assent/i18n"
)

// scenarioLimit is more bytes than a scenario's file has, ownKept how many are listed.
const (
	scenarioLimit = 1 << 20
	ownKept       = 20
)

// ownScenario is a scenario of the person's own files.
type ownScenario struct {
	scenario.Scenario
	path string
}

// chooseScenario asks for a scenario's file.
func (u *UI) chooseScenario() {
	u.chooser.Choose(chooser.Wanted{Title: u.words.Say("choose.scenario")}, u.openScenario)
}

// openScenario reads a scenario's file, beside the toolkit's goroutine, and lists it; what is
// wrong with it is said above every page.
func (u *UI) openScenario(path string) {
	go func() {
		s, problem := readScenario(path)
		if problem != nil {
			u.Notice(*problem)
			return
		}
		u.later(func() {
			u.own = slices.DeleteFunc(u.own, func(o ownScenario) bool { return o.path == path })
			u.own = append([]ownScenario{{s, path}}, u.own...)
			u.own = u.own[:min(len(u.own), ownKept)]
			delete(u.played, path)
			u.ShowPage("playground", "scenarios")
		})
	}()
}

// readScenario reads the file that a person chose or dropped, which may be anything.
func readScenario(path string) (s scenario.Scenario, problem *i18n.Text) {
	data, problem := readChosen(path, scenarioLimit, "play.own_large")
	if problem != nil {
		return s, problem
	}
	s, err := scenario.Read(strings.TrimSuffix(shortName(path), scenario.Ending), data)
	if err != nil {
		problem = aboutFile("play.own_wrong", path)
		problem.Args["Why"], _ = visible.Short(err.Error(), noticeShown)
		return scenario.Scenario{}, problem
	}
	return s, nil
}

// newOwn lists the person's own scenarios above those that the program carries.
func (l *scenarioList) newOwn(list *fyne.Container) {
	w := l.ui.words
	choose := widget.NewButtonWithIcon(w.Say("play.own_choose"), theme.FolderOpenIcon(), l.ui.chooseScenario)
	list.Add(container.NewBorder(nil, nil, choose, nil, kit.Quiet(w.Say("play.own"))))
	for _, own := range l.ui.own {
		row := newScenarioRow(l, own.Scenario, own.path)
		list.Add(row.whole)
		l.own = append(l.own, row)
	}
}

// programs warn of what a scenario of the person's own starts; those that Assent carries
// start what comes with them.
func (r *scenarioRow) programs() fyne.CanvasObject {
	lines := kit.Stack(2)
	if r.key == r.scenario.Name {
		return lines
	}
	for _, command := range r.scenario.Programs {
		warning := kit.Prose(r.list.ui.words.Say("play.starts", "Command", shownLine(command)))
		warning.Importance = widget.WarningImportance
		lines.Add(kit.Tight(warning))
	}
	return lines
}
