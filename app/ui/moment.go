package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// moment is a text about times as people say them; under the pointer it says them
// exactly, and takes no less room than before.
type moment struct {
	widget.Label
	said, exact string
	held        float32 // the height to keep
}

var _ desktop.Hoverable = (*moment)(nil)

func newMoment(said, exact string) *moment {
	m := &moment{}
	m.ExtendBaseWidget(m)
	m.set(said, exact)
	return m
}

// set changes both texts.
func (m *moment) set(said, exact string) {
	m.said, m.exact, m.held = said, exact, 0
	m.SetText(said)
}

// change changes both texts where they differ; while the pointer is on it, it goes on
// saying them exactly.
func (m *moment) change(said, exact string) {
	if m.said == said && m.exact == exact {
		return
	}
	if m.held == 0 {
		m.set(said, exact)
		return
	}
	m.said, m.exact = said, exact
	m.SetText(exact)
}

// MinSize implements fyne.Widget.
func (m *moment) MinSize() fyne.Size {
	return m.Label.MinSize().Max(fyne.NewSize(0, m.held))
}

// MouseIn implements desktop.Hoverable.
func (m *moment) MouseIn(*desktop.MouseEvent) {
	if m.exact != "" {
		m.held = m.Size().Height
		m.SetText(m.exact)
	}
}

// MouseMoved implements desktop.Hoverable.
func (m *moment) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (m *moment) MouseOut() {
	m.held = 0
	m.SetText(m.said)
}
