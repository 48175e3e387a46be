package question

import (
	"testing"

	"assent/consent/manifest"
)

// TestTargetsAreLargeEnough: each control of the question is at least 24 px high and wide, and
// the text links among them catch a press at their edge without taking room for it.
func TestTargetsAreLargeEnough(t *testing.T) {
	sit(t, "en", func(p *person) {
		q := question(manifest.Medium)
		q.OfferMute = true
		p.ask(q)
		low := 0
		for _, o := range onScreen(p.asker.window.Content()) {
			c, ok := o.(*control)
			if !ok || !c.Visible() {
				continue
			}
			if size := c.Size(); size.Width < targetHeight || size.Height < targetHeight {
				t.Errorf("%q is %v large", c.text, size)
			}
			if c.low {
				low++
				if room := c.MinSize().Height; room >= targetHeight {
					t.Errorf("%q takes %v of height", c.text, room)
				}
			}
		}
		if low != 2 {
			t.Errorf("there are %d text links, want 2", low)
		}
	})
}
