package kit

import "fyne.io/fyne/v2"

// Flow lays objects out in rows of equal cells, as many in a row as have room. It knows its
// height once it knows its width: what holds it is to be laid out Twice.
type Flow struct {
	Space float32
	width float32 // it was laid out for
}

func (f *Flow) cell(objects []fyne.CanvasObject) (least fyne.Size) {
	for _, o := range objects {
		least = least.Max(o.MinSize())
	}
	return least
}

// grid returns how many columns and rows there are at the width that is known.
func (f *Flow) grid(objects []fyne.CanvasObject) (columns, rows int) {
	n := len(objects)
	columns = min(n, max(1, int((f.width+f.Space)/(f.cell(objects).Width+f.Space))))
	rows = (n + columns - 1) / columns
	return (n + rows - 1) / rows, rows // as even as they can be
}

// MinSize implements fyne.Layout.
func (f *Flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	if len(objects) == 0 {
		return fyne.Size{}
	}
	least := f.cell(objects)
	_, rows := f.grid(objects)
	return fyne.NewSize(least.Width, float32(rows)*(least.Height+f.Space)-f.Space)
}

// Layout implements fyne.Layout.
func (f *Flow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	if f.width = size.Width; len(objects) == 0 {
		return
	}
	columns, _ := f.grid(objects)
	cell := fyne.NewSize((size.Width+f.Space)/float32(columns)-f.Space, f.cell(objects).Height)
	for i, o := range objects {
		o.Resize(cell)
		o.Move(fyne.NewPos(float32(i%columns)*(cell.Width+f.Space), float32(i/columns)*(cell.Height+f.Space)))
	}
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
