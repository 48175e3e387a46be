package kit

import (
	"fmt"
	"image"
	"strings"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"
	"golang.org/x/image/math/fixed"
)

// outlineScale is how much larger an outline is than the lines it surrounds: curves become
// short lines by then.
const outlineScale = 8

// outlineOf returns the SVG path around what lines of a width cover, outlineScale times as
// large. The toolkit draws lines as wide on every screen, whatever the scale; areas it does
// not.
func outlineOf(lines string, width float64) string {
	var cursor oksvg.PathCursor
	if err := cursor.CompilePath(lines); err != nil {
		panic(fmt.Sprintf("kit: an icon's lines %q: %v", lines, err)) // compiled in
	}
	around := outlines{from: map[fixed.Point26_6][]fixed.Point26_6{}}
	stroker := rasterx.NewStroker(1, 1, &around)
	stroker.SetStroke(fixed.Int26_6(width*outlineScale*64), 0, rasterx.RoundCap, nil, rasterx.RoundGap, rasterx.Round)
	cursor.Path.AddTo(&rasterx.MatrixAdder{Adder: stroker, M: rasterx.Identity.Scale(outlineScale, outlineScale)})
	return around.path()
}

// outlines is a rasterx.Scanner that gathers the lines it is told to draw. They come side by
// side, and are closed only all together.
type outlines struct {
	at   fixed.Point26_6
	from map[fixed.Point26_6][]fixed.Point26_6 // where the lines that begin at a point end
	all  []fixed.Point26_6                     // where they begin, in order
}

// Start implements rasterx.Scanner.
func (o *outlines) Start(p fixed.Point26_6) { o.at = p }

// Line implements rasterx.Scanner.
func (o *outlines) Line(p fixed.Point26_6) {
	if p != o.at {
		o.from[o.at] = append(o.from[o.at], p)
		o.all = append(o.all, o.at)
	}
	o.at = p
}

// path joins the lines, end to beginning, to closed ones.
func (o *outlines) path() string {
	var path strings.Builder
	for _, start := range o.all {
		command := 'M'
		for at := start; len(o.from[at]) > 0; command = 'L' {
			fmt.Fprintf(&path, "%c%.1f %.1f", command, float64(at.X)/64, float64(at.Y)/64)
			next := o.from[at]
			o.from[at] = next[1:]
			at = next[0]
		}
		if command == 'L' {
			path.WriteByte('z')
		}
	}
	return path.String()
}

func (*outlines) Draw()                              {}
func (*outlines) GetPathExtent() fixed.Rectangle26_6 { return fixed.Rectangle26_6{} }
func (*outlines) SetBounds(int, int)                 {}
func (*outlines) SetColor(any)                       {}
func (*outlines) SetWinding(bool)                    {}
func (*outlines) Clear()                             {}
func (*outlines) SetClip(image.Rectangle)            {}
