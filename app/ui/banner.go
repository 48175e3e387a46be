package ui

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/scenario"
	"assent/app/ui/kit"
	"assent/consent/ask"
	"assent/i18n"
)

// Notice tells the person what happened, above every page until they put it away.
// It may be called from any goroutine.
func (u *UI) Notice(n i18n.Text) {
	u.later(func() {
		u.notices = append(u.notices, n)
		u.notices = u.notices[max(0, len(u.notices)-noticesShown):]
		u.refresh()
	})
}

// noticesShown bounds what stands above the page; the oldest go first.
const noticesShown = 3

// change does what the person asked for off the toolkit's goroutine, and tells when
// it failed.
func (u *UI) change(do func() error) {
	go func() {
		if err := do(); err != nil {
			u.Notice(i18n.Text{Key: "notice.failed", Args: map[string]any{"Error": err.Error()}})
			return
		}
		u.later(u.refresh)
	}()
}

// refresh draws again what is on screen.
func (u *UI) refresh() {
	u.asker.Refresh()
	if u.main != nil {
		u.main.refresh()
		u.tray.refresh()
	}
}

// refreshBanner shows the demo's clock, what is wrong, and what happened. Its buttons
// stay what they are while it says the same.
func (m *mainWindow) refreshBanner() {
	bears := m.borne()
	if m.bears != nil && slices.Equal(bears, m.bears) {
		return
	}
	m.bears = bears
	m.banner.RemoveAll()
	if demo := m.ui.options.Demo; demo != nil {
		m.banner.Add(m.demoBanner(demo))
	}
	if faked := m.ui.engine.Faked(); len(faked) > 0 {
		m.banner.Add(m.fakeBanner(faked))
	}
	if waiting := m.ui.engine.Waiting(); len(waiting) > 0 {
		m.banner.Add(m.waitingBanner(waiting))
	}
	if said, agent := m.reviewWaits(); agent.ID != "" {
		m.banner.Add(m.reviewBanner(said, agent))
	}
	if m.ui.undo != nil {
		m.banner.Add(m.undoBanner(m.ui.undo))
	}
	if r := m.ui.engine.Recording(); r != nil {
		m.banner.Add(m.recordingBanner(r))
	}
	for _, trouble := range m.ui.engine.Troubles() {
		m.banner.Add(m.notice(trouble, kit.ColorHigh, nil))
	}
	for i, n := range m.ui.notices {
		m.banner.Add(m.notice(n, kit.ColorMedium, func() {
			m.ui.notices = slices.Delete(m.ui.notices, i, i+1)
			m.refreshBanner()
		}))
	}
	if m.banner.Hidden = len(m.banner.Objects) == 0; !m.banner.Hidden {
		m.banner.Refresh()
	}
}

// borne is what the banner has to say, for comparing.
func (m *mainWindow) borne() []string {
	said := append([]string{}, m.ui.engine.Faked()...)
	if m.ui.undo != nil {
		said = append(said, fmt.Sprintf("%p", m.ui.undo))
	}
	if waiting := m.ui.engine.Waiting(); len(waiting) > 0 {
		said = append(said, asker(waiting).AgentID, m.ui.words.Text(waitingText(waiting)))
	}
	if waits, agent := m.reviewWaits(); agent.ID != "" {
		said = append(said, m.ui.words.Text(waits), agent.ID)
	}
	if r := m.ui.engine.Recording(); r != nil {
		said = append(said, r.Path)
	}
	for _, trouble := range m.ui.engine.Troubles() {
		said = append(said, m.ui.words.Text(trouble))
	}
	for _, n := range m.ui.notices {
		said = append(said, m.ui.words.Text(n))
	}
	return said
}

// waitingBanner says on every page that someone asks, and is the way to the question.
func (m *mainWindow) waitingBanner(waiting []ask.Waiting) fyne.CanvasObject {
	show := widget.NewButton(m.ui.words.Say("banner.show"), func() { m.ui.asker.Raise() })
	by := asker(waiting)
	return m.bannerLine(container.NewCenter(kit.NewAgentMark(by.AgentName, by.AgentID)), waitingText(waiting), show)
}

// asker is who asks now.
func asker(waiting []ask.Waiting) ask.Caller {
	for _, w := range waiting {
		if w.Current {
			return w.Question.Caller
		}
	}
	return waiting[0].Question.Caller
}

// waitingText names who asks now, and how many questions wait.
func waitingText(waiting []ask.Waiting) i18n.Text {
	by := asker(waiting)
	return i18n.Text{Key: "banner.waiting", Args: map[string]any{"Agent": cmp.Or(by.AgentName, by.AgentID), "Count": len(waiting)}}
}

// notice is one line above the page; away may be nil.
func (m *mainWindow) notice(n i18n.Text, tone fyne.ThemeColorName, away func()) fyne.CanvasObject {
	var close fyne.CanvasObject
	if away != nil {
		button := widget.NewButtonWithIcon("", theme.CancelIcon(), away)
		button.Importance = widget.LowImportance
		close = button
	}
	return m.bannerLine(widget.NewIcon(kit.Tinted(theme.IconNameWarning, tone)), n, close)
}

// bannerLine is a mark, a text and, where it is not nil, what can be done about it.
func (m *mainWindow) bannerLine(mark fyne.CanvasObject, said i18n.Text, action fyne.CanvasObject) fyne.CanvasObject {
	line := container.NewBorder(nil, nil, mark, action, kit.Prose(m.ui.words.Text(said)))
	return kit.Stack(0, kit.Inset(4, kit.SpaceMiddle, line), kit.Separator())
}

// fakeBanner says on every page which results are made up, for as long as the engine runs.
func (m *mainWindow) fakeBanner(scopes []string) fyne.CanvasObject {
	var names []string
	for _, scope := range scopes {
		names = append(names, m.ui.words.Scope(scope))
	}
	said := i18n.Text{Key: "banner.fake", Args: map[string]any{"Scopes": strings.Join(names, " · ")}}
	return m.notice(said, kit.ColorMedium, nil)
}

// demoBanner says that this is a demonstration and moves its clock.
func (m *mainWindow) demoBanner(d *Demo) fyne.CanvasObject {
	w := m.ui.words
	clock := widget.NewLabel(m.demoClock())
	after := func(do func()) func() { // the label says what came of it
		return func() {
			go func() {
				do()
				m.ui.later(func() { clock.SetText(m.demoClock()) })
			}()
		}
	}
	buttons := container.NewHBox(clock, layout.NewSpacer())
	for _, jump := range []struct {
		key string
		by  time.Duration
	}{{"demo.seconds", 31 * time.Second}, {"demo.hours_23", 23 * time.Hour}, {"demo.hours_25", 25 * time.Hour}} {
		buttons.Add(widget.NewButton(w.Say(jump.key), after(func() { d.Advance(jump.by) })))
	}
	buttons.Add(widget.NewButton(w.Say("demo.start_over"), after(d.StartOver)))
	return container.NewStack(kit.Ground(kit.ColorCard), kit.Stack(0, kit.Inset(4, kit.SpaceMiddle, buttons), kit.Separator()))
}

// demoClock says how far the demonstration's clock was moved.
func (m *mainWindow) demoClock() string {
	w := m.ui.words
	if ahead := time.Until(m.ui.options.Now()).Round(time.Second); ahead > 0 {
		return w.Say("demo.ahead", "Span", w.Span(ahead))
	}
	return w.Say("demo.banner")
}

// dropped lists a scenario, and gives all else that was dropped on the window to the form that adds an agent. A form
// that is open stays as the person left it.
func (m *mainWindow) dropped(_ fyne.Position, files []fyne.URI) {
	if len(files) == 0 {
		return
	}
	if len(files) == 1 && filepath.Ext(files[0].Path()) == scenario.Ending {
		m.ui.openScenario(files[0].Path())
		return
	}
	if page, ok := m.page.(*agentsPage); !ok || page.inner != Adding {
		m.show("agents")
		m.page.(*agentsPage).open(Adding)
	}
	m.drop(files)
}
