package question

import (
	"strings"
	"testing"
	"time"

	"assent/consent/ask"
	"assent/consent/manifest"
)

// TestChoicesComeBackWithTheQuestion: what was chosen in a question belongs to it; when
// another one comes first, it comes back as it was left, disarmed, and says so.
func TestChoicesComeBackWithTheQuestion(t *testing.T) {
	sit(t, "en", func(p *person) {
		q := question(manifest.Medium)
		q.Arguments = []byte(`{"path":"` + strings.Repeat("a/", 600) + `","deep":{"b":[1,2]},"more":"` + strings.Repeat("x", 600) + `"}`)
		d := &ask.Draft{}
		first := p.askWith(q, d, false)
		p.looks(time.Second)
		p.click("All arguments (3)")
		p.click("deep · 1 part")
		p.click("wider…")
		p.click("Every file you can read")
		p.asker.card.scroll.ScrollToBottom()
		scrolled := p.asker.card.scroll.Offset.Y
		if scrolled == 0 {
			t.Fatal("nothing scrolls")
		}
		first.cancel()
		p.Drain()
		p.waits(denialStays)

		other := question(manifest.Medium)
		other.CallID = "call-2"
		second := p.ask(other)
		p.looks(time.Second)
		if p.find("Allow every file for 24 h") != nil || p.find("deep · 1 part") != nil {
			t.Error("another question has its choices")
		}
		p.click("Deny")
		p.waits(denialStays)
		if !second.ended {
			t.Fatal("no answer")
		}

		back := p.askWith(q, d, true)
		if p.asker.arming.Armed(time.Now()) {
			t.Error("Allow counts at once")
		}
		if text := p.asker.card.waiting.Text; text != "Back, as you left it" {
			t.Errorf("it says %q", text)
		}
		if p.find("b · 2 parts") == nil {
			t.Error("what was unfolded is folded")
		}
		if got := p.asker.card.scroll.Offset.Y; got != scrolled {
			t.Errorf("scrolled to %g, was %g", got, scrolled)
		}
		p.waits(time.Second)
		p.click("Allow every file for 24 h")
		if want := (ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}); back.answer != want {
			t.Errorf("answer %+v, want %+v", back.answer, want)
		}
	})
}

// TestApproximateComesBack: so does how precise the answer may be.
func TestApproximateComesBack(t *testing.T) {
	sit(t, "en", func(p *person) {
		q := question(manifest.Medium)
		q.Facts.Coarse = true
		d := &ask.Draft{}
		first := p.askWith(q, d, false)
		p.click("Approximate, about 5 km")
		first.cancel()
		p.Drain()
		p.waits(denialStays)
		back := p.askWith(q, d, true)
		p.looks(time.Second)
		p.click("Allow once")
		if !back.answer.Coarse {
			t.Error("precise again")
		}
	})
}
