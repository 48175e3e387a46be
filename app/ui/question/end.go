package question

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
)

// How long a card stays after its end: long enough to read one line, or to take back what
// was said.
const (
	endStays    = 1500 * time.Millisecond
	denialStays = 400 * time.Millisecond
	undoStays   = 5 * time.Second
)

// running replaces the buttons after a yes.
func (c *card) running() {
	c.settle(theme.IconNameMediaPlay, kit.ColorAccent, c.words.Say("ask.running"), false)
}

// done shows how the call ended, in one line. opened, where it is not empty, says how long
// nobody is asked again.
func (c *card) done(ok bool, reason, opened string) {
	icon, tone, said := theme.IconNameConfirm, kit.ColorLow, c.words.Say("ask.done")
	if !ok {
		icon, tone, said = theme.IconNameError, kit.ColorHigh, c.words.Reason(reason)
	}
	if opened != "" {
		said = c.words.Say("ask.done_opened", "Done", said, "Opened", opened)
	}
	c.settle(icon, tone, said, opened != "")
}

// alwaysDenied confirms the rule that was made.
func (c *card) alwaysDenied() {
	c.settle(theme.IconNameCancel, kit.ColorMuted, c.words.Say("ask.always_denied", "Scope", c.words.Scope(c.question.Scope)), true)
}

// left says why the question leaves without an answer, or with a no.
func (c *card) left(key string) {
	c.settle(theme.IconNameCancel, kit.ColorMuted, c.words.Say(key), false)
}

// opened says where and until when nobody is asked again, after a yes that opened a
// silent window; empty after another.
func (c *card) opened(until time.Time) string {
	return c.words.Say("ask.opened", "Place", c.place(), "Time", c.words.Moment(until, c.now()))
}

// settle puts one line in the place of the buttons, with the way back where there is one.
func (c *card) settle(icon fyne.ThemeIconName, tone fyne.ThemeColorName, text string, undo bool) {
	c.counter.stop()
	c.allows, c.keyed, c.hint = nil, nil, nil
	height := c.footer.Size().Height
	said := kit.NewParagraph(kit.TextBody, 3, kit.Run{Text: text, Bold: true})
	mark := container.NewCenter(container.New(layout.NewCustomPaddedLayout(0, 0, 0, kit.SpaceSmall), widget.NewIcon(kit.Tinted(icon, tone))))
	var way fyne.CanvasObject
	if undo {
		way = container.NewCenter(newControl(c.words.Say("ask.undo"), outlined, kit.ColorAccent, c.host, func() { c.host.undo(c) }))
	}
	c.footer.Objects = []fyne.CanvasObject{container.NewStack(kit.Gap(1, height), container.NewBorder(nil, nil, mark, way, container.New(middle{}, said)))}
	c.footer.Refresh()
}
