package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"
)

// TimeLabel is a text about times as people say them; under the pointer it says them
// exactly, and takes no less room than before.
type TimeLabel struct {
	widget.Label
	said, exact string
	held        float32 // the height to keep
}

var _ desktop.Hoverable = (*TimeLabel)(nil)

// NewTimeLabel says what is said, and exact under the pointer; an empty exact is never said.
func NewTimeLabel(said, exact string) *TimeLabel {
	t := &TimeLabel{}
	t.ExtendBaseWidget(t)
	t.Set(said, exact)
	return t
}

// Set changes both texts.
func (t *TimeLabel) Set(said, exact string) {
	t.said, t.exact, t.held = said, exact, 0
	t.SetText(said)
}

// Change changes both texts where they differ; while the pointer is on it, it goes on
// saying them exactly.
func (t *TimeLabel) Change(said, exact string) {
	if t.said == said && t.exact == exact {
		return
	}
	if t.held == 0 {
		t.Set(said, exact)
		return
	}
	t.said, t.exact = said, exact
	t.SetText(exact)
}

// MinSize implements fyne.Widget.
func (t *TimeLabel) MinSize() fyne.Size {
	return t.Label.MinSize().Max(fyne.NewSize(0, t.held))
}

// MouseIn implements desktop.Hoverable.
func (t *TimeLabel) MouseIn(*desktop.MouseEvent) {
	if t.exact != "" {
		t.held = t.Size().Height
		t.SetText(t.exact)
	}
}

// MouseMoved implements desktop.Hoverable.
func (t *TimeLabel) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (t *TimeLabel) MouseOut() {
	t.held = 0
	t.SetText(t.said)
}
