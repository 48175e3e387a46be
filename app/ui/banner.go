package ui

import (
	"assent/executors"

	"fyne.io/fyne/v2"
)

// Notice tells the person what happened, above every page until they put it away.
// It may be called from any goroutine.
func (u *UI) Notice(n executors.Text) {
	fyne.Do(func() {
		u.notices = append(u.notices, n)
		u.refresh()
	})
}

// refresh draws again what is on screen.
func (u *UI) refresh() {
	if u.asker.card != nil && u.asker.turn != nil {
		u.asker.card.refreshWaiting()
	}
	if u.main != nil {
		u.main.refresh()
	}
}

// refreshBanner shows notices, trouble and the demo's clock.
func (m *mainWindow) refreshBanner() {
	m.banner.RemoveAll()
}

func (m *mainWindow) dropped(_ fyne.Position, files []fyne.URI) {}
