package question

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"assent/app/ui/kit"
	"assent/consent/ask"
)

// newFooter holds what is chosen and the buttons; it never scrolls.
func (c *card) newFooter() fyne.CanvasObject {
	c.allows, c.keyed = nil, map[rune]*control{}
	lines := kit.Stack(kit.SpaceSmall)
	if c.draft.telling {
		lines.Add(c.newTelling())
		return lines
	}
	if c.question.Facts.Coarse {
		lines.Add(c.newChoice(&c.draft.coarse, c.words.Say("ask.precise"), c.words.Say("ask.approximate")))
	}
	if c.draft.choosing {
		lines.Add(c.newBreadth())
	}
	buttons := c.newButtons()
	if whole := c.newPlace(); whole != nil {
		lines.Add(whole)
	}
	lines.Add(c.newStatus())
	lines.Add(buttons)
	return lines
}

// refoot makes the footer anew, after something on it was chosen.
func (c *card) refoot() {
	c.counter.stop()
	c.footer.Objects = []fyne.CanvasObject{c.newFooter()}
	if c.counting {
		c.counter.start()
	}
	c.host.fit()
}

// newStatus says how long is left, or what a silent window is, and what the keys do.
func (c *card) newStatus() fyne.CanvasObject {
	c.hint = kit.Line("", kit.TextSmall, kit.ColorMuted)
	left := c.newCounter() // also where it is not shown: it can be stopped
	if !c.high() {
		left = c.newRenewal()
	}
	c.hint.Alignment = fyne.TextAlignTrailing
	return container.NewBorder(nil, nil, left, nil, container.NewVBox(layout.NewSpacer(), c.hint, layout.NewSpacer()))
}

// newCounter says how long is left; hidden where the question waits as long as it takes.
func (c *card) newCounter() fyne.CanvasObject {
	c.counter = newCountdown(c.words, c.shown.Deadline, c.now, c.host.soon)
	c.counter.Hidden = !c.high()
	return c.counter
}

// count begins to count down.
func (c *card) count() {
	c.counting = true
	c.counter.start()
}

// newButtons puts "always deny", which only high questions have (contract §7), far from
// the others, Deny before every Allow and the widest last. None is louder than Deny.
func (c *card) newButtons() fyne.CanvasObject {
	buttons, whole := kit.Row(10), container.NewHBox()
	if c.high() {
		always := newControl(c.words.Say("ask.always_deny"), plain, kit.ColorMuted, c.host, func() { c.choose(ask.AlwaysDeny) })
		always.answers = true
		whole.Add(always)
		buttons.Add(c.newDeny(theme.ColorNameForegroundOnPrimary, kit.ColorText))
		buttons.Add(c.byKey('O', c.newAllow(c.words.Say("ask.allow"), kit.ColorText, ask.AllowOnce)))
	} else {
		buttons.Add(c.newDeny(kit.ColorText, kit.ColorCard))
		buttons.Add(c.byKey('O', c.newAllow(c.words.Say("ask.allow_once"), kit.ColorAccent, ask.AllowOnce)))
		if c.offersWindow() {
			used := buttons.MinSize().Width + 10
			window := c.byKey('A', c.newAllow(c.allowPlace(cardWidth-2*kit.SpaceEdge-used-2*kit.SpaceMiddle), kit.ColorAccent, ask.Allow))
			window.step = true // a window takes a key more than once does
			buttons.Add(window)
		}
	}
	whole.Add(layout.NewSpacer())
	whole.Add(buttons)
	return whole
}

// byKey gives a button its letter.
func (c *card) byKey(key rune, b *control) *control {
	b.key = key
	c.keyed[key] = b
	return b
}

// newAllow is a button for a yes, which counts only once it is armed.
func (c *card) newAllow(text string, tone fyne.ThemeColorName, choice ask.Choice) *control {
	b := newControl(text, outlined, tone, c.host, func() { c.choose(choice) })
	b.gate = &gate{
		press:    func() { c.host.arm().Press(c.moment()); c.host.tick() },
		release:  func() bool { return c.host.arm().Release() },
		progress: func() float64 { return c.host.arm().Progress(c.moment()) },
	}
	c.allows = append(c.allows, b)
	return b
}

// newDeny is Deny with the small arrow to a word for the agent, in one box.
func (c *card) newDeny(tone, ground fyne.ThemeColorName) fyne.CanvasObject {
	c.deny = c.byKey('D', newControl(c.words.Say("ask.deny"), bare, tone, c.host, func() { c.choose(ask.Deny) }))
	c.deny.answers = true
	arrow := c.byKey('N', newControl("", bare, tone, c.host, func() { c.draft.telling = true; c.refoot(); c.host.take(c.field) }))
	arrow.icon = theme.IconNameArrowDropDown
	c.deny.beside = arrow.MinSize().Width + 1
	return kit.Panel(ground, container.New(split{}, c.deny, kit.Ground(kit.ColorLine), arrow))
}

// newChoice is one of two; the first holds until the person takes the second, which
// second tells.
func (c *card) newChoice(second *bool, firstText, secondText string) fyne.CanvasObject {
	choose := func(text string, to bool) *control {
		one := newControl(text, plain, kit.ColorText, c.host, func() {
			if *second != to {
				*second = to
				c.refoot()
			}
		})
		one.icon = theme.IconNameRadioButton
		if *second == to {
			one.icon = theme.IconNameRadioButtonChecked
		}
		return one
	}
	return kit.Row(kit.SpaceMiddle, choose(firstText, false), choose(secondText, true))
}
