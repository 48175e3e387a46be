package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestMiddleEllipsisKeepsBothEnds: where a path does not fit, its beginning and its name stay.
func TestMiddleEllipsisKeepsBothEnds(t *testing.T) {
	test.NewTempApp(t)
	m := NewMiddleEllipsis()
	m.TextStyle.Monospace = true
	m.Set("/home/alice/projects/assent/notes\u202e.md")
	for _, c := range []struct {
		width float32
		want  string
	}{
		{1000, "/home/alice/projects/assent/notes‹U+202E›.md"},
		{160, "/home…‹U+202E›.md"},
		{1, "…"},
		{1000, "/home/alice/projects/assent/notes‹U+202E›.md"},
	} {
		m.Resize(fyne.NewSize(c.width, 36))
		if m.Text != c.want {
			t.Errorf("%g wide it says %q, want %q", c.width, m.Text, c.want)
		}
		if width := fyne.MeasureText(m.Text, m.Theme().Size(m.SizeName), m.TextStyle).Width; c.width > 1 && width > c.width {
			t.Errorf("%g wide it takes %g", c.width, width)
		}
	}
	m.Set("")
	if m.Text != "" {
		t.Errorf("nothing is shown as %q", m.Text)
	}
}
