package kit

import (
	"sort"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/consent/visible"
)

// MiddleEllipsis is one line of untrusted text that is cut in its middle where there is
// no room for all of it: of a path both ends tell something.
type MiddleEllipsis struct {
	widget.Label
	whole string
}

// NewMiddleEllipsis is empty until Set.
func NewMiddleEllipsis() *MiddleEllipsis {
	m := &MiddleEllipsis{}
	m.SizeName = theme.SizeNameText
	m.ExtendBaseWidget(m)
	return m
}

// Set changes the text.
func (m *MiddleEllipsis) Set(whole string) {
	if m.whole != whole {
		m.whole = whole
		m.fit()
	}
}

// MinSize implements fyne.Widget: it takes what room there is.
func (m *MiddleEllipsis) MinSize() fyne.Size { return fyne.NewSize(0, m.Label.MinSize().Height) }

// Resize implements fyne.Widget.
func (m *MiddleEllipsis) Resize(size fyne.Size) {
	otherWidth := size.Width != m.Size().Width
	m.Label.Resize(size)
	if otherWidth {
		m.fit()
	}
}

// fit shows as many characters as there is room for.
func (m *MiddleEllipsis) fit() {
	style := m.Theme()
	room := m.Size().Width - 2*style.Size(theme.SizeNameInnerPadding)
	tooWide := func(limit int) bool {
		text, _ := visible.Short(m.whole, limit)
		return fyne.MeasureText(visible.Escape(text), style.Size(m.SizeName), m.TextStyle).Width > room
	}
	count := min(utf8.RuneCountInString(m.whole), 200) // more fit on no screen
	if tooWide(count) {
		count = max(1, sort.Search(count, tooWide)-1)
	}
	text, _ := visible.Short(m.whole, count)
	m.SetText(visible.Escape(text))
}
