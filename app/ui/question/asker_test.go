package question

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
)

func TestAnswers(t *testing.T) {
	for _, c := range []struct {
		name        string
		sensitivity manifest.Sensitivity
		does        func(p *person)
		want        ask.Answer
	}{
		{"deny", manifest.Medium, func(p *person) { p.click("Deny") }, ask.Answer{Choice: ask.Deny}},
		{"deny before anything is armed", manifest.High, func(p *person) { p.click("Deny") }, ask.Answer{Choice: ask.Deny}},
		{"always deny", manifest.High, func(p *person) { p.click("Always deny") }, ask.Answer{Choice: ask.AlwaysDeny}},
		{"escape", manifest.High, func(p *person) { p.looks(keysAfter); p.key(fyne.KeyEscape) }, ask.Answer{Choice: ask.Deny}},
		{"the space bar, where the keyboard begins", manifest.High, func(p *person) { p.looks(keysAfter); p.key(fyne.KeySpace) }, ask.Answer{Choice: ask.Deny}},
		{"allow this folder for a day", manifest.Medium, func(p *person) { p.looks(time.Second); p.click("Allow ~/Documents for 24 h") },
			ask.Answer{Choice: ask.Allow}},
		{"allow every file for a day", manifest.Medium, func(p *person) {
			p.looks(time.Second)
			p.click("wider…")
			p.click("Every file you can read")
			p.waits(time.Second)
			p.click("Allow every file for 24 h")
		}, ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}},
		{"wider, and back", manifest.Medium, func(p *person) {
			p.looks(time.Second)
			p.click("wider…")
			p.click("Every file you can read")
			p.click("Only here")
			p.waits(time.Second)
			p.click("Allow ~/Documents for 24 h")
		}, ask.Answer{Choice: ask.Allow}},
		{"allow once", manifest.Medium, func(p *person) { p.looks(time.Second); p.click("Allow once") },
			ask.Answer{Choice: ask.AllowOnce}},
		{"allow high", manifest.High, func(p *person) { p.looks(time.Second); p.click("Allow") },
			ask.Answer{Choice: ask.AllowOnce}},
		{"keyboard alone", manifest.High, func(p *person) {
			p.looks(0)
			p.focus("Allow")
			p.waits(time.Second)
			p.key(fyne.KeySpace)
		}, ask.Answer{Choice: ask.AllowOnce}},
		{"closing the window", manifest.High, func(p *person) { p.asker.dismiss(ask.Closed) },
			ask.Answer{Choice: ask.Closed}},
	} {
		t.Run(c.name, func(t *testing.T) {
			sit(t, "en", func(p *person) {
				a := p.ask(question(c.sensitivity))
				c.does(p)
				p.Drain()
				if !a.ended || a.err != nil || a.answer != c.want {
					t.Errorf("ended %v with %+v, %v; want %+v", a.ended, a.answer, a.err, c.want)
				}
			})
		})
	}
}

func TestApproximateIsAChoice(t *testing.T) {
	sit(t, "en", func(p *person) {
		q := question(manifest.High)
		q.Scope, q.Tool, q.Facts = "location:read", "get_location", executors.Facts{Coarse: true}
		a := p.ask(q)
		p.click("Approximate, about 5 km")
		p.looks(time.Second)
		p.click("Allow")
		if want := (ask.Answer{Choice: ask.AllowOnce, Coarse: true}); a.answer != want {
			t.Errorf("answer %+v, want %+v", a.answer, want)
		}
	})
}

func TestQuestionThatLeavesIsNoAnswer(t *testing.T) {
	sit(t, "en", func(p *person) {
		a := p.ask(question(manifest.High))
		if p.shown != 1 {
			t.Fatalf("told %d times that the question shows", p.shown)
		}
		p.waits(30 * time.Second)
		a.cancel()
		p.Drain()
		if a.err == nil || a.answer != (ask.Answer{}) {
			t.Errorf("answer %+v, %v", a.answer, a.err)
		}
		if want := "DemoBot · read a file · /home/alice/Documents/notes.md"; len(p.missed) != 1 || p.missed[0] != want {
			t.Errorf("missed %q, want %q", p.missed, want)
		}

	})
}

func TestOutcomeIsShownBeforeTheNextQuestion(t *testing.T) {
	sit(t, "en", func(p *person) {
		first := question(manifest.High)
		p.ask(first)
		p.looks(time.Second)
		p.click("Allow")
		p.asker.Ended(first.Key(), "ok", "")
		second := question(manifest.High)
		second.CallID = "call-2"
		p.ask(second)
		if p.asker.card.question.CallID != "call-1" {
			t.Error("the outcome was not left on screen")
		}
		p.waits(endStays)
		if p.asker.card == nil || p.asker.card.question.CallID != "call-2" {
			t.Error("the next question did not come")
		}
	})
}

// TestQuittingIsNoAnswer: the window lets go of the question without the person's word.
func TestQuittingIsNoAnswer(t *testing.T) {
	sit(t, "en", func(p *person) {
		a := p.ask(question(manifest.High))
		p.looks(time.Second)
		p.asker.Close()
		p.Drain()
		if a.ended {
			t.Fatalf("answered %+v, %v", a.answer, a.err)
		}
		a.cancel() // the queue closes
		p.Drain()
		if a.err == nil || a.answer != (ask.Answer{}) {
			t.Errorf("answered %+v, %v", a.answer, a.err)
		}
	})
}

// TestNotificationCallsToWhatIsOutOfView: there is none while the question can be seen,
// and none is left when it can be seen again or is gone.
func TestNotificationCallsToWhatIsOutOfView(t *testing.T) {
	const call = "Assent is asking: DemoBot wants to read a file"
	sit(t, "en", func(p *person) {
		a := p.ask(question(manifest.High))
		p.looks(10 * time.Second)
		if len(p.notices) > 0 {
			t.Fatalf("in view, and %q", p.notices)
		}
		nativeEvents{p.asker}.covered(true)
		p.waits(summonAfter - 100*time.Millisecond)
		if len(p.notices) > 0 {
			t.Errorf("at once: %q", p.notices)
		}
		p.waits(time.Second)
		if len(p.notices) != 1 || p.notices[0] != call {
			t.Errorf("out of view: %q", p.notices)
		}
		nativeEvents{p.asker}.covered(false)
		p.Drain()
		if len(p.notices) > 0 {
			t.Errorf("in view again: %q", p.notices)
		}
		nativeEvents{p.asker}.covered(true)
		p.waits(3 * time.Second)
		if len(p.notices) != 1 {
			t.Errorf("out of view again: %q", p.notices)
		}
		a.cancel()
		p.Drain()
		if len(p.notices) > 0 {
			t.Errorf("gone: %q", p.notices)
		}
	})
}
