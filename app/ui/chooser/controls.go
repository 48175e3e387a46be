package chooser

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/widget"
)

// The toolkit hands a key to what has the keyboard alone, so each control closes the list by
// Escape itself.

// field is a line of text.
type field struct {
	widget.Entry
	escape func()
}

func newField(submitted func(string), escape func()) *field {
	f := &field{escape: escape}
	f.OnSubmitted = submitted
	f.ExtendBaseWidget(f)
	return f
}

// TypedKey implements fyne.Focusable.
func (f *field) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		f.escape()
		return
	}
	f.Entry.TypedKey(e)
}

// button is a button.
type button struct {
	widget.Button
	escape func()
}

func newButton(text string, tapped, escape func()) *button {
	b := &button{escape: escape}
	b.Text, b.OnTapped = text, tapped
	b.ExtendBaseWidget(b)
	return b
}

// TypedKey implements fyne.Focusable.
func (b *button) TypedKey(e *fyne.KeyEvent) {
	if e.Name == fyne.KeyEscape {
		b.escape()
		return
	}
	b.Button.TypedKey(e)
}

// rows are lines of an icon and a name, of which one can be marked.
type rows struct {
	widget.List
	enter, escape func()
}

func newRows(count func() int, fill func(int, *widget.Icon, *widget.Label), marked func(int), enter, escape func()) *rows {
	r := &rows{enter: enter, escape: escape}
	r.HideSeparators = true
	r.Length = count
	r.CreateItem = func() fyne.CanvasObject {
		name := widget.NewLabel("")
		name.Truncation = fyne.TextTruncateEllipsis
		return container.NewBorder(nil, nil, widget.NewIcon(nil), nil, name)
	}
	r.UpdateItem = func(i int, item fyne.CanvasObject) {
		parts := item.(*fyne.Container).Objects
		fill(i, parts[1].(*widget.Icon), parts[0].(*widget.Label))
	}
	r.OnSelected = marked
	r.ExtendBaseWidget(r)
	return r
}

// TypedKey implements fyne.Focusable.
func (r *rows) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyEscape:
		r.escape()
	case fyne.KeyReturn, fyne.KeyEnter:
		r.enter()
	default:
		r.List.TypedKey(e)
	}
}
