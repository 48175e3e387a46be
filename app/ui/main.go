package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
)

// The main window's size until the person changes it.
const (
	mainWidth  = 960
	mainHeight = 640
	headHeight = 36 // of a page's headline, with buttons or without
)

// pageView is one page of the main window.
type pageView interface {
	content() fyne.CanvasObject
	refresh() // something changed; called only while the page is shown
}

// pageEntry is how the rail names a page. badge may be nil.
type pageEntry struct {
	key   string
	icon  kit.IconName
	badge func() int
	open  func() pageView
}

// mainWindow is the window with the pages: a rail to choose one, the page, and
// above both what the person must know.
type mainWindow struct {
	ui      *UI
	window  fyne.Window
	pages   []pageEntry
	shown   string           // the key of the page on screen
	drop    func([]fyne.URI) // takes what was dropped on the window
	page    pageView
	rail    *fyne.Container
	rows    []*railRow
	header  *header
	banner  *fyne.Container
	bears   []string // what the banner says
	body    *fyne.Container
	tip     *kit.Tip
	closing *widget.PopUp // asks what closing does; nil: it does not
}

func newMainWindow(u *UI) *mainWindow {
	m := &mainWindow{ui: u, window: u.app.NewWindow("Assent"), rail: kit.Stack(2), banner: kit.Stack(0), body: container.NewStack(), tip: kit.NewTip()}
	m.pages = []pageEntry{
		{key: "activity", icon: kit.IconActivity, badge: func() int { return len(u.engine.Waiting()) }, open: func() pageView { return newActivityPage(u) }},
		{key: "agents", icon: kit.IconAgents, badge: u.reviews.count, open: func() pageView { return newAgentsPage(u) }},
		{key: "permissions", icon: kit.IconPermissions, open: func() pageView { return newPermissionsPage(u) }},
		{key: "playground", icon: kit.IconPlayground, open: func() pageView { return newPlaygroundPage(u) }},
		{key: "settings", icon: kit.IconSettings, open: func() pageView { return newSettingsPage(u) }},
	}
	m.window.SetPadded(false)
	m.window.SetMaster()
	preferences := u.app.Preferences()
	m.window.Resize(fyne.NewSize(
		float32(preferences.FloatWithFallback("width", mainWidth)), float32(preferences.FloatWithFallback("height", mainHeight))))
	m.window.SetCloseIntercept(m.leave)
	m.window.SetOnDropped(m.dropped)
	for i, entry := range m.pages {
		key := []fyne.KeyName{fyne.Key1, fyne.Key2, fyne.Key3, fyne.Key4, fyne.Key5}[i]
		m.window.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierControl},
			func(fyne.Shortcut) { m.show(entry.key) })
	}
	m.window.Canvas().AddShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyQ, Modifier: fyne.KeyModifierControl},
		func(fyne.Shortcut) { u.Quit() })
	m.build()
	return m
}

// build lays the window out anew, after a change of language or colours too.
func (m *mainWindow) build() {
	m.buildRail()
	m.bears = nil
	m.header = newHeader(m.ui)
	rail := container.NewStack(kit.Ground(kit.ColorCard), container.NewBorder(nil, nil, nil, kit.Separator(), kit.Inset(12, kit.SpaceSmall, m.rail)))
	above := kit.Stack(0, m.header.root, m.banner)
	m.window.SetContent(container.NewStack(container.New(belowHead{}, container.New(besideRail{m}, rail, m.body), above), m.tip))
	if m.shown == "" {
		m.shown = m.pages[0].key
	}
	m.show(m.shown)
}

// belowHead puts its second object at the top, and its first without a gap into the rest.
// They are in that order because the toolkit forgets to lay out anew for what changed its
// height first where something else changed too.
type belowHead struct{}

// MinSize implements fyne.Layout.
func (belowHead) MinSize(o []fyne.CanvasObject) fyne.Size {
	page, head := o[0].MinSize(), o[1].MinSize()
	return fyne.NewSize(max(page.Width, head.Width), page.Height+head.Height)
}

// Layout implements fyne.Layout.
func (belowHead) Layout(o []fyne.CanvasObject, size fyne.Size) {
	page, head := o[0], o[1]
	head.Resize(fyne.NewSize(size.Width, head.MinSize().Height)) // what wraps knows its height now
	high := head.MinSize().Height
	head.Resize(fyne.NewSize(size.Width, high))
	page.Move(fyne.NewPos(0, high))
	page.Resize(fyne.NewSize(size.Width, max(0, size.Height-high)))
}

// show brings a page on screen.
func (m *mainWindow) show(key string) {
	if m.shown != key && m.ui.trial.over() {
		m.ui.trial.staged = false // it was seen
	}
	if _, field := m.window.Canvas().Focused().(*leaveEntry); field {
		m.window.Canvas().Unfocus() // it takes what was written in it
	}
	if page, ok := m.page.(interface{ left() }); ok {
		page.left()
	}
	m.shown = key
	m.tip.About(nil, "", false)
	for _, entry := range m.pages {
		if entry.key == key {
			m.page = entry.open()
		}
	}
	m.body.Objects = []fyne.CanvasObject{kit.Inset(kit.SpaceMiddle, kit.SpaceEdge, m.page.content())}
	m.body.Refresh()
	m.refresh()
}

// refresh draws again what may have changed.
func (m *mainWindow) refresh() {
	m.refreshRail()
	m.header.refresh()
	m.refreshBanner()
	m.page.refresh()
}

// fit makes the window no larger than there is room for; zeros say nothing.
func (m *mainWindow) fit(room fyne.Size) {
	size := m.window.Canvas().Size()
	if fits := size.Min(room); !room.IsZero() && fits != size {
		m.window.Resize(fits)
	}
}

// remember keeps the window's size for the next start.
func (m *mainWindow) remember() {
	size := m.window.Canvas().Size()
	m.ui.app.Preferences().SetFloat("width", float64(size.Width))
	m.ui.app.Preferences().SetFloat("height", float64(size.Height))
}

// heading is a page's headline with what can be done beside it.
func heading(text string, actions ...fyne.CanvasObject) fyne.CanvasObject {
	t := kit.Line(text, kit.TextTitle, kit.ColorText)
	t.TextStyle.Bold = true
	objects := append([]fyne.CanvasObject{t, layout.NewSpacer()}, actions...)
	return container.NewStack(kit.Gap(0, headHeight), container.NewHBox(objects...))
}

// named is a headline with a name in it: a long one wraps, so that it never widens the
// window.
func named(text string) fyne.CanvasObject {
	return container.NewStack(kit.Gap(0, headHeight), container.NewVBox(layout.NewSpacer(), kit.Tight(kit.Title(text)), layout.NewSpacer()))
}
