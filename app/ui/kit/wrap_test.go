package kit

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
)

// TestChipsNeverWiden: chips go below each other where there is no room, whatever they say,
// and leave each other alone.
func TestChipsNeverWiden(t *testing.T) {
	test.NewTempApp(t)
	wrap := &Wrap{Space: 6}
	row := container.New(wrap)
	for _, text := range []string{"All", "Denied", "a name of an agent that is rather long", "Any time"} {
		chip := NewChip(text, text == "Any time", func() {})
		chip.Tell(text, "2000+", text == "All")
		row.Add(chip)
	}
	widest := row.Objects[2].MinSize().Width
	for _, width := range []float32{widest, 400, 1000} {
		row.Resize(fyne.NewSize(width, 1000))
		if least := row.MinSize(); least.Width > widest {
			t.Errorf("%g wide it needs %g", width, least.Width)
		}
		for i, o := range row.Objects {
			end := o.Position().AddXY(o.Size().Width, o.Size().Height)
			if end.X > width || end.Y > row.MinSize().Height {
				t.Errorf("%g wide, chip %d ends at %v", width, i, end)
			}
			if i > 0 {
				before := row.Objects[i-1]
				if o.Position().Y == before.Position().Y && o.Position().X < before.Position().X+before.Size().Width {
					t.Errorf("%g wide, chip %d lies on the one before", width, i)
				}
			}
		}
	}
}
