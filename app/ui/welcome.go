package ui

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/clients"
	"assent/app/ui/kit"
	"assent/consent/manifest"
)

// newWelcome is what a new machine shows: what Assent is for, a try of it, and how an
// agent is connected.
func newWelcome(u *UI) fyne.CanvasObject {
	w := u.words
	list := kit.Stack(kit.SpaceMiddle,
		kit.Stack(4, named(w.Say("welcome.title")), kit.Tight(kit.Prose(w.Say("welcome.about")))),
		container.NewGridWithColumns(2, u.newTryCard(), newHowCard(w)),
		bold(w.Say("welcome.connect")))
	rows := kit.Stack(kit.SpaceSmall)
	for _, c := range clients.All() {
		command := "assentctl mcp install " + c.Name
		if _, err := clients.FindHooks(c.Name); err == nil {
			command = "assentctl hook install " + c.Name
		}
		rows.Add(u.newConnectRow(c.Title, command, u.connected(c.Name)))
	}
	rows.Add(u.newConnectRow(w.Say("welcome.other"), "assentctl mcp serve", false))
	rows.Add(u.newConnectRow(w.Say("welcome.program"), "assentctl agent add manifest.json --agent-id my-agent", false))
	list.Add(rows)
	return kit.Scrolled(list)
}

// connected reports whether an agent of a client is known.
func (u *UI) connected(client string) bool {
	for _, a := range u.engine.Agents() {
		for _, door := range []string{"mcp.", "hook."} {
			if rest, ok := strings.CutPrefix(a.ID, door+client); ok && (rest == "" || rest[0] == '.') {
				return true
			}
		}
	}
	return false
}

func bold(text string) fyne.CanvasObject {
	t := kit.Line(text, kit.TextBody, kit.ColorText)
	t.TextStyle.Bold = true
	return t
}

// newTryCard offers one call of each sensitivity, and says that starting it grants them.
func (u *UI) newTryCard() fyne.CanvasObject {
	w := u.words
	start := widget.NewButton(w.Say("welcome.start"), nil)
	start.Importance = widget.HighImportance
	start.OnTapped = func() {
		start.Disable()
		u.try()
	}
	return card(kit.Stack(kit.SpaceSmall, bold(w.Say("welcome.try")), kit.Tight(kit.Prose(w.Say("welcome.try_about"))), container.NewHBox(start)))
}

// newHowCard says what each sensitivity means.
func newHowCard(w *kit.Words) fyne.CanvasObject {
	rows := kit.Stack(kit.SpaceSmall, bold(w.Say("welcome.how")))
	for _, s := range []manifest.Sensitivity{manifest.Low, manifest.Medium, manifest.High} {
		rows.Add(container.NewBorder(nil, nil, container.NewVBox(kit.Gap(0, 1), kit.Row(kit.SpaceSmall, kit.Shape(s), kit.Gap(1, 0))), nil, kit.Tight(kit.Prose(w.Say("welcome.how_"+s.String())))))
	}
	return card(rows)
}

func card(object fyne.CanvasObject) fyne.CanvasObject {
	return kit.Panel(kit.ColorCard, kit.Inset(kit.SpaceMiddle, kit.SpaceMiddle, object))
}

// newConnectRow is the one command that connects a client, to copy.
func (u *UI) newConnectRow(title, command string, connected bool) fyne.CanvasObject {
	w := u.words
	line := widget.NewLabel(command)
	line.TextStyle.Monospace, line.Truncation, line.SizeName = true, fyne.TextTruncateEllipsis, theme.SizeNameCaptionText
	said := kit.Line("", kit.TextSmall, kit.ColorMuted)
	if connected {
		said.Text, said.Color = w.Say("welcome.connected"), kit.Color(kit.ColorLow)
	}
	take := widget.NewButton(w.Say("welcome.copy"), nil)
	take.OnTapped = func() {
		fyne.CurrentApp().Clipboard().SetContent(command)
		if !connected {
			said.Text = w.Say("welcome.waiting")
			said.Refresh()
		}
	}
	const nameWidth = 148
	name := widget.NewLabel(title)
	name.Truncation = fyne.TextTruncateEllipsis
	left := container.NewGridWrap(fyne.NewSize(nameWidth, name.MinSize().Height), name)
	right := kit.Row(kit.SpaceSmall, container.NewCenter(said), take)
	middle := kit.Panel(kit.ColorTint, line)
	return kit.Panel(kit.ColorCard, kit.Inset(4, kit.SpaceSmall, container.NewBorder(nil, nil, left, container.New(layout.NewCustomPaddedLayout(0, 0, kit.SpaceSmall, 0), right), middle)))
}
