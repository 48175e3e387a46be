package question

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
)

// running replaces the buttons after a yes.
func (c *card) running() {
	c.settle(theme.IconNameMediaPlay, kit.ColorAccent, c.words.Say("ask.running"))
}

// done shows how the call ended, in one line.
func (c *card) done(ok bool, reason string) {
	if ok {
		c.settle(theme.IconNameConfirm, kit.ColorLow, c.words.Say("ask.done"))
		return
	}
	c.settle(theme.IconNameError, kit.ColorHigh, c.words.Reason(reason))
}

// left says why the question leaves without an answer, or with a no.
func (c *card) left(key string) {
	c.settle(theme.IconNameCancel, kit.ColorMuted, c.words.Say(key))
}

func (c *card) settle(icon fyne.ThemeIconName, tone fyne.ThemeColorName, text string) {
	c.counter.stop()
	c.allows, c.hint = nil, nil
	height := c.footer.Size().Height
	said := kit.Prose(text)
	said.TextStyle.Bold = true
	c.footer.Objects = []fyne.CanvasObject{container.NewStack(kit.Gap(1, height),
		container.NewBorder(nil, nil, container.NewCenter(widget.NewIcon(kit.Tinted(icon, tone))), nil,
			container.NewVBox(layout.NewSpacer(), kit.Tight(said), layout.NewSpacer())))}
	c.footer.Refresh()
}
