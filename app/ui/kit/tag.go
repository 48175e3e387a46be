package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// Tag is a short word with a line around it; under the pointer it says more.
type Tag struct {
	widget.BaseWidget
	edge *canvas.Rectangle
	word *widget.Label
	wide float32
	tip  *Tip
	more string
}

var _ desktop.Hoverable = (*Tag)(nil)

// NewTag is empty until Set.
func NewTag(tip *Tip) *Tag {
	t := &Tag{edge: canvas.NewRectangle(nil), word: widget.NewLabel(""), tip: tip}
	t.edge.CornerRadius, t.edge.StrokeWidth = Radius/2, 1
	t.word.SizeName, t.word.Truncation = theme.SizeNameCaptionText, fyne.TextTruncateEllipsis
	t.ExtendBaseWidget(t)
	return t
}

// Set says a word in a tone, and what it says under the pointer.
func (t *Tag) Set(word string, tone fyne.ThemeColorName, more string) {
	t.more = more
	t.edge.StrokeColor = Color(ColorLine)
	switch tone {
	case ColorMedium:
		t.word.Importance = widget.WarningImportance
	case ColorHigh:
		t.word.Importance = widget.DangerImportance
	default:
		t.word.Importance = widget.LowImportance
	}
	if tone == ColorMedium || tone == ColorHigh {
		t.edge.StrokeColor = Color(tone)
	}
	t.wide = fyne.MeasureText(word, TextSmall, fyne.TextStyle{}).Width
	t.word.SetText(word)
	t.Refresh()
}

const (
	tagSide   = 8
	tagHeight = 24
)

// CreateRenderer implements fyne.Widget.
func (t *Tag) CreateRenderer() fyne.WidgetRenderer { return Rendered(t, tagLook{t}, t.edge, t.word) }

// tagLook places a tag's parts.
type tagLook struct{ t *Tag }

// MinSize implements fyne.Layout.
func (l tagLook) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.t.wide+2*tagSide+1, tagHeight)
}

// Layout implements fyne.Layout.
func (l tagLook) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	l.t.edge.Resize(size)
	margin, height := theme.InnerPadding()-tagSide, l.t.word.MinSize().Height
	l.t.word.Move(fyne.NewPos(-margin, (size.Height-height)/2))
	l.t.word.Resize(fyne.NewSize(size.Width+2*margin, height))
}

// MouseIn implements desktop.Hoverable.
func (t *Tag) MouseIn(*desktop.MouseEvent) {
	if t.more != "" {
		t.tip.About(t, t.more, true)
	}
}

// MouseMoved implements desktop.Hoverable.
func (t *Tag) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (t *Tag) MouseOut() { t.tip.About(t, "", false) }
