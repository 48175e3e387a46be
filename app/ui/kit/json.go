package kit

import (
	"bytes"
	"io"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"assent/consent/visible"

	"github.com/go-json-experiment/json/jsontext"
)

// JSON is a JSON text laid out for reading, line by line.
type JSON struct {
	lines []jsonLine
	left  int // lines that are not shown
}

// jsonLine is a line of it: what it begins with, in columns, and its pieces.
type jsonLine struct {
	indent int
	runs   []Run
}

// Of a JSON text so many lines are shown, of a value so many characters, and it takes so
// many lines of the window; what has no room is left out of its middle.
const (
	jsonLines     = 200
	jsonShown     = 2000
	jsonValueRows = 30
	jsonIndent    = 2
	jsonDeepest   = 40 // columns
)

// ReadJSON lays a text out. One that is no JSON is a line by itself. It may be called from
// any goroutine, and takes its time with a large text.
func ReadJSON(text []byte) JSON {
	l := &jsonLayout{decoder: jsontext.NewDecoder(bytes.NewReader(text))}
	for {
		if err := l.next(); err == io.EOF {
			break
		} else if err != nil {
			return JSON{lines: []jsonLine{{runs: []Run{{Text: shortOf(string(text)), Mono: true}}}}}
		}
	}
	l.end()
	return l.done
}

// jsonLayout lays a text out token by token.
type jsonLayout struct {
	decoder *jsontext.Decoder
	line    jsonLine
	done    JSON
}

// next takes a token up.
func (l *jsonLayout) next() error {
	depth := l.decoder.StackDepth()
	inside, count := l.decoder.StackIndex(depth)
	kind := l.decoder.PeekKind()
	name := inside == '{' && count%2 == 0
	switch {
	case kind == '}' || kind == ']':
		if count > 0 {
			l.end()
			l.line = jsonLine{indent: (depth - 1) * jsonIndent}
		}
	case inside == '[' || name:
		if count > 0 {
			l.add(",", ColorMuted)
		}
		l.end()
		l.line = jsonLine{indent: depth * jsonIndent}
	}
	switch kind {
	case '{', '}', '[', ']':
		token, err := l.decoder.ReadToken()
		if err != nil {
			return err
		}
		l.add(token.String(), ColorMuted)
		return nil
	}
	value, err := l.decoder.ReadValue()
	if err != nil {
		return err
	}
	text := shortOf(string(value))
	switch {
	case name:
		l.add(text, ColorAccent)
		l.add(": ", ColorMuted)
	case kind == '"':
		l.add(text, ColorLow)
	default:
		l.add(text, ColorMedium)
	}
	return nil
}

func (l *jsonLayout) add(text string, tone fyne.ThemeColorName) {
	l.line.runs = append(l.line.runs, Run{Text: text, Tone: tone, Mono: true})
}

// end ends a line.
func (l *jsonLayout) end() {
	switch {
	case len(l.line.runs) == 0:
	case len(l.done.lines) < jsonLines:
		l.done.lines = append(l.done.lines, l.line)
	default:
		l.done.left++
	}
	l.line = jsonLine{}
}

func shortOf(text string) string {
	short, _ := visible.Short(text, jsonShown)
	return strings.Clone(short) // the text may be large
}

// NewJSON draws what was laid out: indented by space, not by characters, and in colours. No
// character of it is markup, and every hidden one is seen.
func NewJSON(w *Words, j JSON) fyne.CanvasObject {
	column := fyne.MeasureText("m", TextSmall, fyne.TextStyle{Monospace: true}).Width
	lines := Stack(2)
	for _, line := range j.lines {
		indent := float32(min(line.indent, jsonDeepest)) * column
		lines.Add(container.NewBorder(nil, nil, Gap(indent, 0), nil, NewParagraph(TextSmall, jsonValueRows, line.runs...)))
	}
	if j.left > 0 {
		lines.Add(Tight(Quiet(w.Say("json.left", "Count", j.left))))
	}
	return lines
}
