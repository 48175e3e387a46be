package question

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/ask"
	"assent/consent/visible"
)

// newFooter holds what is chosen and the buttons; it never scrolls.
func (c *card) newFooter() fyne.CanvasObject {
	lines := kit.Stack(kit.SpaceSmall)
	if c.question.Facts.Coarse {
		lines.Add(c.newChoice(&c.coarse, "ask.precise", "ask.approximate"))
	}
	if c.question.Facts.Breadth != "" && !c.high() {
		lines.Add(c.newBreadth())
	}
	c.hint = kit.Line("", kit.TextSmall, kit.ColorMuted)
	c.counter = newCountdown(c.words, c.shown.Deadline, c.now, c.host.soon)
	if !c.high() {
		c.counter.Hide()
	}
	lines.Add(container.NewBorder(nil, nil, c.counter, c.hint))
	lines.Add(c.newButtons())
	return lines
}

// breadthShown is how many characters of a folder or site stand in the footer: what it
// takes of the card, the body lacks. The target above says it in full.
const breadthShown = 120

// newBreadth lets the person keep the silent window to one folder or site.
func (c *card) newBreadth() fyne.CanvasObject {
	choice := c.newChoice(&c.narrow, "ask.everything", c.onlyHere())
	folder, _ := visible.Short(c.question.Facts.Breadth, breadthShown)
	where := kit.Mono(visible.Escape(folder))
	where.SizeName, where.Importance = theme.SizeNameCaptionText, widget.LowImportance
	return kit.Stack(2, choice, kit.Tight(where))
}

// onlyHere names what a window can be narrowed to.
func (c *card) onlyHere() string {
	if c.question.Scope == "network:http" {
		return "ask.only_site"
	}
	return "ask.only_folder"
}

// newChoice is one of two; the first holds until the person takes the second, which
// second tells.
func (c *card) newChoice(second *bool, firstKey, secondKey string) fyne.CanvasObject {
	var first, other *control
	set := func(to bool) {
		*second = to
		first.icon, other.icon = theme.IconNameRadioButtonChecked, theme.IconNameRadioButton
		if to {
			first.icon, other.icon = other.icon, first.icon
		}
		first.Refresh()
		other.Refresh()
	}
	first = newControl(c.words.Say(firstKey), plain, kit.ColorText, c.host, func() { set(false) })
	other = newControl(c.words.Say(secondKey), plain, kit.ColorText, c.host, func() { set(true) })
	set(*second)
	return kit.Row(kit.SpaceMiddle, first, other)
}

// newButtons puts "always deny", which only high questions have (contract §7), far
// from the others, and Deny before every Allow.
func (c *card) newButtons() fyne.CanvasObject {
	button := func(key string, f face, tone fyne.ThemeColorName, choice ask.Choice) *control {
		return newControl(c.words.Say(key), f, tone, c.host, func() { c.choose(choice) })
	}
	allow := func(key string, f face, choice ask.Choice) *control {
		b := button(key, f, kit.ColorAccent, choice)
		b.gate = &gate{
			press:    func() { c.host.arm().Press(c.moment()); c.host.tick() },
			release:  func() bool { return c.host.arm().Release() },
			progress: func() float64 { return c.host.arm().Progress(c.moment()) },
		}
		c.allows = append(c.allows, b)
		return b
	}
	buttons, whole := kit.Row(12), container.NewHBox()
	if c.high() {
		whole.Add(button("ask.always_deny", plain, kit.ColorMuted, ask.AlwaysDeny))
		buttons.Add(button("ask.deny", filled, kit.ColorHigh, ask.Deny))
		buttons.Add(allow("ask.allow", outlined, ask.AllowOnce))
	} else {
		buttons.Add(button("ask.deny", outlined, kit.ColorText, ask.Deny))
		buttons.Add(allow("ask.allow_once", outlined, ask.AllowOnce))
		buttons.Add(allow("ask.allow_day", filled, ask.Allow))
	}
	whole.Add(layout.NewSpacer())
	whole.Add(buttons)
	return whole
}

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
func (c *card) left(key string) { c.settle(theme.IconNameCancel, kit.ColorMuted, c.words.Say(key)) }

func (c *card) settle(icon fyne.ThemeIconName, tone fyne.ThemeColorName, text string) {
	c.counter.stop()
	c.allows, c.hint = nil, nil
	height := c.footer.Size().Height
	said := kit.Prose(text)
	image := widget.NewIcon(theme.NewColoredResource(theme.Current().Icon(icon), tone))
	said.TextStyle.Bold = true
	c.footer.Objects = []fyne.CanvasObject{container.NewStack(kit.Gap(1, height),
		container.NewBorder(nil, nil, container.NewCenter(image), nil, container.NewVBox(layout.NewSpacer(), kit.Tight(said), layout.NewSpacer())))}
	c.footer.Refresh()
}
