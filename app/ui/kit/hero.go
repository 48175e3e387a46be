package kit

import "fyne.io/fyne/v2"

// Hero lays out a text with a picture at its right, which is as wide as a part of the width
// and Ratio times as high. It knows its height once it knows its width: what holds it is to be
// laid out Twice.
type Hero struct {
	Ratio float32
	width float32 // it was laid out for
}

// The picture's width: its part of all, and its bounds.
const heroPart, heroLeast, heroMost = 0.42, 170, 320

func (h *Hero) picture() fyne.Size {
	width := min(max(h.width*heroPart, heroLeast), heroMost)
	return fyne.NewSize(width, width*h.Ratio)
}

// MinSize implements fyne.Layout.
func (h *Hero) MinSize(o []fyne.CanvasObject) fyne.Size {
	text := o[0].MinSize()
	return fyne.NewSize(text.Width+heroLeast+SpaceMiddle, max(text.Height, h.picture().Height))
}

// Layout implements fyne.Layout.
func (h *Hero) Layout(o []fyne.CanvasObject, size fyne.Size) {
	h.width = size.Width
	picture := h.picture()
	text := size.Width - picture.Width - SpaceMiddle
	o[0].Resize(fyne.NewSize(text, 0)) // what wraps knows its height now
	o[0].Resize(fyne.NewSize(text, o[0].MinSize().Height))
	o[0].Move(fyne.NewPos(0, max(0, (size.Height-o[0].MinSize().Height)/2)))
	o[1].Resize(picture)
	o[1].Move(fyne.NewPos(size.Width-picture.Width, max(0, (size.Height-picture.Height)/2)))
}
