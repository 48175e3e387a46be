package ui

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/consent/ask"
	"assent/consent/visible"
)

// newFooter holds what is chosen and the buttons; it never scrolls.
func (c *card) newFooter() fyne.CanvasObject {
	lines := stack(spaceSmall)
	if c.question.Facts.Coarse {
		lines.Add(c.newChoice(&c.coarse, "ask.precise", "ask.approximate"))
	}
	if c.question.Facts.Breadth != "" && !c.high() {
		lines.Add(c.newBreadth())
	}
	c.hint = line("", textSmall, colorMuted)
	c.counter = newCountdown(c.words, c.shown.Deadline, c.now, c.stage.soon)
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
	where := mono(visible.Escape(folder))
	where.SizeName, where.Importance = theme.SizeNameCaptionText, widget.LowImportance
	return stack(2, choice, snug(where))
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
	first = newControl(c.words.say(firstKey), plain, colorText, c.stage, func() { set(false) })
	other = newControl(c.words.say(secondKey), plain, colorText, c.stage, func() { set(true) })
	set(*second)
	return row(spaceMiddle, first, other)
}

// newButtons puts "always deny", which only high questions have (contract §7), far
// from the others, and Deny before every Allow.
func (c *card) newButtons() fyne.CanvasObject {
	button := func(key string, f face, tone fyne.ThemeColorName, choice ask.Choice) *control {
		return newControl(c.words.say(key), f, tone, c.stage, func() { c.choose(choice) })
	}
	allow := func(key string, f face, choice ask.Choice) *control {
		b := button(key, f, colorAccent, choice)
		b.gate = &gate{
			press:    func() { c.stage.arm().Press(c.moment()); c.stage.tick() },
			release:  func() bool { return c.stage.arm().Release() },
			progress: func() float64 { return c.stage.arm().Progress(c.moment()) },
		}
		c.allows = append(c.allows, b)
		return b
	}
	buttons, whole := row(12), container.NewHBox()
	if c.high() {
		whole.Add(button("ask.always_deny", plain, colorMuted, ask.AlwaysDeny))
		buttons.Add(button("ask.deny", filled, colorHigh, ask.Deny))
		buttons.Add(allow("ask.allow", outlined, ask.AllowOnce))
	} else {
		buttons.Add(button("ask.deny", outlined, colorText, ask.Deny))
		buttons.Add(allow("ask.allow_once", outlined, ask.AllowOnce))
		buttons.Add(allow("ask.allow_day", filled, ask.Allow))
	}
	whole.Add(layout.NewSpacer())
	whole.Add(buttons)
	return whole
}

// running replaces the buttons after a yes.
func (c *card) running() { c.settle(theme.IconNameMediaPlay, colorAccent, c.words.say("ask.running")) }

// done shows how the call ended, in one line.
func (c *card) done(ok bool, reason string) {
	if ok {
		c.settle(theme.IconNameConfirm, colorLow, c.words.say("ask.done"))
		return
	}
	c.settle(theme.IconNameError, colorHigh, c.words.reason(reason))
}

// left says why the question leaves without an answer, or with a no.
func (c *card) left(key string) { c.settle(theme.IconNameCancel, colorMuted, c.words.say(key)) }

func (c *card) settle(icon fyne.ThemeIconName, tone fyne.ThemeColorName, text string) {
	c.counter.stop()
	c.allows, c.hint = nil, nil
	height := c.footer.Size().Height
	said := prose(text)
	image := widget.NewIcon(theme.NewColoredResource(theme.Current().Icon(icon), tone))
	said.TextStyle.Bold = true
	c.footer.Objects = []fyne.CanvasObject{container.NewStack(gap(1, height),
		container.NewBorder(nil, nil, container.NewCenter(image), nil, container.NewVBox(layout.NewSpacer(), snug(said), layout.NewSpacer())))}
	c.footer.Refresh()
}
