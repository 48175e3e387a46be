package question

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/executors/projectcli/uihint"
)

// How long a card stays after its end: long enough to read one line, or to take back what
// was said.
const (
	endStays    = 1500 * time.Millisecond
	denialStays = 400 * time.Millisecond
	undoStays   = 5 * time.Second
	hintStays   = 15 * time.Second
)

// running replaces the buttons after a yes.
func (c *card) running() {
	c.settle(theme.IconNameMediaPlay, kit.ColorAccent, c.words.Say("ask.running"), nil)
}

// done shows how the call ended, in one line. opened, where it is not empty, says how long
// nobody is asked again.
func (c *card) done(ok bool, reason, opened string) {
	icon, tone, said := theme.IconNameConfirm, kit.ColorLow, c.words.Say("ask.done")
	if !ok {
		icon, tone, said = theme.IconNameError, kit.ColorHigh, c.words.Reason(reason)
	}
	c.settle(icon, tone, c.with(said, opened), c.wayBack(opened != ""))
}

// with adds how long nobody is asked again.
func (c *card) with(said, opened string) string {
	if opened == "" {
		return said
	}
	return c.words.Say("ask.done_opened", "Done", said, "Opened", opened)
}

// found shows what the result of the call looks like, in the place of what could be
// opened. It can be put away.
func (c *card) found(hint uihint.Hint, opened string) {
	c.more.Objects = []fyne.CanvasObject{kit.Inset(kit.SpaceSmall, 0, kit.NewHint(c.words, hint, c.now()))}
	c.more.Refresh()
	c.scroll.ScrollToTop()
	way := c.wayBack(opened != "")
	if way == nil {
		way = newControl(c.words.Say("ask.close"), outlined, kit.ColorAccent, c.host, c.host.putAway)
	}
	icon, tone, key := theme.IconNameConfirm, kit.ColorLow, "ask.done"
	if hint.Type == uihint.Failure {
		icon, tone, key = theme.IconNameError, kit.ColorHigh, "ask.program_failed"
	}
	c.settle(icon, tone, c.with(c.words.Say(key), opened), way)
	c.host.fit()
}

// alwaysDenied confirms the rule that was made.
func (c *card) alwaysDenied() {
	c.settle(theme.IconNameCancel, kit.ColorMuted, c.words.Say("ask.always_denied", "Scope", c.words.Scope(c.question.Scope)), c.wayBack(true))
}

// left says why the question leaves without an answer, or with a no.
func (c *card) left(key string) {
	c.settle(theme.IconNameCancel, kit.ColorMuted, c.words.Say(key), nil)
}

// opened says where and until when nobody is asked again, after a yes that opened a
// silent window; empty after another.
func (c *card) opened(until time.Time) string {
	return c.words.Say("ask.opened", "Place", c.place(), "Time", c.words.Moment(until, c.now()))
}

// settle puts one line in the place of the buttons, with a way on where there is one.
func (c *card) settle(icon fyne.ThemeIconName, tone fyne.ThemeColorName, text string, way *control) {
	c.counter.stop()
	c.allows, c.keyed, c.hint = nil, nil, nil
	height := c.footer.Size().Height
	said := kit.NewParagraph(kit.TextBody, 3, kit.Run{Text: text, Bold: true})
	mark := container.NewCenter(container.New(layout.NewCustomPaddedLayout(0, 0, 0, kit.SpaceSmall), widget.NewIcon(kit.Tinted(icon, tone))))
	var beside fyne.CanvasObject
	if way != nil {
		beside = container.NewCenter(way)
	}
	c.footer.Objects = []fyne.CanvasObject{container.NewStack(kit.Gap(1, height), container.NewBorder(nil, nil, mark, beside, container.New(middle{}, said)))}
	c.footer.Refresh()
}

// wayBack takes back what the answer made beside the call, nil where it made nothing.
func (c *card) wayBack(made bool) *control {
	if !made {
		return nil
	}
	return newControl(c.words.Say("ask.undo"), outlined, kit.ColorAccent, c.host, func() { c.host.undo(c) })
}
