package question

import (
	"fmt"
	"strings"
	"testing"

	"assent/consent/manifest"
)

// TestKeyboardIsSeen: what the keyboard comes to is scrolled into view; what the pointer
// presses stays where it is.
func TestKeyboardIsSeen(t *testing.T) {
	sit(t, "en", func(p *person) {
		q := question(manifest.Medium)
		var members []string
		for n := range 20 {
			members = append(members, fmt.Sprintf(`"name_%d":%q`, n, strings.Repeat("value ", 20)))
		}
		q.Arguments = []byte("{" + strings.Join(members, ",") + "}")
		q.ScopeDescription.Fallback = "To read."
		p.ask(q)
		offset := func() float32 { return p.asker.card.scroll.Offset.Y }
		p.click("All arguments (20)")
		p.asker.card.scroll.ScrollToTop()
		p.focus("What the agent’s author says")
		if offset() < 200 {
			t.Error("the keyboard is on something below what is seen")
		}
		p.focus("All arguments (20)")
		if offset() > 100 {
			t.Errorf("the keyboard is on something above what is seen, which begins at %g", offset())
		}
		p.focus("Deny")
		p.asker.card.scroll.ScrollToBottom()
		before := offset()
		top := p.find("All arguments (20)")
		top.MouseIn(primary())
		top.MouseDown(primary())
		if offset() != before {
			t.Error("something moved under a pressed pointer")
		}
		top.MouseUp(primary())
	})
}
