package ui

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/clients"
	"assent/app/ui/kit"
	"assent/consent"
)

// connection is a way to connect an agent: one command, and the agents that came by it.
type connection struct {
	name    string // tells it from the others
	title   string
	markID  string // of the agent that will ask
	command string
	came    func(a consent.Agent) bool
}

// connections are all ways: each client by its hooks where it has some, else as a server.
func (u *UI) connections() (all []connection) {
	ctl := ctlCommand()
	doors := []string{"mcp.", "hook.", "acp."}
	by := func(id, client string) bool {
		for _, door := range doors {
			if rest, ok := strings.CutPrefix(id, door+client); ok && (rest == "" || rest[0] == '.') {
				return true
			}
		}
		return false
	}
	known := func(id string) bool {
		for _, c := range clients.All() {
			if by(id, c.Name) {
				return true
			}
		}
		return false
	}
	for _, c := range clients.All() {
		door := "mcp"
		if _, err := clients.FindHooks(c.Name); err == nil {
			door = "hook"
		}
		all = append(all, connection{c.Name, c.Title, door + "." + c.Name, ctl + " " + door + " install " + c.Name, func(a consent.Agent) bool { return by(a.ID, c.Name) }})
	}
	return append(all,
		connection{"other", u.words.Say("welcome.other"), "mcp", ctl + " mcp serve", func(a consent.Agent) bool {
			return strings.HasPrefix(a.ID, "mcp.") && !known(a.ID)
		}},
		connection{"program", u.words.Say("welcome.program"), "my-agent", ctl + " agent add manifest.json --agent-id my-agent", func(a consent.Agent) bool {
			return a.ID != trialAgent && !strings.HasPrefix(a.ID, "mcp.") && !strings.HasPrefix(a.ID, "hook.") && !strings.HasPrefix(a.ID, "acp.")
		}})
}

// ctlCommand is how a terminal starts assentctl: by its name where that is found, else by
// its path beside this program.
func ctlCommand() string {
	const name = "assentctl"
	if _, err := exec.LookPath(name); err == nil {
		return name
	}
	self, err := os.Executable()
	if err != nil {
		return name
	}
	beside := filepath.Join(filepath.Dir(self), name)
	if info, err := os.Stat(beside); err != nil || !info.Mode().IsRegular() {
		return name
	}
	return quote(beside)
}

// connectRow is one way to connect an agent, and whether one came.
type connectRow struct {
	connection
	ui   *UI
	said *kit.Pill
	root fyne.CanvasObject
}

func (u *UI) newConnectRow(c connection) *connectRow {
	r := &connectRow{connection: c, ui: u, said: kit.NewPill()}
	line := widget.NewLabel(c.command)
	line.TextStyle.Monospace, line.Truncation, line.SizeName = true, fyne.TextTruncateEllipsis, theme.SizeNameCaptionText
	take := widget.NewButton(u.words.Say("welcome.copy"), func() {
		u.app.Clipboard().SetContent(c.command)
		u.copied[c.name] = true
		r.refresh(u.engine.Agents())
	})
	const nameWidth = 124
	name := widget.NewLabel(c.title)
	name.Truncation = fyne.TextTruncateEllipsis
	left := kit.Row(4, container.NewCenter(kit.NewAgentMark(c.title, c.markID)), container.NewGridWrap(fyne.NewSize(nameWidth, name.MinSize().Height), name))
	right := container.New(layout.NewCustomPaddedLayout(0, 0, kit.SpaceSmall, 0), kit.Row(kit.SpaceSmall, container.NewCenter(r.said), take))
	r.root = kit.Inset(6, 12, container.NewBorder(nil, nil, left, right, container.NewVBox(layout.NewSpacer(), kit.Panel(kit.ColorTint, line), layout.NewSpacer())))
	return r
}

// refresh says whether the agent is there, or waited for.
func (r *connectRow) refresh(agents []consent.Agent) {
	if slices.ContainsFunc(agents, r.came) {
		r.said.Set(r.ui.words.Say("welcome.connected"), kit.ColorLow, kit.ColorAdded)
		return
	}
	if r.ui.copied[r.name] {
		r.said.Set(r.ui.words.Say("welcome.waiting"), kit.ColorMuted, kit.ColorTint)
		return
	}
	r.said.Set("", kit.ColorMuted, kit.ColorTint)
}
