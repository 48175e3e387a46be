package kit

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"fyne.io/fyne/v2"
)

// typesetter breaks runs into lines of a width.
type typesetter struct {
	size, width float32
	lines       int // at most
}

// typeset is text broken into lines.
type typeset struct {
	lines []typesetLine
	cut   bool
}

// typesetLine is a line's pieces, from left to right.
type typesetLine []segment

// segment is a piece of a run on one line.
type segment struct {
	Run
	text                string
	width, height, base float32
}

func (s segment) style() fyne.TextStyle { return fyne.TextStyle{Bold: s.Bold, Monospace: s.Mono} }

func (s segment) tone() fyne.ThemeColorName {
	if s.Tone == "" {
		return ColorText
	}
	return s.Tone
}

// base is how far below the line's top its letters stand.
func (l typesetLine) base() (base float32) {
	for _, s := range l {
		base = max(base, s.base)
	}
	return base
}

func (l typesetLine) height() (height float32) {
	for _, s := range l {
		height = max(height, l.base()-s.base+s.height)
	}
	return height
}

func (t typeset) width() (width float32) {
	for _, l := range t.lines {
		width = max(width, l.width())
	}
	return width
}

func (t typeset) height() (height float32) {
	for _, l := range t.lines {
		height += l.height()
	}
	return height
}

// atom is the smallest piece that a line can end after: a character with the marks on it.
type atom struct {
	text  string
	run   int
	width float32
}

// set breaks runs into lines; what is too long is cut, first of what need not be kept.
func (t typesetter) set(runs []Run) typeset {
	pieces := make([][]atom, len(runs))
	widths := map[atom]float32{} // by text and run, without a width
	cut := false
	for i, r := range runs {
		text, short := shownOf(r.Text, t.lines)
		cut = cut || short
		pieces[i] = t.atoms(text, i, segment{Run: r}.style(), widths)
	}
	if lines, ok := t.wrap(flat(pieces), runs); ok {
		return typeset{lines, cut}
	}
	runs = append(runs, Run{Text: ellipsis, Tone: ColorAccent, Bold: true, Mono: len(runs) > 0 && runs[0].Mono})
	dots := t.atoms(ellipsis, len(runs)-1, segment{Run: runs[len(runs)-1]}.style(), widths)[0]
	for _, keep := range []bool{false, true} {
		may := func(i int) bool { return runs[i].Keep == keep }
		if lines, ok := t.shorten(pieces, runs, dots, may); ok {
			return typeset{lines, true}
		}
		pieces = cutTo(pieces, may, 0, dots) // and what must be kept, too
	}
	return typeset{nil, true} // no room for anything
}

const ellipsis = "…"

// shorten cuts the pieces that may be cut until the rest has room.
func (t typesetter) shorten(pieces [][]atom, runs []Run, dots atom, may func(int) bool) (best []typesetLine, ok bool) {
	longest := 0
	for i, p := range pieces {
		if may(i) {
			longest = max(longest, len(p))
		}
	}
	for low, high := 0, longest; low <= high; {
		limit := (low + high) / 2
		lines, fits := t.wrap(flat(cutTo(pieces, may, limit, dots)), runs)
		if !fits {
			high = limit - 1
			continue
		}
		best, ok, low = lines, true, limit+1
	}
	return best, ok
}

// cutTo cuts the pieces that may be cut in their middle to at most limit atoms.
func cutTo(pieces [][]atom, may func(int) bool, limit int, dots atom) [][]atom {
	short := slices.Clone(pieces)
	for i, p := range pieces {
		if may(i) && len(p) > limit {
			head := (limit + 1) / 2
			short[i] = slices.Concat(p[:head], []atom{dots}, p[len(p)-limit/2:])
		}
	}
	return short
}

func flat(pieces [][]atom) []atom { return slices.Concat(pieces...) }

// atoms splits a text, which is measured piece by piece, each kind once.
func (t typesetter) atoms(text string, run int, style fyne.TextStyle, widths map[atom]float32) (all []atom) {
	for len(text) > 0 {
		_, end := utf8.DecodeRuneInString(text)
		for end < len(text) {
			r, size := utf8.DecodeRuneInString(text[end:])
			if !unicode.Is(unicode.M, r) {
				break
			}
			end += size
		}
		a := atom{text: text[:end], run: run}
		width, known := widths[a]
		if !known {
			width = fyne.MeasureText(a.text, t.size, style).Width
			widths[a] = width
		}
		text = text[end:]
		a.width = width
		all = append(all, a)
	}
	return all
}

// wrap breaks atoms into lines, and reports whether there are not too many. Blanks
// where a line ends are not drawn.
func (t typesetter) wrap(atoms []atom, runs []Run) (lines []typesetLine, ok bool) {
	for len(atoms) > 0 {
		if len(lines) == t.lines {
			return nil, false
		}
		end := t.lineEnd(atoms, runs, t.width)
		line := t.line(atoms[:end], runs)
		for line.width() > t.width && end > 1 { // together they are wider than one by one
			less := sum(atoms[:end]) - (line.width() - t.width)
			end = min(end-1, t.lineEnd(atoms, runs, less))
			line = t.line(atoms[:end], runs)
		}
		if line.width() > t.width {
			return nil, false // not even one character has room
		}
		lines = append(lines, line)
		for atoms = atoms[end:]; len(atoms) > 0 && atoms[0].text == " "; {
			atoms = atoms[1:]
		}
	}
	return lines, true
}

func (l typesetLine) width() (width float32) {
	for _, s := range l {
		width += s.width
	}
	return width
}

// lineEnd returns how many atoms stand on a line of a width: as many as have room, and no more
// than up to the last place where a line may end. What must be kept is not torn where it
// has room on a line of its own.
func (t typesetter) lineEnd(atoms []atom, runs []Run, room float32) int {
	width, end := float32(0), 0
	for end < len(atoms) && width+atoms[end].width <= room {
		width += atoms[end].width
		end++
	}
	if end == len(atoms) || atoms[end].text == " " {
		return end
	}
	for at := end; at > 0; {
		begin := beginOf(atoms, at)
		whole := runs[atoms[at].run].Keep && begin < at && widthOf(atoms[begin:]) <= room
		switch {
		case whole:
			at = begin
		case runs[atoms[at].run].Keep && begin == at, mayEnd(atoms[at-1].text, atoms[at].text):
			return at
		case at <= end*2/3: // a line is at least two thirds full
			return end
		default:
			at--
		}
	}
	return max(1, end)
}

// beginOf returns where the run begins that atoms[at] belongs to.
func beginOf(atoms []atom, at int) int {
	begin := at
	for begin > 0 && atoms[begin-1].run == atoms[at].run {
		begin--
	}
	return begin
}

// sum returns how wide atoms are one by one.
func sum(atoms []atom) (width float32) {
	for _, a := range atoms {
		width += a.width
	}
	return width
}

// widthOf returns how wide the run is that atoms begin with.
func widthOf(atoms []atom) (width float32) {
	for _, a := range atoms {
		if a.run != atoms[0].run {
			break
		}
		width += a.width
	}
	return width
}

// mayEnd reports whether a line may end between two characters.
func mayEnd(before, after string) bool {
	const separators, closing = " /\\.,;:?&=_-·@", "。，、；：？！”’）】》…"
	b, _ := utf8.DecodeRuneInString(before)
	a, _ := utf8.DecodeRuneInString(after)
	switch {
	case strings.ContainsRune(closing, a):
		return false
	case strings.ContainsRune(separators, b):
		return !strings.ContainsRune(separators, a)
	}
	return wideScript(b) || wideScript(a)
}

// wideScript reports whether r belongs to a script that breaks between any two characters.
func wideScript(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}

// line joins atoms of the same run, each piece measured as it is drawn.
func (t typesetter) line(atoms []atom, runs []Run) (line typesetLine) {
	for len(atoms) > 1 && atoms[len(atoms)-1].text == " " {
		atoms = atoms[:len(atoms)-1]
	}
	for start := 0; start < len(atoms); {
		end := start + 1
		for end < len(atoms) && atoms[end].run == atoms[start].run {
			end++
		}
		var b strings.Builder
		for _, a := range atoms[start:end] {
			b.WriteString(a.text)
		}
		s := segment{Run: runs[atoms[start].run], text: b.String()}
		size, base := fyne.CurrentApp().Driver().RenderedTextSize(s.text, t.size, s.style(), nil)
		s.width, s.height, s.base = size.Width, size.Height, base
		if s.Chip {
			s.width += chipBeside
		}
		line = append(line, s)
		start = end
	}
	return line
}
