package ui

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// newArguments folds away every argument: name, type, value.
func (c *card) newArguments() fyne.CanvasObject {
	all, _ := membersOf(c.question.Arguments) // what cannot be read ends the list: the chain refused it long before
	if len(all) == 0 {
		none := snug(quiet(c.words.say("ask.no_arguments")))
		return container.NewStack(gap(1, 28), container.NewVBox(layout.NewSpacer(), none, layout.NewSpacer()))
	}
	return c.fold(c.words.say("ask.arguments", "Count", len(all)), func() fyne.CanvasObject {
		list := stack(12)
		c.addArguments(list, all)
		return panel(colorTint, inset(12, 12, list))
	})
}

// addArguments lists the first of all, and a way to the rest.
func (c *card) addArguments(list *fyne.Container, all []member) {
	for _, a := range all[:min(membersShown, len(all))] {
		list.Add(c.newArgument(a))
	}
	if len(all) <= membersShown {
		return
	}
	rest := all[membersShown:]
	var more *control
	more = newControl(c.words.say("ask.more_arguments", "Count", len(rest)), plain, colorAccent, c.stage, func() {
		list.Remove(more)
		following := stack(12)
		c.addArguments(following, rest)
		list.Add(following)
		c.stage.fit()
	})
	list.Add(more)
}

// newArgument shows one argument; a long value opens page by page.
func (c *card) newArgument(a member) fyne.CanvasObject {
	typed, raw := readable(a.value)
	kind := c.words.say("type." + typed)
	if slices.Contains(c.question.Facts.Ignored, a.name) {
		kind += " · " + c.words.say("ask.ignored")
	}
	name, _ := shortened(a.name)
	head := mono(name)
	head.TextStyle.Bold, head.SizeName = true, theme.SizeNameCaptionText
	text, left := shortened(raw)
	value := mono(text)
	value.SizeName = theme.SizeNameCaptionText
	box := stack(2, container.NewBorder(nil, nil, nil, line(kind, textSmall, colorMuted), snug(head)), snug(value))
	if left > 0 {
		box.Add(c.newPages(raw, value, left))
	}
	return box
}

// newPages turns a shortened value into one that can be paged through.
func (c *card) newPages(raw string, value *widget.Label, left int) fyne.CanvasObject {
	count := quiet(c.words.say("ask.left_out", "Count", left))
	runes := []rune(raw)
	current := 0
	var turn func(by int)
	previous := newControl(c.words.say("ask.previous"), plain, colorAccent, c.stage, func() { turn(-1) })
	next := newControl(c.words.say("ask.next"), plain, colorAccent, c.stage, func() { turn(1) })
	turn = func(by int) {
		_, pages := page(runes, 0)
		current = (current + by + pages) % pages
		text, _ := page(runes, current)
		value.SetText(text)
		count.SetText(c.words.say("ask.page", "Page", current+1, "Pages", pages))
		c.stage.fit()
	}
	var all *control
	bar := row(spaceSmall)
	all = newControl(c.words.say("ask.show_all"), plain, colorAccent, c.stage, func() {
		bar.RemoveAll()
		bar.Add(previous)
		bar.Add(next)
		bar.Refresh()
		turn(0)
	})
	bar.Add(all)
	for _, button := range []*control{all, previous, next} {
		button.small = true
	}
	return stack(2, snug(count), bar)
}
