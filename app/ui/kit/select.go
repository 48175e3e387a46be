package kit

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"
)

// Select is the toolkit's, with a line around it: without one nothing tells where it is.
type Select struct{ widget.Select }

// NewSelect returns a selection of options of which none is chosen; changed is told what
// is.
func NewSelect(options []string, changed func(string)) *Select {
	s := &Select{}
	s.Options, s.OnChanged = options, changed
	s.ExtendBaseWidget(s)
	return s
}

// CreateRenderer implements fyne.Widget.
func (s *Select) CreateRenderer() fyne.WidgetRenderer { return WithEdge(s.Select.CreateRenderer()) }

// WithEdge draws a line around what a renderer draws.
func WithEdge(r fyne.WidgetRenderer) fyne.WidgetRenderer {
	edge := canvas.NewRectangle(nil)
	edge.CornerRadius, edge.StrokeWidth = Radius, 1
	e := &edged{r, edge}
	e.paint()
	return e
}

type edged struct {
	fyne.WidgetRenderer
	edge *canvas.Rectangle
}

func (e *edged) paint() { e.edge.StrokeColor = Color(ColorEdge) }

// Layout implements fyne.WidgetRenderer.
func (e *edged) Layout(size fyne.Size) {
	e.WidgetRenderer.Layout(size)
	e.edge.Resize(size)
}

// Refresh implements fyne.WidgetRenderer.
func (e *edged) Refresh() {
	e.paint()
	e.WidgetRenderer.Refresh()
}

// Objects implements fyne.WidgetRenderer.
func (e *edged) Objects() []fyne.CanvasObject {
	return append(append([]fyne.CanvasObject{}, e.WidgetRenderer.Objects()...), e.edge)
}
