package question

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/ask"
	"assent/consent/manifest"

	"github.com/go-json-experiment/json/jsontext"
)

// TestNothingSlips tries to get a yes that the person did not mean. Each attack ends
// with the question still open.
func TestNothingSlips(t *testing.T) {
	for _, attack := range []struct {
		name string
		does func(p *person)
	}{
		{"typing before it has the keyboard", func(p *person) {
			p.repeat(fyne.KeyReturn)
			p.key(fyne.KeySpace)
		}},
		{"typing ahead into it", func(p *person) {
			p.looks(0)
			for range 20 {
				p.key(fyne.KeySpace)
				p.key(fyne.KeyReturn)
				p.waits(80 * time.Millisecond)
			}
		}},
		{"enter on Allow, armed", func(p *person) {
			p.looks(0)
			p.focus("Allow")
			p.waits(time.Second)
			p.key(fyne.KeyReturn)
			p.waits(time.Second)
			p.key(fyne.KeyEnter)
		}},
		{"enter and space, no control chosen", func(p *person) {
			p.looks(time.Second)
			p.asker.card.MouseDown(primary()) // beside them all
			p.key(fyne.KeyReturn)
			p.waits(time.Second)
			p.key(fyne.KeySpace)
		}},
		{"space held since before", func(p *person) {
			p.looks(0)
			p.focus("Allow")
			for range 100 {
				p.waits(30 * time.Millisecond)
				p.repeat(fyne.KeySpace)
			}
		}},
		{"click at once", func(p *person) { p.looks(0); p.click("Allow") }},
		{"click that only focuses", func(p *person) {
			nativeEvents{p.asker}.covered(false)
			p.waits(time.Minute)
			nativeEvents{p.asker}.focused(true)
			p.click("Allow")
		}},
		{"double click elsewhere that ends on Allow", func(p *person) {
			p.looks(time.Second)
			p.asker.card.MouseDown(primary())
			p.waits(150 * time.Millisecond)
			p.click("Allow")
		}},
		{"release on Allow of a press that began elsewhere", func(p *person) {
			p.looks(time.Second)
			p.find("Allow").MouseUp(primary())
		}},
		{"press dragged away and back", func(p *person) {
			p.looks(time.Second)
			allow := p.find("Allow")
			allow.MouseDown(primary())
			allow.MouseOut()
			allow.MouseUp(primary())
		}},
		{"window moved under the pointer", func(p *person) {
			p.looks(time.Second)
			nativeEvents{p.asker}.moved()
			p.click("Allow")
		}},
		{"window covered", func(p *person) {
			p.looks(time.Second)
			nativeEvents{p.asker}.covered(true)
			p.waits(time.Second)
			p.click("Allow")
		}},
		{"other button of the pointer", func(p *person) {
			p.looks(time.Second)
			e := primary()
			e.Button = 2
			p.find("Allow").MouseDown(e)
			p.find("Allow").MouseUp(e)
		}},
	} {
		t.Run(attack.name, func(t *testing.T) {
			sit(t, "en", func(p *person) {
				a := p.ask(question(manifest.High))
				attack.does(p)
				if p.Drain(); a.ended {
					t.Errorf("got the answer %+v", a.answer)
				}
			})
		})
	}
}

func TestQuestionSwappedUnderThePointer(t *testing.T) {
	sit(t, "en", func(p *person) {
		first := p.ask(question(manifest.High))
		p.looks(time.Second)
		old := p.find("Allow")
		old.MouseDown(primary())
		first.cancel()
		p.Drain()
		p.waits(denialStays)
		q := question(manifest.High)
		q.Facts.Target = "/home/alice/other.md"
		second := p.ask(q)
		p.find("Allow").MouseUp(primary())
		old.MouseUp(primary())
		p.click("Allow")
		if p.Drain(); second.ended {
			t.Errorf("got the answer %+v", second.answer)
		}
		p.looks(0)
		p.click("Allow")
		if second.ended {
			t.Error("answered before it was left alone")
		}
		p.waits(time.Second)
		p.click("Allow")
		if second.answer.Choice != ask.AllowOnce {
			t.Errorf("got %+v", second.answer)
		}
	})
}

// quoted returns s as a JSON string.
func quoted(s string) []byte {
	out, err := jsontext.AppendQuote(nil, s)
	if err != nil {
		panic(err)
	}
	return out
}

// texts returns every text on screen.
func (p *person) texts() (all []string) {
	for _, o := range onScreen(p.asker.window.Content()) {
		switch o := o.(type) {
		case *kit.Paragraph:
			all = append(all, strings.ReplaceAll(o.Text(), "\n", ""), strings.ReplaceAll(o.Text(), "\n", " "))
		case *widget.Label:
			all = append(all, o.Text)
		case *canvas.Text:
			all = append(all, o.Text)
		case *widget.RichText:
			for _, s := range o.Segments {
				if _, plain := s.(*widget.TextSegment); !plain {
					p.t.Errorf("rich text on screen: %T", s)
				}
			}
		}
	}
	return all
}

// TestNothingHides puts hostile text into every place that an agent fills.
func TestNothingHides(t *testing.T) {
	for name, text := range map[string]string{
		"bidi":         "safe\u202Etxt.exe\u2066x\u2069",
		"zero width":   "a\u200B\u200D\uFEFFb",
		"tags":         "hi\U000E0041\U000E0042",
		"newlines":     strings.Repeat("\n", 5000) + "end",
		"markup":       "**Allow** <b>x</b> [link](http://x) `code`",
		"terminal":     "\x1b[31mred\x1b]8;;http://x\x07",
		"one megabyte": strings.Repeat("A", 1<<20),
	} {
		t.Run(name, func(t *testing.T) {
			sit(t, "en", func(p *person) {
				q := question(manifest.Medium)
				q.Caller.AgentName, q.Caller.ConversationID, q.Tool = text, text, text
				q.Description.Fallback, q.ScopeDescription.Fallback, q.ScopeLabel.Fallback, q.Scope = text, text, text, "acme:thing"
				q.Facts.Target, q.Facts.Breadth = text, text
				q.Arguments = []byte(`{"a":` + string(quoted(text)) + `}`)
				p.ask(q)
				p.click("All arguments (1)")
				p.click("What the agent’s author says")
				for _, shown := range p.texts() {
					if strings.ContainsAny(shown, "\u202E\u2066\u200B\u200D\uFEFF\U000E0041\x1b\x07") {
						t.Errorf("a hidden character is on screen: %q", shown)
					}
					if len(shown) > 20*pageLength || strings.Count(shown, "\n") > 40 {
						t.Errorf("%d bytes in one text", len(shown))
					}
				}
				content := p.asker.window.Canvas().Size()
				for _, c := range append(p.asker.card.allows, p.asker.card.deny) {
					at := fyne.CurrentApp().Driver().AbsolutePositionForObject(c)
					if at.Y+c.Size().Height > content.Height || at.X+c.Size().Width > content.Width {
						t.Errorf("%s is at %v on a card of %v", c.text, at, content)
					}
				}
				if content.Height > cardHeight {
					t.Errorf("the card is %v high", content.Height)
				}
			})
		})
	}
}

func TestLongValueIsReadPageByPage(t *testing.T) {
	sit(t, "en", func(p *person) {
		q := question(manifest.High)
		q.Arguments = []byte(`{"a":"` + strings.Repeat("x", 2*pageLength) + `END"}`)
		p.ask(q)
		p.click("All arguments (1)")
		p.click("Show all")
		p.click("Previous") // from the first to the last
		if all := strings.Join(p.texts(), "\n"); !strings.Contains(all, "Page 3 of 3") || !strings.Contains(all, "END") {
			t.Error("the last page is not on screen")
		}
	})
}
