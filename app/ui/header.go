package ui

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/assets"
)

const headerHeight = 44

// header stands above every page: whose window this is, whether agents are heard, and the
// way to stop everything, or to go on.
type header struct {
	ui    *UI
	drawn headerState
	root  *fyne.Container
}

// headerState is what the header was drawn from.
type headerState struct {
	state           string // the text's key
	agents, waiting int
	until           time.Time // when the pause ends by itself; zero: never
	fake            bool      // results are made up
}

func newHeader(u *UI) *header {
	h := &header{ui: u, root: container.NewStack()}
	h.draw(h.now())
	return h
}

func (h *header) now() headerState {
	engine := h.ui.engine
	s := headerState{state: "main.listening", agents: len(engine.Agents()), waiting: len(engine.Waiting()), fake: len(engine.Faked()) > 0}
	if _, err := engine.Listening(); err != nil {
		s.state = "main.deaf"
	}
	if engine.Paused() {
		s.state, s.until = "main.paused", h.ui.pause.until
	}
	return s
}

// refresh draws what changed. Its buttons stay what they are while it says the same.
func (h *header) refresh() {
	if s := h.now(); s != h.drawn {
		h.draw(s)
	}
}

func (h *header) draw(s headerState) {
	h.drawn = s
	ground, line := kit.ColorCard, h.listening(s)
	if s.state == "main.paused" {
		ground, line = kit.ColorWarned, h.paused(s)
	}
	mark := canvas.NewImageFromResource(fyne.NewStaticResource("icon.png", assets.Icon))
	name := kit.Line("Assent", kit.TextBody, kit.ColorText)
	name.TextStyle.Bold = true
	left := kit.Row(kit.SpaceSmall, container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(22), mark)), container.NewCenter(name), kit.Gap(2, 0))
	if s.fake {
		left.Add(container.NewCenter(h.fake()))
	}
	whole := container.NewBorder(nil, nil, left, nil, line)
	h.root.Objects = []fyne.CanvasObject{kit.Ground(ground), kit.Gap(0, headerHeight), container.NewBorder(nil, kit.Separator(), nil, nil),
		container.New(layout.NewCustomPaddedLayout(0, 1, kit.SpaceMiddle, kit.SpaceSmall), whole)}
	h.root.Refresh()
}

// listening says whether agents are heard, how many are known and how many ask.
func (h *header) listening(s headerState) fyne.CanvasObject {
	w := h.ui.words
	tone, ground := kit.ColorLow, kit.ColorAdded
	if s.state == "main.deaf" {
		tone, ground = kit.ColorHigh, kit.ColorRemoved
	}
	dot := canvas.NewCircle(kit.Color(tone))
	word := kit.Line(w.Say(s.state), kit.TextSmall, tone)
	word.TextStyle.Bold = true
	state := container.NewStack(pill(ground), kit.Inset(3, 10, kit.Row(6, container.NewCenter(container.NewGridWrap(fyne.NewSquareSize(8), dot)), word)))
	asks := w.Say("main.nobody_asks")
	if s.waiting > 0 {
		asks = w.Say("main.asking", "Count", s.waiting)
	}
	about := widget.NewLabel(w.Say("main.agents", "Count", s.agents) + " · " + asks)
	about.Importance, about.SizeName, about.Truncation = widget.LowImportance, theme.SizeNameCaptionText, fyne.TextTruncateEllipsis
	pause := widget.NewButtonWithIcon(w.Say("main.pause"), kit.Icon(kit.IconPause, kit.ColorText), func() { h.ui.pauseNow() })
	pause.Importance = widget.LowImportance
	return container.NewBorder(nil, nil, container.NewCenter(state), container.NewCenter(pause), container.NewVBox(layout.NewSpacer(), about, layout.NewSpacer()))
}

// fake says that results are made up. Of which, the banner tells.
func (h *header) fake() fyne.CanvasObject {
	word := kit.Line(h.ui.words.Say("main.fake"), kit.TextSmall, kit.ColorMedium)
	word.TextStyle.Bold = true
	return container.NewStack(pill(kit.ColorWarned), kit.Inset(3, 10, word))
}

// paused says that everything is denied, and offers to go on, now or by itself.
func (h *header) paused(s headerState) fyne.CanvasObject {
	w := h.ui.words
	said := w.Say("main.paused")
	if !s.until.IsZero() {
		said = w.Say("main.paused_until", "Time", s.until.Local().Format("15:04"))
	}
	text := widget.NewLabel(said)
	text.TextStyle.Bold, text.Importance, text.Truncation = true, widget.WarningImportance, fyne.TextTruncateEllipsis
	ways := kit.Row(4)
	add := func(key string, importance widget.Importance, act func()) {
		b := widget.NewButton(w.Say(key), act)
		b.Importance = importance
		ways.Add(b)
	}
	add("main.resume", widget.WarningImportance, func() { h.ui.resume() })
	if s.until.IsZero() {
		add("main.resume_15", widget.LowImportance, func() { h.ui.resumeIn(15 * time.Minute) })
		add("main.resume_60", widget.LowImportance, func() { h.ui.resumeIn(time.Hour) })
	}
	return container.NewBorder(nil, nil, nil, container.NewCenter(ways), container.NewVBox(layout.NewSpacer(), text, layout.NewSpacer()))
}
