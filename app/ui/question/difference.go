package question

import (
	"fyne.io/fyne/v2"

	"assent/app/ui/kit"
	"assent/executors"
)

// linesShown is how many lines of a difference are shown before the person asks for more.
const linesShown = 60

// newDifference shows what becomes of a file. All of it can be seen.
func (c *card) newDifference(d *executors.Difference) fyne.CanvasObject {
	counts := kit.Plain(kit.TextSmall, 1, kit.ColorMuted, c.words.Say("ask.difference", "Removed", d.Removed, "Added", d.Added))
	list := kit.Stack(0)
	c.addLines(list, d.Lines)
	box := kit.Panel(kit.ColorCard, kit.Stack(4, kit.Inset(4, 12, counts), list))
	return kit.Inset(kit.SpaceSmall, 0, box)
}

// addLines lists the first of the lines, and a way to the rest.
func (c *card) addLines(list *fyne.Container, all []executors.DifferenceLine) {
	list.Add(kit.DifferenceLines(all[:min(linesShown, len(all))]))
	if len(all) <= linesShown {
		return
	}
	rest := all[linesShown:]
	var more *control
	more = newControl(c.words.Say("ask.more_lines", "Count", len(rest)), plain, kit.ColorAccent, c.host, func() {
		list.Remove(more)
		c.addLines(list, rest)
		c.host.fit()
	})
	list.Add(more)
}
