package ui

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent"
	"assent/i18n"
)

// reviewCame brings the review of an agent on screen, unless that would take away what the
// person is writing or deciding: then the banner leads to it.
func (m *mainWindow) reviewCame(agentID string) {
	if m.drafting() {
		if page, ok := m.page.(*agentsPage); ok {
			page.reviewed(agentID)
		}
		m.refresh()
		return
	}
	m.show("agents")
}

// drafting reports whether the page holds what the person began, or the keyboard is in a
// field of it.
func (m *mainWindow) drafting() bool {
	if page, ok := m.page.(interface{ drafting() bool }); ok && page.drafting() {
		return true
	}
	_, writing := m.window.Canvas().Focused().(interface{ SelectedText() string })
	return writing
}

// reviewWaits says which agent waits for the person, the oldest first, and how many do; no
// agent where none does but the one whose review is open. A change whose manifest is not
// there yet is said, too (contract §2).
func (m *mainWindow) reviewWaits() (said i18n.Text, by consent.Agent) {
	open := ""
	if page, ok := m.page.(*agentsPage); ok {
		open = page.inner
	}
	waits := 0
	tell := func(key string, a consent.Agent) {
		if waits++; waits == 1 {
			by, said = a, i18n.Text{Key: key, Args: map[string]any{"Agent": cmp.Or(a.Name, a.ID)}}
		}
	}
	for _, r := range m.ui.reviews.all() {
		switch {
		case r.Agent.ID == open:
		case r.Previous != nil:
			tell("banner.changed", r.Agent)
		default:
			tell("banner.new", r.Agent)
		}
	}
	for _, a := range m.ui.engine.Agents() {
		if _, reviewing := m.ui.reviews.of(a.ID); a.Changed && !reviewing {
			tell("banner.awaited", a)
		}
	}
	if waits > 1 {
		said = i18n.Text{Key: "banner.and_more", Args: map[string]any{"Said": said, "Count": waits - 1}}
	}
	return said, by
}

// reviewBanner says on every page that an agent waits for the person, and leads to it.
func (m *mainWindow) reviewBanner(said i18n.Text, a consent.Agent) fyne.CanvasObject {
	review := widget.NewButton(m.ui.words.Say("agents.review"), func() { m.ui.ShowPage("agents", a.ID) })
	return container.NewStack(kit.Ground(kit.ColorWarned), m.bannerLine(container.NewCenter(kit.NewAgentMark(a.Name, a.ID)), said, review))
}
