package kit

import "fyne.io/fyne/v2"

// Halves lays two objects beside each other, each as high as it is, and below each other
// where there is less than Least room. It knows its height once it knows its width: it is
// to be laid out Twice.
type Halves struct {
	Space, Least float32
	width        float32 // it was laid out for
}

func (h *Halves) beside() bool { return h.width >= h.Least }

// MinSize implements fyne.Layout.
func (h *Halves) MinSize(objects []fyne.CanvasObject) (size fyne.Size) {
	for i, o := range objects {
		least := o.MinSize()
		size.Width = max(size.Width, least.Width)
		switch {
		case h.beside():
			size.Height = max(size.Height, least.Height)
		case i > 0:
			size.Height += h.Space + least.Height
		default:
			size.Height = least.Height
		}
	}
	return size
}

// Layout implements fyne.Layout.
func (h *Halves) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	h.width = size.Width
	width := size.Width
	if h.beside() {
		width = (size.Width - h.Space) / 2
	}
	at := fyne.Position{}
	for _, o := range objects {
		o.Resize(fyne.NewSize(width, o.MinSize().Height))
		o.Resize(fyne.NewSize(width, o.MinSize().Height)) // which a text knows once it has its width
		o.Move(at)
		if h.beside() {
			at.X += width + h.Space
		} else {
			at.Y += o.Size().Height + h.Space
		}
	}
}
