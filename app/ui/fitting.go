package ui

import (
	"sort"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/consent/visible"
)

// fitting is one line of text that is cut in its middle where there is no room for all
// of it: of a path both ends tell something.
type fitting struct {
	widget.Label
	whole string
}

func newFitting() *fitting {
	f := &fitting{}
	f.SizeName = theme.SizeNameText
	f.ExtendBaseWidget(f)
	return f
}

// set changes the text.
func (f *fitting) set(whole string) {
	if f.whole != whole {
		f.whole = whole
		f.fit()
	}
}

// MinSize implements fyne.Widget: it takes what room there is.
func (f *fitting) MinSize() fyne.Size { return fyne.NewSize(0, f.Label.MinSize().Height) }

// Resize implements fyne.Widget.
func (f *fitting) Resize(size fyne.Size) {
	otherWidth := size.Width != f.Size().Width
	f.Label.Resize(size)
	if otherWidth {
		f.fit()
	}
}

// fit shows as many characters as there is room for.
func (f *fitting) fit() {
	style := f.Theme()
	room := f.Size().Width - 2*style.Size(theme.SizeNameInnerPadding)
	tooWide := func(limit int) bool {
		text, _ := visible.Short(f.whole, limit)
		return fyne.MeasureText(visible.Escape(text), style.Size(f.SizeName), f.TextStyle).Width > room
	}
	count := min(utf8.RuneCountInString(f.whole), 200) // more fit on no screen
	if tooWide(count) {
		count = max(1, sort.Search(count, tooWide)-1)
	}
	text, _ := visible.Short(f.whole, count)
	f.SetText(visible.Escape(text))
}
