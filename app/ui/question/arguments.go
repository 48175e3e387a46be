package question

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/visible"
)

// newArguments folds away every argument: name, type, value. Where Assent does not run
// the call they are all there is to judge by, and stand open.
func (c *card) newArguments() fyne.CanvasObject {
	all, _ := kit.MembersOf(c.question.Arguments) // what cannot be read ends the list: the chain refused it long before
	if len(all) == 0 {
		none := kit.Tight(kit.Quiet(c.words.Say("ask.no_arguments")))
		return container.NewStack(kit.Gap(1, 28), container.NewVBox(layout.NewSpacer(), none, layout.NewSpacer()))
	}
	open := func() fyne.CanvasObject {
		list := kit.Stack(12)
		c.addArguments(list, "", all)
		return kit.Panel(kit.ColorTint, kit.Inset(12, 12, list))
	}
	if c.question.Facts.HandedOver {
		return open()
	}
	return c.fold("arguments", c.words.Say("ask.arguments", "Count", len(all)), open)
}

// addArguments lists the first of all, and a way to the rest. path names what they are
// parts of.
func (c *card) addArguments(list *fyne.Container, path string, all []kit.Member) {
	for _, a := range all[:min(membersShown, len(all))] {
		list.Add(c.newArgument(path, a))
	}
	if len(all) <= membersShown {
		return
	}
	rest := all[membersShown:]
	var more *control
	more = newControl(c.words.Say("ask.more_arguments", "Count", len(rest)), plain, kit.ColorAccent, c.host, func() {
		list.Remove(more)
		following := kit.Stack(12)
		c.addArguments(following, path, rest)
		list.Add(following)
		c.host.fit()
	})
	list.Add(more)
}

// newArgument shows one argument. What has parts of its own opens to them; where all
// stand open, the parts of an argument do, too.
func (c *card) newArgument(path string, a kit.Member) fyne.CanvasObject {
	typed, raw := kit.Readable(a.Value)
	kind := c.words.Say("type." + typed)
	if path == "" && slices.Contains(c.question.Facts.Ignored, a.Name) {
		kind += " · " + c.words.Say("ask.ignored")
	}
	parts, ok := kit.PartsOf(a.Value)
	if !ok || len(parts) == 0 {
		return c.newValue(a.Name, kind, raw)
	}
	open := c.question.Facts.HandedOver && path == ""
	path += "\n" + a.Name
	label, _ := shortened(a.Name)
	list := func() fyne.CanvasObject {
		list := kit.Stack(12)
		c.addArguments(list, path, parts)
		return container.New(layout.NewCustomPaddedLayout(0, 0, kit.SpaceMiddle, 0), list)
	}
	if open {
		head := kit.Mono(label)
		head.TextStyle.Bold, head.SizeName = true, theme.SizeNameCaptionText
		return kit.Stack(kit.SpaceSmall, kit.Tight(head), list())
	}
	return c.fold("argument"+path, label+" · "+c.words.Say("ask.parts", "Count", len(parts)), list)
}

// newValue shows a value under its name; a long one opens page by page.
func (c *card) newValue(name, kind, raw string) fyne.CanvasObject {
	label, _ := shortened(name)
	head := kit.Mono(label)
	head.TextStyle.Bold, head.SizeName = true, theme.SizeNameCaptionText
	text, left := shortened(raw)
	value := kit.Mono(text)
	value.SizeName = theme.SizeNameCaptionText
	box := kit.Stack(2, container.NewBorder(nil, nil, nil, kit.Line(kind, kit.TextSmall, kit.ColorMuted), kit.Tight(head)), kit.Tight(value))
	if left > 0 {
		box.Add(c.newPages(raw, value, left))
	}
	return box
}

// newPages turns a shortened value into one that can be paged through.
func (c *card) newPages(raw string, value *widget.Label, left int) fyne.CanvasObject {
	count := kit.Quiet(c.words.Say("ask.left_out", "Count", left))
	runes := []rune(raw)
	current := 0
	var turn func(by int)
	previous := newControl(c.words.Say("ask.previous"), plain, kit.ColorAccent, c.host, func() { turn(-1) })
	next := newControl(c.words.Say("ask.next"), plain, kit.ColorAccent, c.host, func() { turn(1) })
	turn = func(by int) {
		_, pages := page(runes, 0)
		current = (current + by + pages) % pages
		text, _ := page(runes, current)
		value.SetText(text)
		count.SetText(c.words.Say("ask.page", "Page", current+1, "Pages", pages))
		c.host.fit()
	}
	var all *control
	bar := kit.Row(kit.SpaceSmall)
	all = newControl(c.words.Say("ask.show_all"), plain, kit.ColorAccent, c.host, func() {
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
	return kit.Stack(2, kit.Tight(count), bar)
}

const (
	shortValue   = 300  // characters of a long value that are shown at once
	pageLength   = 1500 // characters on one page of a long value
	membersShown = 20   // arguments listed before the person asks for more
)

// shortened returns a value fit for a glance, and how many characters it leaves
// out of its middle.
func shortened(value string) (text string, left int) {
	text, left = visible.Short(value, shortValue)
	return visible.EscapeLines(text), left
}

// page returns the nth page of a value, from 0, and how many pages there are.
func page(value []rune, n int) (text string, pages int) {
	pages = max(1, (len(value)+pageLength-1)/pageLength)
	n = min(max(n, 0), pages-1)
	return visible.EscapeLines(string(value[n*pageLength : min(len(value), (n+1)*pageLength)])), pages
}
