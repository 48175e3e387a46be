package kit

import "fyne.io/fyne/v2"

// Wrap lays objects out beside each other, and below where there is no room: they never
// widen what holds them beyond the widest of them. It knows its height once it knows its
// width: what holds it is to be laid out Twice.
type Wrap struct {
	Space float32
	width float32 // it was laid out for
}

// place calls at with where each object is to be, and returns how high all are.
func (w *Wrap) place(objects []fyne.CanvasObject, at func(o fyne.CanvasObject, pos fyne.Position)) (height float32) {
	x, y := float32(0), float32(0)
	for _, o := range objects {
		if !o.Visible() {
			continue
		}
		least := o.MinSize()
		if x > 0 && x+least.Width > w.width {
			x, y = 0, height+w.Space
		}
		at(o, fyne.NewPos(x, y))
		x += least.Width + w.Space
		height = max(height, y+least.Height)
	}
	return height
}

// MinSize implements fyne.Layout.
func (w *Wrap) MinSize(objects []fyne.CanvasObject) (least fyne.Size) {
	least.Height = w.place(objects, func(o fyne.CanvasObject, _ fyne.Position) { least.Width = max(least.Width, o.MinSize().Width) })
	return least
}

// Layout implements fyne.Layout.
func (w *Wrap) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	w.width = size.Width
	w.place(objects, func(o fyne.CanvasObject, pos fyne.Position) {
		o.Move(pos)
		o.Resize(fyne.NewSize(min(o.MinSize().Width, size.Width), o.MinSize().Height))
	})
}

// Twice is a layout of what holds parts that know their height once they know their width.
func Twice(l fyne.Layout) fyne.Layout { return twice{l} }

type twice struct{ once fyne.Layout }

// MinSize implements fyne.Layout.
func (t twice) MinSize(objects []fyne.CanvasObject) fyne.Size { return t.once.MinSize(objects) }

// Layout implements fyne.Layout.
func (t twice) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	t.once.Layout(objects, size)
	t.once.Layout(objects, size)
}
