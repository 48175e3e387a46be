package executors

import (
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Difference is what becomes of a text, as a person reads it: what changes, with a few
// unchanged lines around. Every text in it is hostile.
type Difference struct {
	Lines          []DifferenceLine
	Added, Removed int // lines
}

// LineKind says what becomes of a line.
type LineKind uint8

// The kinds of a DifferenceLine.
const (
	LineSame LineKind = iota
	LineAdded
	LineRemoved
	LineSkipped // stands for unchanged lines that are not shown, or names what follows
)

// DifferenceLine is a line of a Difference.
type DifferenceLine struct {
	Kind          LineKind
	Before, After int    // its number in each text from 1; 0: it is not there, or that is not known
	Text          string // without its end
	Open          bool   // the text ends here, without a line's end
}

// differenceContext is how many unchanged lines stand around what changes.
const differenceContext = 3

// Compare returns the difference between two texts, nil when there is none. It takes
// time by how much differs: give it at most a mebibyte each.
func Compare(before, after string) *Difference {
	if before == after {
		return nil
	}
	unified, err := udiff.ToUnifiedDiff("", "", before, udiff.Lines(before, after), differenceContext)
	if err != nil {
		return nil // its own edits fit
	}
	d := &Difference{}
	last := 0 // line before the hunk
	for _, hunk := range unified.Hunks {
		if hunk.FromLine > last+1 {
			d.Lines = append(d.Lines, DifferenceLine{Kind: LineSkipped})
		}
		from, to := hunk.FromLine, hunk.ToLine
		for _, line := range hunk.Lines {
			switch line.Kind {
			case udiff.Delete:
				d.add(LineRemoved, from, 0, line.Content)
				from++
			case udiff.Insert:
				d.add(LineAdded, 0, to, line.Content)
				to++
			default:
				d.add(LineSame, from, to, line.Content)
				from, to = from+1, to+1
			}
		}
		last = from - 1
	}
	return d
}

func (d *Difference) add(kind LineKind, before, after int, line string) {
	text, ended := strings.CutSuffix(line, "\n")
	d.Lines = append(d.Lines, DifferenceLine{Kind: kind, Before: before, After: after, Text: text, Open: !ended})
	switch kind {
	case LineAdded:
		d.Added++
	case LineRemoved:
		d.Removed++
	}
}

// Append adds another difference behind this one, under a heading.
func (d *Difference) Append(heading string, other *Difference) {
	if heading != "" {
		d.Lines = append(d.Lines, DifferenceLine{Kind: LineSkipped, Text: heading})
	}
	if other != nil {
		d.Lines = append(d.Lines, other.Lines...)
		d.Added, d.Removed = d.Added+other.Added, d.Removed+other.Removed
	}
}

// Unnumbered takes the numbers out: where the lines stand is not known.
func (d *Difference) Unnumbered() *Difference {
	if d != nil {
		for i := range d.Lines {
			d.Lines[i].Before, d.Lines[i].After = 0, 0
		}
	}
	return d
}
