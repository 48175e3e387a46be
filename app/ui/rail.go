package ui

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/theme"

	"assent/app/ui/kit"
)

// The rail's width, and where the window has room for little.
const (
	railWidth   = 176
	railNarrow  = 68
	narrowBelow = 720 // of the window's width
)

// buildRail makes the rail anew.
func (m *mainWindow) buildRail() {
	m.rail.RemoveAll()
	m.rows = nil
	for _, entry := range m.pages {
		r := newRailRow(m.ui.words.Say("page."+entry.key), entry, func() { m.show(entry.key) })
		m.rows = append(m.rows, r)
		m.rail.Add(r)
	}
}

// refreshRail shows which page is open and where something waits.
func (m *mainWindow) refreshRail() {
	for _, r := range m.rows {
		waits := 0
		if r.entry.badge != nil {
			waits = r.entry.badge()
		}
		r.tell(r.entry.key == m.shown, waits)
	}
}

// railRow is the rail's way to a page, with a number where something waits there.
type railRow struct {
	kit.Pressable
	entry  pageEntry
	open   bool
	narrow bool

	ground *canvas.Rectangle
	icon   *canvas.Image
	name   *canvas.Text
	badge  *canvas.Rectangle
	count  *canvas.Text
}

func newRailRow(name string, entry pageEntry, act func()) *railRow {
	r := &railRow{entry: entry, ground: canvas.NewRectangle(nil), icon: canvas.NewImageFromResource(nil),
		name: kit.Line(name, kit.TextBody, kit.ColorText), count: kit.Line("0", kit.TextSmall, theme.ColorNameForegroundOnPrimary)}
	r.ground.CornerRadius = kit.Radius
	r.count.TextStyle.Bold = true
	r.badge = pill(kit.ColorAccent)
	r.badge.Hide()
	r.count.Hide()
	r.Act, r.Changed = act, r.paint
	r.ExtendBaseWidget(r)
	r.paint()
	return r
}

func pill(tone fyne.ThemeColorName) *canvas.Rectangle {
	ground := kit.Ground(tone)
	ground.CornerRadius = kit.Radius
	return ground
}

// tell says whether its page is open and how many things wait there; none is no badge.
func (r *railRow) tell(open bool, waits int) {
	text := strconv.Itoa(waits)
	if r.open == open && r.badge.Hidden == (waits == 0) && r.count.Text == text {
		return
	}
	r.open, r.badge.Hidden, r.count.Hidden, r.count.Text = open, waits == 0, waits == 0, text
	r.paint()
}

// squeeze leaves the icon and the badge alone, or shows the name again.
func (r *railRow) squeeze(narrow bool) {
	if r.narrow != narrow {
		r.narrow, r.name.Hidden = narrow, narrow
		r.count.TextSize = kit.TextSmall
		if narrow {
			r.count.TextSize = smallCount
		}
		r.Refresh()
	}
}

func (r *railRow) paint() {
	r.ground.FillColor, r.ground.StrokeWidth = nil, 0
	tone := kit.ColorText
	switch {
	case r.open:
		r.ground.FillColor = kit.Color(theme.ColorNameSelection)
		tone = kit.ColorAccent
	case r.Hovered:
		r.ground.FillColor = kit.Color(theme.ColorNameHover)
	}
	if r.Focused {
		r.ground.StrokeColor, r.ground.StrokeWidth = kit.Color(kit.ColorAccent), 2
	}
	r.icon.Resource = kit.Icon(r.entry.icon, tone)
	r.name.Color = kit.Color(kit.ColorText)
	r.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (r *railRow) CreateRenderer() fyne.WidgetRenderer {
	return kit.Rendered(r, railLook{r}, r.ground, r.icon, r.name, r.badge, r.count)
}

// railLook places a row's parts.
type railLook struct{ r *railRow }

// MinSize implements fyne.Layout.
func (l railLook) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(railNarrow-2*kit.SpaceSmall, 36)
}

// smallCount is the size of the badge's number where it stands in the icon's corner.
const smallCount = 10

// Layout implements fyne.Layout.
func (l railLook) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	const icon, edge = 18, 14
	r := l.r
	r.ground.Resize(size)
	r.icon.Resize(fyne.NewSquareSize(icon))
	r.icon.Move(fyne.NewPos(edge, (size.Height-icon)/2))
	r.name.Move(fyne.NewPos(edge+icon+10, (size.Height-r.name.MinSize().Height)/2))
	said := r.count.MinSize()
	badge := fyne.NewSize(said.Width+14, said.Height+2)
	at := fyne.NewPos(size.Width-badge.Width-kit.SpaceSmall, (size.Height-badge.Height)/2)
	if r.narrow { // beside the icon, not on it
		badge = fyne.NewSize(max(said.Width+7, said.Height), said.Height)
		at = fyne.NewPos(min(edge+icon, size.Width-badge.Width), 2)
	}
	r.badge.Resize(badge)
	r.badge.Move(at)
	r.count.Move(at.AddXY((badge.Width-said.Width)/2, (badge.Height-said.Height)/2))
}

// besideRail puts the rail beside the page; where the window is narrow the rail has no names.
type besideRail struct{ m *mainWindow }

// MinSize implements fyne.Layout.
func (s besideRail) MinSize(o []fyne.CanvasObject) fyne.Size {
	rail, page := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(railNarrow+page.Width, max(rail.Height, page.Height))
}

// Layout implements fyne.Layout.
func (s besideRail) Layout(o []fyne.CanvasObject, size fyne.Size) {
	width := float32(railWidth)
	narrow := size.Width < narrowBelow
	if narrow {
		width = railNarrow
	}
	for _, r := range s.m.rows {
		r.squeeze(narrow)
	}
	o[0].Resize(fyne.NewSize(width, size.Height))
	o[1].Move(fyne.NewPos(width, 0))
	o[1].Resize(fyne.NewSize(size.Width-width, size.Height))
}
