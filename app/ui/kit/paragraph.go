package kit

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"assent/consent/visible"
)

// Run is a piece of a paragraph in one look.
type Run struct {
	Text string // may be untrusted: it is shown with every hidden character visible
	Tone fyne.ThemeColorName
	Bold bool
	Mono bool
	Chip bool // on a ground of its own: where it begins and ends is seen
	Keep bool // what decides: it is cut only where it alone leaves no room
}

// Paragraph is text that wraps and takes a bounded number of lines, whatever it says
// and however wide its characters are. What has no room is cut in its middle, so that
// beginning and end are seen, with an ellipsis in the accent's colour. Of text that is
// much too long only what may be shown is ever looked at.
type Paragraph struct {
	widget.BaseWidget
	runs  []Run
	size  float32
	lines int

	width  float32 // it is laid out for
	set    typeset
	height float32
}

// NewParagraph returns text of a size that takes at most so many lines.
func NewParagraph(size float32, lines int, runs ...Run) *Paragraph {
	p := &Paragraph{runs: runs, size: size, lines: lines}
	p.ExtendBaseWidget(p)
	return p
}

// Plain returns a paragraph of a size in one look.
func Plain(size float32, lines int, tone fyne.ThemeColorName, text string) *Paragraph {
	return NewParagraph(size, lines, Run{Text: text, Tone: tone})
}

// Limit changes how many lines it takes at most.
func (p *Paragraph) Limit(lines int) {
	if p.lines != lines {
		p.lines = lines
		p.typeset(p.width)
	}
}

// Scale changes the letters' size.
func (p *Paragraph) Scale(size float32) {
	if p.size != size {
		p.size = size
		p.typeset(p.width)
	}
}

// Cut reports whether part of the text is left out at the width it has.
func (p *Paragraph) Cut() bool { return p.set.cut }

// Whole returns all of the text, as it was given.
func (p *Paragraph) Whole() string {
	var b strings.Builder
	for _, r := range p.runs {
		b.WriteString(r.Text)
	}
	return b.String()
}

// Text returns what is shown, line by line.
func (p *Paragraph) Text() string {
	var lines []string
	for _, line := range p.set.lines {
		var b strings.Builder
		for _, s := range line {
			b.WriteString(s.text)
		}
		lines = append(lines, b.String())
	}
	return strings.Join(lines, "\n")
}

// MinSize implements fyne.Widget: it takes the width it is given.
func (p *Paragraph) MinSize() fyne.Size {
	p.ExtendBaseWidget(p)
	return fyne.NewSize(0, max(p.height, p.size*lineHeight))
}

// lineHeight is that of an empty line, in parts of the letters' size.
const lineHeight = 1.33

// Resize implements fyne.Widget.
func (p *Paragraph) Resize(size fyne.Size) {
	if size.Width != p.width {
		p.typeset(size.Width)
	}
	p.BaseWidget.Resize(size)
}

func (p *Paragraph) typeset(width float32) {
	p.width = width
	p.set = typesetter{size: p.size, width: width, lines: p.lines}.set(p.runs)
	p.height = p.set.height()
	p.Refresh()
}

// CreateRenderer implements fyne.Widget.
func (p *Paragraph) CreateRenderer() fyne.WidgetRenderer {
	r := &paragraphRenderer{p: p}
	r.Refresh()
	return r
}

type paragraphRenderer struct {
	p       *Paragraph
	objects []fyne.CanvasObject
}

// Refresh implements fyne.WidgetRenderer.
func (r *paragraphRenderer) Refresh() {
	r.objects = r.objects[:0]
	y := float32(0)
	for _, line := range r.p.set.lines {
		x := float32(0)
		for _, s := range line {
			if s.Chip {
				r.objects = append(r.objects, chip(fyne.NewPos(x, y+line.base()-s.base), fyne.NewSize(s.width, s.height)))
			}
			t := canvas.NewText(s.text, Color(s.tone()))
			t.TextSize, t.TextStyle = r.p.size, s.style()
			t.Resize(fyne.NewSize(s.width, s.height))
			t.Move(fyne.NewPos(x, y+line.base()-s.base))
			r.objects = append(r.objects, t)
			x += s.width
		}
		y += line.height()
	}
}

// chipBeside is how far a chip reaches beyond its text.
const chipBeside = 4

// chip is the ground of a piece of text with room after it.
func chip(at fyne.Position, size fyne.Size) fyne.CanvasObject {
	ground := canvas.NewRectangle(Color(ColorTint))
	ground.StrokeColor, ground.StrokeWidth, ground.CornerRadius = Color(ColorLine), 1, Radius/2
	ground.Move(at.SubtractXY(chipBeside, 0))
	ground.Resize(size.AddWidthHeight(chipBeside, 0))
	return ground
}

// Layout implements fyne.WidgetRenderer.
func (r *paragraphRenderer) Layout(fyne.Size) {}

// MinSize implements fyne.WidgetRenderer.
func (r *paragraphRenderer) MinSize() fyne.Size { return r.p.MinSize() }

// Objects implements fyne.WidgetRenderer.
func (r *paragraphRenderer) Objects() []fyne.CanvasObject { return r.objects }

// Destroy implements fyne.WidgetRenderer.
func (r *paragraphRenderer) Destroy() {}

// shownOf returns as much of a run as could ever be shown in so many lines, escaped.
func shownOf(text string, lines int) (shown string, cut bool) {
	const perLine = 160 // more fit on no line of a window
	short, left := visible.Short(text, lines*perLine)
	return visible.Escape(short), left > 0
}
