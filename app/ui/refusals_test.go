package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"assent/consent/ask"
	"assent/consent/manifest"
)

func TestAllThatWaitsIsDeniedAtOnce(t *testing.T) {
	sit(t, "en", func(p *person) {
		p.waiting = 3
		a := p.ask(question(manifest.High))
		p.click("Deny all 3 questions of DemoBot")
		if !a.ended || a.answer != (ask.Answer{Choice: ask.Deny}) {
			t.Errorf("answer %+v, %v", a.answer, a.err)
		}
		if len(p.denied) != 1 || p.denied[0] != "agent-1" {
			t.Errorf("denied all of %v", p.denied)
		}
	})
}

func TestDenyAllIsOfferedOnceMoreWaits(t *testing.T) {
	sit(t, "en", func(p *person) {
		p.waiting = 1
		p.ask(question(manifest.High))
		p.looks(time.Second)
		if p.find("Deny all 2 questions of DemoBot") != nil {
			t.Fatal("offered while nothing else waits")
		}
		p.waiting = 2
		p.asker.refresh()
		if p.find("Deny all 2 questions of DemoBot") == nil {
			t.Fatal("not offered")
		}
		if p.asker.arming.Armed(time.Now()) {
			t.Error("the card changed under the pointer, and Allow still counts")
		}
	})
}

func TestIDsCanBeCopied(t *testing.T) {
	sit(t, "en", func(p *person) {
		p.ask(question(manifest.High))
		p.click("Copy ids")
		if got := fyne.CurrentApp().Clipboard().Content(); got != "agent-1 c-1 call-1" {
			t.Errorf("copied %q", got)
		}
	})
}

func TestOtherWordsKeepTheQuestion(t *testing.T) {
	sit(t, "en", func(p *person) {
		a := p.ask(question(manifest.Medium))
		p.looks(time.Second)
		p.click("Only this folder")
		p.asker.Words.Speak("zh-Hans")
		p.asker.redraw()
		if p.asker.arming.Armed(time.Now()) {
			t.Error("Allow counts at once on the new card")
		}
		p.waits(time.Second)
		p.click("允许 24 小时")
		if want := (ask.Answer{Choice: ask.Allow, Narrow: true}); a.answer != want {
			t.Errorf("answer %+v, want %+v", a.answer, want)
		}
	})
}
