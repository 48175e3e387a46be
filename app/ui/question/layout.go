package question

import (
	"fyne.io/fyne/v2"

	"assent/app/ui/kit"
)

const barWidth = 4

// measures are the spaces on the card.
type measures struct {
	above, gap, head float32 // of what decides: before it, between its parts, within its head
	panel            float32 // above and below a panel's content
	foot             float32 // above and below the footer's content
	scroll           float32 // of what scrolls is seen at least
	title, body      float32 // the sizes of the headline and of what decides
	brief            bool    // texts take fewer lines, and the author's opens by a click
}

// The measures where there is room, and where there is little: on a small screen, or at a
// large scale.
var (
	roomy = measures{above: 16, gap: 12, head: 8, panel: 10, foot: 12, scroll: 48, title: kit.TextTitle, body: kit.TextBody}
	dense = measures{above: 8, gap: 7, head: 4, panel: 5, foot: 7, scroll: 28, title: 16, body: kit.TextBody, brief: true}
	tight = measures{above: 6, gap: 5, head: 3, panel: 3, foot: 5, scroll: 26, title: 15, body: kit.TextSmall, brief: true}
)

// cardLayout places a bar, what decides, what may scroll in what is left, and the
// footer; a sensor stays where it is.
type cardLayout struct{ m *measures }

// MinSize implements fyne.Layout.
func (l *cardLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	facts, foot := o[1].MinSize(), o[3].MinSize()
	return fyne.NewSize(foot.Width, facts.Height+l.m.scroll+foot.Height)
}

// Layout implements fyne.Layout.
func (l *cardLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[1].Resize(fyne.NewSize(size.Width-barWidth, o[1].MinSize().Height)) // a text knows its height once it knows its width
	facts, foot := o[1].MinSize().Height, o[3].MinSize().Height
	o[0].Resize(fyne.NewSize(barWidth, size.Height-foot))
	o[1].Move(fyne.NewPos(barWidth, 0))
	o[1].Resize(fyne.NewSize(size.Width-barWidth, facts))
	o[2].Move(fyne.NewPos(barWidth, facts))
	o[2].Resize(fyne.NewSize(size.Width-barWidth, max(0, size.Height-foot-facts)))
	o[3].Move(fyne.NewPos(0, size.Height-foot))
	o[3].Resize(fyne.NewSize(size.Width, foot))
}

// column lays objects out below each other, with a gap that can change.
type column struct{ gap *float32 }

// MinSize implements fyne.Layout.
func (l column) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		least := o.MinSize()
		size = fyne.NewSize(max(size.Width, least.Width), size.Height+least.Height+*l.gap)
	}
	return size.SubtractWidthHeight(0, *l.gap)
}

// Layout implements fyne.Layout.
func (l column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		for range 2 { // a text knows its height once it knows its width
			o.Resize(fyne.NewSize(size.Width, o.MinSize().Height))
		}
		o.Move(fyne.NewPos(0, y))
		y += o.Size().Height + *l.gap
	}
}

// padded gives an object space above and below that can change, and beside it.
type padded struct {
	above, below *float32
	left, right  float32
}

// MinSize implements fyne.Layout.
func (l padded) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().AddWidthHeight(l.left+l.right, *l.above+*l.below)
}

// Layout implements fyne.Layout.
func (l padded) Layout(o []fyne.CanvasObject, size fyne.Size) {
	o[0].Resize(size.SubtractWidthHeight(l.left+l.right, *l.above+*l.below))
	o[0].Move(fyne.NewPos(l.left, *l.above))
}

// middle gives objects all the width and places them at half the height.
type middle struct{}

// MinSize implements fyne.Layout.
func (middle) MinSize(objects []fyne.CanvasObject) fyne.Size { return objects[0].MinSize() }

// Layout implements fyne.Layout.
func (middle) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	for range 2 {
		objects[0].Resize(fyne.NewSize(size.Width, objects[0].MinSize().Height))
	}
	objects[0].Move(fyne.NewPos(0, (size.Height-objects[0].MinSize().Height)/2))
}

// split lays a button, a line and a smaller button out in one box.
type split struct{}

// MinSize implements fyne.Layout.
func (split) MinSize(o []fyne.CanvasObject) fyne.Size {
	return o[0].MinSize().AddWidthHeight(o[2].MinSize().Width+1, 0)
}

// Layout implements fyne.Layout.
func (split) Layout(o []fyne.CanvasObject, size fyne.Size) {
	const inset = 9 // of the line, above and below
	first := size.Width - o[2].MinSize().Width - 1
	o[0].Resize(fyne.NewSize(first, size.Height))
	o[1].Move(fyne.NewPos(first, inset))
	o[1].Resize(fyne.NewSize(1, size.Height-2*inset))
	o[2].Move(fyne.NewPos(first+1, 0))
	o[2].Resize(fyne.NewSize(size.Width-first-1, size.Height))
}

// targetHeight is how high what is pressed is at least.
const targetHeight = 24

// reaching has a low control reach above and below its line, which stays as high as its
// text.
type reaching struct{}

// MinSize implements fyne.Layout.
func (reaching) MinSize(o []fyne.CanvasObject) fyne.Size { return o[0].MinSize() }

// Layout implements fyne.Layout.
func (reaching) Layout(o []fyne.CanvasObject, size fyne.Size) {
	height := max(size.Height, targetHeight)
	o[0].Move(fyne.NewPos(0, (size.Height-height)/2))
	o[0].Resize(fyne.NewSize(size.Width, height))
}
