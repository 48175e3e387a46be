package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/i18n"
)

// undoStays is how long the way back from what was taken away on a page is offered.
const undoStays = 5 * time.Second

// undoOffer is what was done last on a page, while it can be undone there.
type undoOffer struct {
	agentID string
	done    i18n.Text
}

// changeBack does what the person asked for about an agent, says that it is done and
// offers the way back.
func (u *UI) changeBack(agentID string, done i18n.Text, do func() error) {
	u.change(func() error {
		if err := do(); err != nil {
			return err
		}
		u.later(func() { u.offerUndo(&undoOffer{agentID, done}) })
		return nil
	})
}

func (u *UI) offerUndo(offer *undoOffer) {
	u.undo = offer
	u.main.refreshBanner()
	time.AfterFunc(undoStays, func() { u.later(func() { u.endUndo(offer) }) })
}

func (u *UI) endUndo(offer *undoOffer) {
	if u.undo == offer {
		u.undo = nil
		u.main.refreshBanner()
	}
}

// undoBanner says what was done, with the way back from it.
func (m *mainWindow) undoBanner(offer *undoOffer) fyne.CanvasObject {
	back := widget.NewButton(m.ui.words.Say("banner.undo"), func() {
		m.ui.endUndo(offer)
		m.ui.change(func() error { return m.ui.engine.Undo(offer.agentID) })
	})
	return m.bannerLine(widget.NewIcon(kit.Tinted(theme.IconNameConfirm, kit.ColorLow)), offer.done, back)
}
