package question

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"assent/consent/ask"
	"assent/consent/manifest"
)

// write types a letter as the driver passes it on.
func (p *person) write(r rune) {
	canvas := p.asker.window.Canvas()
	event := &fyne.KeyEvent{Name: fyne.KeyName(strings.ToUpper(string(r)))}
	if keyable, ok := canvas.Focused().(desktop.Keyable); ok {
		keyable.KeyDown(event)
	}
	canvas.Focused().TypedRune(r)
	if keyable, ok := canvas.Focused().(desktop.Keyable); ok {
		keyable.KeyUp(event)
	}
	p.Drain()
}

// TestKeysAnswerOnceInFront: no key answers before the question was in front for a
// moment; what came too early is said.
func TestKeysAnswerOnceInFront(t *testing.T) {
	for name, press := range map[string]func(p *person){
		"escape":    func(p *person) { p.key(fyne.KeyEscape) },
		"space bar": func(p *person) { p.key(fyne.KeySpace) },
		"letter":    func(p *person) { p.write('d'); p.waits(keysAfter) },
	} {
		t.Run(name, func(t *testing.T) {
			sit(t, "en", func(p *person) {
				a := p.ask(question(manifest.High))
				press(p) // without the keyboard
				p.looks(keysAfter - 10*time.Millisecond)
				press(p)
				if a.ended {
					t.Fatal("it counted too early")
				}
				if hint := p.asker.card.hint.Text; hint != "Too soon: that key did nothing" {
					t.Errorf("it says %q", hint)
				}
				p.waits(noticeStays + time.Second)
				if hint := p.asker.card.hint.Text; hint != "" {
					t.Errorf("later it says %q", hint)
				}
				press(p)
				if !a.ended || a.answer != (ask.Answer{Choice: ask.Deny}) {
					t.Errorf("answer %+v, ended %v", a.answer, a.ended)
				}
			})
		})
	}
}

// TestAnotherQuestionTakesNoKeyOfTheLast: the wait begins again with each question.
func TestAnotherQuestionTakesNoKeyOfTheLast(t *testing.T) {
	sit(t, "en", func(p *person) {
		p.ask(question(manifest.High))
		p.looks(time.Second)
		p.key(fyne.KeyEscape)
		p.waits(denialStays)
		second := p.ask(question(manifest.High))
		p.key(fyne.KeyEscape)
		if p.Drain(); second.ended {
			t.Errorf("answered with %+v", second.answer)
		}
	})
}

func TestLetters(t *testing.T) {
	window := ask.Answer{Choice: ask.Allow}
	for _, c := range []struct {
		name        string
		sensitivity manifest.Sensitivity
		does        func(p *person)
		want        ask.Answer
		open        bool // no answer
	}{
		{"o allows once", manifest.Medium, func(p *person) { p.write('o') }, ask.Answer{Choice: ask.AllowOnce}, false},
		{"O too", manifest.High, func(p *person) { p.write('O') }, ask.Answer{Choice: ask.AllowOnce}, false},
		{"d denies", manifest.Medium, func(p *person) { p.write('d') }, ask.Answer{}, false},
		{"a alone opens no window", manifest.Medium, func(p *person) { p.write('a') }, ask.Answer{}, true},
		{"a and the space bar do", manifest.Medium, func(p *person) { p.write('a'); p.waits(time.Second); p.key(fyne.KeySpace) }, window, false},
		{"a says nothing to a high question", manifest.High, func(p *person) { p.write('a'); p.waits(time.Second) }, ask.Answer{}, true},
		{"a word", manifest.Medium, func(p *person) {
			for _, r := range "odd" {
				p.write(r)
				p.waits(100 * time.Millisecond)
			}
		}, ask.Answer{}, true},
		{"the end of a word", manifest.Medium, func(p *person) {
			p.write('t')
			p.waits(keysAfter - 10*time.Millisecond)
			p.write('d')
		}, ask.Answer{}, true},
		{"a letter and a click", manifest.Medium, func(p *person) { p.write('o'); p.asker.card.MouseDown(primary()) }, ask.Answer{}, true},
		{"held since before", manifest.Medium, func(p *person) {
			for range 50 {
				p.asker.window.Canvas().Focused().TypedRune('o')
				p.waits(30 * time.Millisecond)
			}
		}, ask.Answer{}, true},
		{"with Alt", manifest.Medium, func(p *person) {
			alt := &fyne.KeyEvent{Name: desktop.KeyAltLeft}
			p.asker.card.deny.KeyDown(alt)
			p.waits(time.Second)
			p.asker.card.deny.KeyDown(&fyne.KeyEvent{Name: fyne.KeyO})
			p.asker.card.deny.TypedShortcut(&desktop.CustomShortcut{KeyName: fyne.KeyO, Modifier: fyne.KeyModifierAlt})
			p.asker.card.deny.KeyUp(alt)
		}, ask.Answer{Choice: ask.AllowOnce}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			sit(t, "en", func(p *person) {
				a := p.ask(question(c.sensitivity))
				p.looks(time.Second)
				c.does(p)
				p.waits(keysAfter + 10*time.Millisecond)
				if a.ended == c.open || a.answer != c.want {
					t.Errorf("ended %v with %+v, want %+v", a.ended, a.answer, c.want)
				}
			})
		})
	}
}

func TestLetterThatIsNotArmedSaysSo(t *testing.T) {
	sit(t, "en", func(p *person) {
		a := p.ask(question(manifest.Medium))
		p.looks(ArmAfter - 10*time.Millisecond)
		p.write('o')
		p.waits(time.Second)
		if a.ended || p.asker.card.hint.Text != "Too soon: that key did nothing" {
			t.Errorf("ended %v, it says %q", a.ended, p.asker.card.hint.Text)
		}
	})
}

// TestKeysAreShownOnce: the first question that the person answers shows its keys; a later
// one does when the keyboard is used. That Enter answers nothing is said when it is tried.
func TestKeysAreShownOnce(t *testing.T) {
	sit(t, "en", func(p *person) {
		taught := false
		p.asker.options.Untaught = func() bool { return !taught }
		p.asker.options.Taught = func() { taught = true }
		const keys = "Esc denies · Enter does nothing"
		first := p.ask(question(manifest.High))
		p.looks(time.Second)
		p.says(keys)
		if !p.asker.showsKeys() {
			t.Error("no letters on the first question")
		}
		first.cancel()
		p.waits(denialStays)

		p.ask(question(manifest.High)) // nobody answered the last one
		p.looks(time.Second)
		p.says(keys)
		p.click("Deny")
		p.waits(denialStays)

		p.ask(question(manifest.High))
		p.looks(time.Second)
		if p.asker.showsKeys() || strings.Contains(strings.Join(p.texts(), "\n"), keys) {
			t.Error("the keys are shown again")
		}
		p.key(fyne.KeyReturn)
		p.says("Enter answers nothing here")
		p.key(fyne.KeyTab)
		p.waits(noticeStays)
		p.says(keys)
	})
}

// TestLettersShow while Alt is held, and after Tab was used.
func TestLettersShow(t *testing.T) {
	sit(t, "en", func(p *person) {
		p.ask(question(manifest.Medium))
		p.looks(time.Second)
		alt := &fyne.KeyEvent{Name: desktop.KeyAltRight}
		shown := func(want bool, when string) {
			t.Helper()
			if p.asker.showsKeys() != want {
				t.Errorf("%s: shown %v", when, !want)
			}
		}
		shown(false, "at first")
		p.asker.card.deny.KeyDown(alt)
		shown(true, "Alt held")
		p.asker.card.deny.KeyUp(alt)
		shown(false, "Alt up")
		p.key(fyne.KeyTab)
		shown(true, "after Tab")
	})
}
