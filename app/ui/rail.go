package ui

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
)

// railRow is the rail's way to a page, with a number where something waits there.
type railRow struct {
	entry  pageEntry
	button *widget.Button
	badge  *fyne.Container
	count  *canvas.Text
}

// buildRail makes the rail anew.
func (m *mainWindow) buildRail() {
	m.rail.RemoveAll()
	m.rows = nil
	for _, entry := range m.pages {
		r := railRow{entry: entry, count: kit.Line("0", kit.TextSmall, theme.ColorNameForegroundOnPrimary)}
		r.button = widget.NewButtonWithIcon(m.ui.words.Say("page."+entry.key), theme.Current().Icon(entry.icon), func() { m.show(entry.key) })
		r.button.Alignment, r.button.Importance = widget.ButtonAlignLeading, widget.LowImportance
		r.count.TextStyle.Bold = true
		r.badge = container.NewBorder(nil, nil, nil, kit.Inset(0, kit.SpaceSmall, badge(r.count)))
		r.badge.Hide()
		m.rows = append(m.rows, r)
		m.rail.Add(container.NewStack(r.button, r.badge))
	}
}

// refreshRail shows which page is open and where something waits. The buttons stay
// what they are: one that is being pressed must not go.
func (m *mainWindow) refreshRail() {
	for _, r := range m.rows {
		importance := widget.LowImportance
		if r.entry.key == m.shown {
			importance = widget.MediumImportance
		}
		if r.button.Importance != importance {
			r.button.Importance = importance
			r.button.Refresh()
		}
		if r.entry.badge != nil {
			r.waits(r.entry.badge())
		}
	}
}

// waits shows how many things wait; none is no badge.
func (r railRow) waits(n int) {
	text := strconv.Itoa(n)
	if r.badge.Hidden == (n == 0) && r.count.Text == text {
		return
	}
	r.badge.Hidden, r.count.Text = n == 0, text
	r.badge.Refresh()
}

// badge puts a small number on the accent's ground.
func badge(number *canvas.Text) fyne.CanvasObject {
	ground := kit.Ground(kit.ColorAccent)
	ground.CornerRadius = kit.Radius
	return container.NewCenter(container.NewStack(ground, kit.Inset(1, 7, number)))
}
