package question

import (
	"slices"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"assent/app/ui/kit"
)

// fold is a line that opens to more, by its name on the card. What it opens is made when
// first opened; whether it is open belongs to the question.
func (c *card) fold(name, label string, open func() fyne.CanvasObject) fyne.CanvasObject {
	var handle *control
	var opened fyne.CanvasObject
	box := kit.Stack(kit.SpaceSmall)
	show := func(on bool) {
		if on && opened == nil {
			opened = container.New(layout.NewCustomPaddedLayout(0, kit.SpaceSmall, 0, 0), open())
			box.Add(opened)
		}
		handle.icon = theme.IconNameMenuExpand
		if on {
			opened.Show()
			handle.icon = theme.IconNameArrowDropDown
		} else if opened != nil {
			opened.Hide()
		}
		handle.Refresh()
	}
	handle = newControl(label, plain, kit.ColorText, c.host, func() {
		on := !c.draft.unfolded[name]
		c.draft.unfold(name, on)
		show(on)
		c.host.fit()
		if on {
			c.reveal(box)
		}
	})
	box.Add(container.New(layout.NewHBoxLayout(), handle))
	show(c.draft.unfolded[name])
	return box
}

// reveal scrolls so far that a part of what unfolds is seen, or the beginning of a high one.
func (c *card) reveal(part fyne.CanvasObject) {
	driver := fyne.CurrentApp().Driver()
	by := driver.AbsolutePositionForObject(part).Y - driver.AbsolutePositionForObject(c.scroll).Y
	if by > 0 { // its beginning is not above what is seen
		by = max(0, min(by, by+part.MinSize().Height-c.scroll.Size().Height))
	}
	if by != 0 {
		c.scroll.ScrollToOffset(c.scroll.Offset.AddXY(0, by))
	}
}

// holds reports whether part is in a container, or in one in it.
func holds(in fyne.CanvasObject, part fyne.CanvasObject) bool {
	if in == part {
		return true
	}
	c, ok := in.(*fyne.Container)
	return ok && slices.ContainsFunc(c.Objects, func(o fyne.CanvasObject) bool { return holds(o, part) })
}
