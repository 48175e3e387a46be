package question

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"assent/consent/ask"
	"assent/consent/manifest"
)

func TestNoWithAWord(t *testing.T) {
	const later = "Not now. You may ask again later."
	long := strings.Repeat("字", ask.MaxMessage)
	for _, c := range []struct {
		name string
		does func(p *person)
		want ask.Answer
	}{
		{"a phrase that is ready", func(p *person) { p.click(later) }, ask.Answer{Choice: ask.Deny, Message: later}},
		{"own words", func(p *person) { p.asker.card.field.SetText("use notes.md"); p.click("Deny and tell") },
			ask.Answer{Choice: ask.Deny, Message: "use notes.md"}},
		{"too many words", func(p *person) { p.asker.card.field.SetText(long + "more"); p.click("Deny and tell") },
			ask.Answer{Choice: ask.Deny, Message: long}},
		{"none", func(p *person) { p.click("Deny and tell") }, ask.Answer{Choice: ask.Deny}},
		{"back, and a plain no", func(p *person) {
			p.asker.card.field.SetText("not sent")
			p.click("Back")
			p.click("Deny")
		}, ask.Answer{Choice: ask.Deny}},
		{"back, and a yes", func(p *person) {
			p.asker.card.field.SetText("not sent")
			p.click("Back")
			p.waits(time.Second)
			p.click("Allow once")
		}, ask.Answer{Choice: ask.AllowOnce}},
	} {
		t.Run(c.name, func(t *testing.T) {
			sit(t, "en", func(p *person) {
				a := p.ask(question(manifest.Medium))
				p.looks(time.Second)
				p.write('n')
				p.waits(time.Second)
				if p.asker.card.field == nil || p.asker.window.Canvas().Focused() != p.asker.card.field {
					t.Fatal("N does not lead to the field")
				}
				c.does(p)
				if !a.ended || a.answer != c.want {
					t.Errorf("ended %v with %+v, want %+v", a.ended, a.answer, c.want)
				}
			})
		})
	}
}

// TestNoteIsSentByItsButtonAlone: Enter breaks no line and answers nothing, Escape leaves
// the field, what was written stays.
func TestNoteIsSentByItsButtonAlone(t *testing.T) {
	sit(t, "en", func(p *person) {
		a := p.ask(question(manifest.High))
		p.looks(time.Second)
		p.write('n')
		p.waits(time.Second)
		p.asker.card.field.SetText("half a wo")
		p.key(fyne.KeyReturn)
		p.key(fyne.KeyEscape)
		if a.ended {
			t.Fatalf("answered %+v", a.answer)
		}
		if p.asker.card.draft.telling {
			t.Error("Escape does not leave the field")
		}
		p.waits(time.Second)
		p.write('n')
		p.waits(time.Second)
		if got := p.asker.card.field.Text; got != "half a wo" {
			t.Errorf("the field holds %q", got)
		}
	})
}
