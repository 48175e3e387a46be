package question

import (
	"sort"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"assent/app/ui/kit"
	"assent/consent/ask"
	"assent/consent/visible"
)

// A silent window (contract §7) is offered for the one folder or site first, and says
// where and how long in its button; wider is a choice beside it. What has no folder or
// site offers none until the person asks for it, and what warns offers none at all.

// mayWindow reports whether a yes to this question may open a silent window.
func (c *card) mayWindow() bool {
	facts := c.question.Facts
	return !c.high() && !facts.NoWindow && len(facts.Warn) == 0
}

// narrow reports whether the window offered is kept to one folder or site.
func (c *card) narrow() bool { return c.question.Facts.Breadth != "" && !c.draft.wide }

// offersWindow reports whether there is a button that opens a window.
func (c *card) offersWindow() bool { return c.mayWindow() && (c.narrow() || c.draft.wide) }

// place names where the window offered would hold.
func (c *card) place() string {
	if !c.narrow() {
		return c.words.Say("ask.wide_" + c.wideKind())
	}
	return kit.ShortHome(strings.TrimPrefix(c.question.Facts.Breadth, "https://"), c.host.home())
}

// wideKind names what a window that is not narrow is about, as a key of ours.
func (c *card) wideKind() string {
	switch q := c.question; q.Scope {
	case "filesystem:read", "network:http", "clipboard:read", "project:cli":
		return ask.Action(q.Scope, "")
	}
	return "other"
}

// allowPlace is the button's text, with as much of the place as has room.
func (c *card) allowPlace(room float32) string {
	place := c.place()
	text := func(limit int) string {
		short, _ := visible.Short(place, limit)
		return c.words.Say("ask.allow_place", "Place", visible.Escape(short))
	}
	const most = 80 // more have room in no button
	tooWide := func(limit int) bool {
		return fyne.MeasureText(text(limit+1), kit.TextBody, fyne.TextStyle{Bold: true}).Width > room
	}
	return text(max(1, sort.Search(most, tooWide)))
}

// newPlace says in full where the window would hold when the button has no room for it.
func (c *card) newPlace() fyne.CanvasObject {
	if !c.offersWindow() || len(c.allows) < 2 || strings.Contains(c.allows[1].text, visible.Escape(c.place())) {
		return nil
	}
	return kit.NewParagraph(kit.TextSmall, 2, kit.Run{Text: c.place(), Mono: true, Tone: kit.ColorMuted})
}

// newRenewal says how long a window holds, and is the way to a wider one.
func (c *card) newRenewal() fyne.CanvasObject {
	if !c.mayWindow() {
		return kit.Line(c.words.Say("ask.each_time"), kit.TextSmall, kit.ColorMuted)
	}
	said := c.words.Say("ask.each_time")
	if c.offersWindow() {
		said = c.renewal()
	}
	line := kit.Row(4, kit.Line(said+" ·", kit.TextSmall, kit.ColorMuted))
	wider := newControl(c.words.Say("ask.wider"), plain, kit.ColorAccent, c.host, func() {
		c.draft.choosing = !c.draft.choosing
		c.refoot()
	})
	wider.small, wider.low = true, true
	line.Add(container.New(reaching{}, wider))
	return line
}

// renewal says that each use renews the window, and until when at most.
func (c *card) renewal() string {
	if days := c.host.capDays(); days > 0 {
		return c.words.Say("ask.renewed", "Count", days)
	}
	return c.words.Say("ask.renewed_always")
}

// newBreadth lets the person widen the window offered, in words.
func (c *card) newBreadth() fyne.CanvasObject {
	first := c.words.Say("ask.only_once")
	if c.question.Facts.Breadth != "" {
		first = c.words.Say("ask.only_here")
	}
	return container.NewHBox(c.newChoice(&c.draft.wide, first, c.words.Say("ask.widen_"+c.wideKind())))
}
