package kit

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"assent/executors"
)

// Every character of every line is on screen, and what cannot be seen is marked.
func TestDifferenceShowsAll(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(Theme{})
	for text, want := range map[string]string{
		"plain":                                "plain",
		"":                                     "",
		"\tindented":                           "»indented",
		"\t \tindented":                        "»»indented",
		"    four":                             "four",
		strings.Repeat(" ", maxIndent+1):       strings.Repeat("·", maxIndent+1),
		"ends with blanks  ":                   "ends with blanks··",
		"right\u202Eto left":                   "right‹U+202E›to left",
		"return\r":                             "return‹U+000D›",
		strings.Repeat("x", 3*partLength):      strings.Repeat("x", 3*partLength),
		strings.Repeat("\u200B", 2*partLength): "‹U+200B ×120›‹U+200B ×120›",
	} {
		lines := DifferenceLines([]executors.DifferenceLine{{Kind: executors.LineAdded, After: 1, Text: text}})
		lines.Resize(fyne.NewSize(400, lines.MinSize().Height))
		lines.Resize(fyne.NewSize(400, lines.MinSize().Height))
		got := strings.Replace(written(lines), "1+", "", 1)
		if strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%q is shown as %q", text, got)
		}
	}
}

// written returns all texts in an object.
func written(o fyne.CanvasObject) (text string) {
	switch o := o.(type) {
	case *canvas.Text:
		return o.Text
	case *Paragraph:
		if o.Cut() {
			return "(cut)"
		}
		return strings.ReplaceAll(o.Text(), "\n", "")
	case *fyne.Container:
		if len(o.Objects) == 2 { // a border keeps what is beside behind what is in it
			return written(o.Objects[1]) + written(o.Objects[0])
		}
		for _, inner := range o.Objects {
			text += written(inner)
		}
	}
	return text
}
