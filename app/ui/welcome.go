package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"

	"assent/app/ui/kit"
	"assent/assets"
)

// welcome is what a new machine shows: what Assent is for, a try of it, and how an agent is
// connected.
type welcome struct {
	ui      *UI
	trial   *trialCard
	connect []*connectRow
	root    fyne.CanvasObject
}

func newWelcome(u *UI) *welcome {
	w := u.words
	p := &welcome{ui: u, trial: newTrialCard(u)}
	picture := canvas.NewImageFromResource(kit.Drawing("welcome", assets.Welcome))
	picture.FillMode = canvas.ImageFillContain
	text := kit.Stack(4, kit.Tight(kit.Title(w.Say("welcome.title"))), kit.Tight(kit.Prose(w.Say("welcome.about"))))
	rows := kit.Stack(0)
	for i, c := range u.connections() {
		if i > 0 {
			rows.Add(kit.Separator())
		}
		row := u.newConnectRow(c)
		p.connect = append(p.connect, row)
		rows.Add(row.root)
	}
	const pictureRatio = 150. / 320
	list := container.New(kit.Twice(layout.NewCustomPaddedVBoxLayout(kit.SpaceMiddle)),
		container.New(&kit.Hero{Ratio: pictureRatio}, text, picture),
		p.trial.root,
		kit.Stack(2, bold(w.Say("welcome.connect")), kit.Tight(kit.Quiet(w.Say("welcome.connect_about")))),
		kit.Panel(kit.ColorCard, rows))
	p.root = kit.Scrolled(list)
	return p
}

// refresh says how far the trial is and which agents came.
func (p *welcome) refresh() {
	p.trial.refresh()
	agents := p.ui.engine.Agents()
	for _, row := range p.connect {
		row.refresh(agents)
	}
	p.ui.readTrial(p.trial.refresh)
}

func bold(text string) fyne.CanvasObject {
	t := kit.Line(text, kit.TextBody, kit.ColorText)
	t.TextStyle.Bold = true
	return t
}

func card(object fyne.CanvasObject) fyne.CanvasObject {
	return kit.Panel(kit.ColorCard, kit.Inset(kit.SpaceMiddle, kit.SpaceMiddle, object))
}
