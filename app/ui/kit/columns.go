package kit

import "fyne.io/fyne/v2"

// Columns lays out pairs of label and value: labels as wide as the widest of
// them, values in the rest, wrapped, with Space between.
type Columns struct{ Space float32 }

func (l *Columns) labelWidth(objects []fyne.CanvasObject) (width float32) {
	for i := 0; i < len(objects); i += 2 {
		width = max(width, objects[i].MinSize().Width)
	}
	return width + l.Space
}

// Layout implements fyne.Layout.
func (l *Columns) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	first, y := l.labelWidth(objects), float32(0)
	for i := 0; i+1 < len(objects); i += 2 {
		label, value := objects[i], objects[i+1]
		value.Resize(fyne.NewSize(size.Width-first, value.MinSize().Height))
		height := max(label.MinSize().Height, value.MinSize().Height)
		label.Move(fyne.NewPos(0, y))
		label.Resize(fyne.NewSize(first-l.Space, label.MinSize().Height))
		value.Move(fyne.NewPos(first, y))
		value.Resize(fyne.NewSize(size.Width-first, height))
		y += height + l.Space/4
	}
}

// MinSize implements fyne.Layout.
func (l *Columns) MinSize(objects []fyne.CanvasObject) fyne.Size {
	width, height := float32(0), float32(0)
	for i := 0; i+1 < len(objects); i += 2 {
		width = max(width, objects[i+1].MinSize().Width)
		height += max(objects[i].MinSize().Height, objects[i+1].MinSize().Height) + l.Space/4
	}
	return fyne.NewSize(l.labelWidth(objects)+width, max(0, height-l.Space/4))
}
