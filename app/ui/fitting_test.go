package ui

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
)

// TestFittingKeepsBothEnds: where a path does not fit, its beginning and its name stay.
func TestFittingKeepsBothEnds(t *testing.T) {
	test.NewTempApp(t)
	f := newFitting()
	f.TextStyle.Monospace = true
	f.set("/home/alice/projects/assent/notes\u202e.md")
	for _, c := range []struct {
		width float32
		want  string
	}{
		{1000, "/home/alice/projects/assent/notes‹U+202E›.md"},
		{160, "/home…‹U+202E›.md"},
		{1, "…"},
		{1000, "/home/alice/projects/assent/notes‹U+202E›.md"},
	} {
		f.Resize(fyne.NewSize(c.width, 36))
		if f.Text != c.want {
			t.Errorf("%g wide it says %q, want %q", c.width, f.Text, c.want)
		}
		if width := fyne.MeasureText(f.Text, f.Theme().Size(f.SizeName), f.TextStyle).Width; c.width > 1 && width > c.width {
			t.Errorf("%g wide it takes %g", c.width, width)
		}
	}
	f.set("")
	if f.Text != "" {
		t.Errorf("nothing is shown as %q", f.Text)
	}
}
