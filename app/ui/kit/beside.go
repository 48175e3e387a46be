package kit

import "fyne.io/fyne/v2"

// Beside lays two objects out beside each other, each half as wide, where both have at least
// Least, and else below each other. It knows its height once it knows its width: what holds
// it is to be laid out Twice.
type Beside struct {
	Least, Space float32
	width        float32 // it was laid out for
}

func (b *Beside) wide() bool { return b.width >= 2*b.Least+b.Space }

// MinSize implements fyne.Layout.
func (b *Beside) MinSize(o []fyne.CanvasObject) fyne.Size {
	first, second := o[0].MinSize(), o[1].MinSize()
	width := max(first.Width, second.Width)
	if b.wide() {
		return fyne.NewSize(width, max(first.Height, second.Height))
	}
	return fyne.NewSize(width, first.Height+b.Space+second.Height)
}

// Layout implements fyne.Layout.
func (b *Beside) Layout(o []fyne.CanvasObject, size fyne.Size) {
	b.width = size.Width
	if b.wide() {
		half := (size.Width - b.Space) / 2
		o[0].Resize(fyne.NewSize(half, size.Height))
		o[1].Resize(fyne.NewSize(half, size.Height))
		o[1].Move(fyne.NewPos(half+b.Space, 0))
		return
	}
	o[0].Resize(fyne.NewSize(size.Width, 0)) // what wraps knows its height now
	first := o[0].MinSize().Height
	o[0].Resize(fyne.NewSize(size.Width, first))
	o[1].Resize(fyne.NewSize(size.Width, max(0, size.Height-first-b.Space)))
	o[1].Move(fyne.NewPos(0, first+b.Space))
}
