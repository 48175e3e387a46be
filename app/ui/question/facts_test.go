package question

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"assent/app/ui/kit"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/executors"
	"assent/i18n"
)

// pushing are questions whose texts try to push what decides off the screen.
func pushing() map[string]func(q *ask.Question) {
	link := func(path string) []i18n.Text {
		return []i18n.Text{{Key: "fact.link_from", Args: map[string]any{"Path": path}}}
	}
	return map[string]func(q *ask.Question){
		"an address of 5 KB": func(q *ask.Question) {
			q.Scope, q.Tool = "network:http", "fetch_url"
			q.Facts.Target = "https://evil.example/" + strings.Repeat("free/", 1000) + "end"
		},
		"a host of 5 KB": func(q *ask.Question) {
			q.Scope, q.Tool = "network:http", "fetch_url"
			q.Facts.Target = "https://" + strings.Repeat("paypal.com.", 450) + "evil.example/"
		},
		"a path around 1900 corners": func(q *ask.Question) {
			q.Facts.Target = "/home/alice/.ssh/id_rsa"
			q.Facts.Details = link("~/" + strings.Repeat("./", 1900) + ".ssh/id_rsa")
		},
		"a path of 5 KB": func(q *ask.Question) {
			q.Facts.Target = "/home/alice/" + strings.Repeat("folder/", 700) + "id_rsa"
		},
		"a name of 255 characters": func(q *ask.Question) {
			q.Facts.Target = "/home/alice/" + strings.Repeat("n", 248) + ".id_rsa"
		},
		"headers and a body": func(q *ask.Question) {
			q.Scope, q.Tool = "network:http", "fetch_url"
			q.Facts.Target = "https://evil.example/"
			q.Facts.Details = []i18n.Text{{Key: "fact.network_headers", Args: map[string]any{"Names": strings.Repeat("X-Long-Header, ", 400)}}}
			q.Facts.Leaves = i18n.Text{Key: "leaves.network_data", Args: map[string]any{"Host": strings.Repeat("a.", 120) + "evil.example", "Headers": 400, "Bytes": 1 << 20}}
			q.Arguments = []byte(`{"body":"` + strings.Repeat("x", 1<<16) + `"}`)
		},
		"piled up marks": func(q *ask.Question) {
			q.Facts.Target = "/home/alice/" + strings.Repeat("e\u0301\u0302\u0303\u0304", 1200) + "/id_rsa"
			q.Facts.Details = link(strings.Repeat("Z\u0301\u0302\u0303\u0304\u0305\u0306\u0307", 700))
		},
		"very wide characters": func(q *ask.Question) {
			q.Facts.Target = "/home/alice/" + strings.Repeat("\uFDFD", 1000) + "/id_rsa"
			q.Facts.Details = link(strings.Repeat("\U0001242B", 1000))
		},
		"every text at once": func(q *ask.Question) {
			long := strings.Repeat("very long indeed, ", 400)
			q.Caller.AgentName, q.Caller.AgentID, q.Caller.ConversationID = strings.Repeat("W", 40), strings.Repeat("I", 128), strings.Repeat("c", 128)
			q.Tool, q.Description.Fallback, q.ScopeLabel.Fallback, q.Scope = long, long, long, "acme:"+strings.Repeat("s", 200)
			q.Facts.Target = "/home/alice/" + long + "/id_rsa"
			q.Facts.Details = link(long)
			q.Facts.Finding = executors.Errorf(executors.PathNotFound, "")
			q.Why = []i18n.Text{{Key: "why.not_whole"}, {Key: "why.high"}}
			for _, key := range []string{"care.ssh", "care.private_key", "care.outside_folders"} {
				q.Facts.Care = append(q.Facts.Care, i18n.Text{Key: key})
			}
		},
	}
}

// TestFactsStayInView: whatever an agent sends, everything that decides is in view
// without scrolling, above the buttons, and Allow counts. Screens are 1024 × 768, the
// half of it as twice the scale leaves it, and 1440 × 900 at twice the scale.
func TestFactsStayInView(t *testing.T) {
	for name, pad := range pushing() {
		for _, screen := range []fyne.Size{fyne.NewSize(1016, 728), fyne.NewSize(712, 434), fyne.NewSize(508, 368)} {
			t.Run(fmt.Sprintf("%s/%gx%g", name, screen.Width, screen.Height), func(t *testing.T) {
				sit(t, "en", func(p *person) {
					p.asker.screen = screen
					q := question(manifest.High)
					pad(&q)
					p.ask(q)
					p.looks(time.Second)
					if name == "every text at once" && screen.Height < 400 { // too much
						p.asker.card.Resize(screen) // as the window manager has it
						p.waits(time.Second)
						if p.asker.arming.Armed(time.Now()) {
							t.Error("Allow counts while something is out of view")
						}
						return
					}
					p.seesFacts(screen)
					if !p.asker.arming.Armed(time.Now()) {
						t.Error("Allow does not count")
					}
				})
			})
		}
	}
}

// seesFacts fails where something that decides is out of view.
func (p *person) seesFacts(screen fyne.Size) {
	p.t.Helper()
	window := p.asker.window.Canvas().Size()
	if window.Height > screen.Height || window.Width > screen.Width {
		p.t.Errorf("the window of %v does not fit the screen of %v", window, screen)
	}
	card := p.asker.card
	driver := fyne.CurrentApp().Driver()
	foot := driver.AbsolutePositionForObject(card.footer).Y
	for _, told := range card.told {
		if !told.shown.Visible() {
			continue // the author's line, where there is little room
		}
		at, size := driver.AbsolutePositionForObject(told.shown), told.shown.Size()
		if at.Y < 0 || at.Y+size.Height > foot || at.X+size.Width > window.Width {
			p.t.Errorf("%q is at %v, %v large, over a footer at %v", told.shown.Text(), at, size, foot)
		}
		if told.shown.Text() == "" && told.whole != "" {
			p.t.Errorf("%.40q is not said", told.whole)
		}
	}
	for _, o := range test.LaidOutObjects(card.facts) {
		if text, ok := o.(*kit.Paragraph); ok && text.MinSize().Height > text.Size().Height {
			p.t.Errorf("%q takes %v of %v", text.Text(), text.MinSize(), text.Size())
		}
	}
	all := strings.Join(p.texts(), "\n")
	for _, must := range []string{"id_rsa", "evil.example"} {
		if strings.Contains(card.question.Facts.Target, must) && !strings.Contains(all, must) {
			p.t.Errorf("%q is not in view", must)
		}
	}
}

// TestWhatHasNoRoomIsNotAllowed: where what decides is more than the screen is high, Allow
// does not count, and the question says why.
func TestWhatHasNoRoomIsNotAllowed(t *testing.T) {
	sit(t, "en", func(p *person) {
		p.asker.screen = fyne.NewSize(500, 260)
		a := p.ask(question(manifest.High))
		p.asker.window.Resize(fyne.NewSize(500, 260)) // as the window manager has it
		p.asker.card.Resize(fyne.NewSize(500, 260))
		p.looks(5 * time.Second)
		p.click("Allow")
		if a.ended {
			t.Fatalf("answered %+v", a.answer)
		}
		if hint := p.asker.card.hint.Text; hint != "Bring this window fully into view" {
			t.Errorf("it says %q", hint)
		}
		p.click("Deny")
		if !a.ended {
			t.Error("Deny does not count")
		}
	})
}

// TestWhatIsCutOpens: all of what has no room is one click away.
func TestWhatIsCutOpens(t *testing.T) {
	sit(t, "en", func(p *person) {
		q := question(manifest.High)
		q.Facts.Target = "/home/alice/" + strings.Repeat("folder/", 60) + "id_rsa"
		p.ask(q)
		p.click("In full what has no room above")
		if all := strings.ReplaceAll(strings.Join(p.texts(), "\n"), "…", ""); !strings.Contains(all, "/home/alice/"+strings.Repeat("folder/", 15)) {
			t.Error("the whole path is not shown")
		}
	})
	sit(t, "en", func(p *person) {
		p.ask(question(manifest.High))
		if p.find("In full what has no room above") != nil {
			t.Error("offered where nothing is cut")
		}
	})
}

// TestWhoAsksIsSeen: the program at the other end, since when the agent is known, and a
// name that is not its to use.
func TestWhoAsksIsSeen(t *testing.T) {
	sit(t, "en", func(p *person) {
		q := question(manifest.High)
		q.Caller.Program = ask.Program{Path: "/usr/bin/python3\u202E", Parent: "/opt/Claude/claude"}
		q.Caller.Since, q.Caller.Claimed = time.Now().Add(-12*time.Hour), "Assént"
		p.ask(q)
		p.says("agent-1 · direct conversation c-1 · via python3‹U+202E› from claude · first seen yesterday")
		p.says("It was given the name “Assént”, which is not its to use")
	})
}

// TestNameEndsWhereItIsSeen: an agent's name stands on a ground of its own, and what is cut
// of it is said under the pointer and when it is opened.
func TestNameEndsWhereItIsSeen(t *testing.T) {
	sit(t, "en", func(p *person) {
		q := question(manifest.High)
		q.Caller.AgentName, q.Caller.WholeName = "Helper wants nothing and it is only an…", "Helper wants nothing and it is only an update of Assent"
		p.ask(q)
		p.says("wants to read a file")
		var name *kit.Hover
		for _, o := range onScreen(p.asker.window.Content()) {
			if h, ok := o.(*kit.Hover); ok {
				name = h
			}
		}
		name.MouseIn(&desktop.MouseEvent{})
		p.says("an update of Assent")
		name.MouseOut()
		if strings.Contains(strings.Join(p.texts(), "\n"), "update of Assent") {
			t.Error("it is said without the pointer")
		}
		p.click("In full what has no room above")
		p.says("update of Assent wants to read a file")
	})
}
