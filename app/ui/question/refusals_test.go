package question

import (
	"strings"
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
		p.asker.Refresh()
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
		p.click("wider…")
		p.click("Every file you can read")
		p.asker.options.Words.Speak("zh-Hans")
		p.asker.Redraw()
		if p.asker.arming.Armed(time.Now()) {
			t.Error("Allow counts at once on the new card")
		}
		p.waits(time.Second)
		p.click("允许 所有文件 24 小时")
		if want := (ask.Answer{Choice: ask.Allow, Breadth: ask.WholeScope}); a.answer != want {
			t.Errorf("answer %+v, want %+v", a.answer, want)
		}
	})
}

// A question is data: also its author's words are those of the language of the moment.
func TestOtherWordsReachTheAuthorsToo(t *testing.T) {
	sit(t, "en", func(p *person) {
		q := question(manifest.High)
		q.Scope = "web:fetch"
		q.ScopeLabel = manifest.Words{Key: "agent.scopes.network_http.label", Fallback: "The web"}
		q.Description = manifest.Words{Key: "agent.tools.fetch_web.desc"}
		p.ask(q)
		seen := func(want ...string) {
			t.Helper()
			all := strings.Join(p.texts(), "\n")
			for _, text := range want {
				if !strings.Contains(all, text) {
					t.Errorf("%q is not among\n%s", text, all)
				}
			}
		}
		seen("Network requests", "Fetch a web page")
		p.asker.options.Words.Speak("zh-Hans")
		p.asker.Redraw()
		seen("网络请求", "获取网页")
	})
}
