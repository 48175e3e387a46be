package ui

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/app/ui/question"
	"assent/app/ui/sample"
	"assent/consent"
	"assent/i18n"
)

func TestPagesLook(t *testing.T) {
	for _, page := range []string{"activity", "agents", "permissions", "playground", "settings"} {
		for state, empty := range map[string]bool{"": false, "_empty": true} {
			t.Run(page+state, func(t *testing.T) {
				open(t, "en", empty, func(u *UI, _ *desk, drain func()) {
					u.main.show(page)
					drain()
					test.AssertObjectRendersToMarkup(t, "page_"+page+state+".xml", u.main.body)
				})
			})
		}
	}
}

// TestFrameLooks compares what stands around every page.
func TestFrameLooks(t *testing.T) {
	for name, c := range map[string]struct {
		width  float32
		paused bool
	}{"wide": {mainWidth, false}, "narrow": {600, false}, "paused": {mainWidth, true}} {
		t.Run(name, func(t *testing.T) {
			open(t, "en", false, func(u *UI, d *desk, drain func()) {
				d.Pause(c.paused)
				u.main.show("settings")
				u.main.window.Resize(fyne.NewSize(c.width, mainHeight))
				u.main.body.RemoveAll()
				drain()
				test.AssertRendersToMarkup(t, "frame_"+name+".xml", u.main.window.Canvas())
			})
		})
	}
}

// TestInnerPagesLook compares what opens from a page.
func TestInnerPagesLook(t *testing.T) {
	for name, opens := range map[string]func(u *UI){
		"agent":  func(u *UI) { u.ShowPage("agents", "agent-1") },
		"adding": func(u *UI) { u.ShowPage("agents", Adding) },
		"record": func(u *UI) { u.ShowPage("playground", "record") },
		"detail": func(u *UI) { u.main.page.(*activityPage).open("2") },
		"review": func(u *UI) {
			a := u.engine.Agents()[0]
			u.Review(consent.Review{Agent: a, Manifest: sample.Manifest(), Previous: sample.ManifestBefore(), Version: 4,
				Scopes: []string{"location:read", "acme:print"}}, func([]string) {})
		},
	} {
		t.Run(name, func(t *testing.T) {
			open(t, "zh-Hans", false, func(u *UI, _ *desk, drain func()) {
				drain()
				opens(u)
				drain()
				time.Sleep(question.ArmAfter) // the bubble's clock
				drain()
				test.AssertObjectRendersToMarkup(t, "inner_"+name+".xml", u.main.body)
			})
		})
	}
}

func TestEverythingCanBeTakenBack(t *testing.T) {
	for button, want := range map[string]string{
		"End now": "end window", "Lift": "lift agent-1 location:read", "Take back": "revoke agent-1 filesystem:read", "Deny all": "deny all agent-1",
	} {
		t.Run(button, func(t *testing.T) {
			open(t, "en", false, func(u *UI, d *desk, drain func()) {
				u.main.show("permissions")
				tap(t, u, drain, button)
				if len(d.did) != 1 || d.did[0] != want {
					t.Errorf("did %v, want %s", d.did, want)
				}
			})
		})
	}
}

// TestPermissionsAreCounted: each says how many of today's calls were for it.
func TestPermissionsAreCounted(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		time.Sleep(20 * time.Hour) // the bubble's clock
		d.At = time.Now()
		u.main.show("permissions")
		synctest.Wait()
		drain()
		text := said(u)
		for _, want := range []string{"2 today", "1 denied today"} {
			if !strings.Contains(text, want) {
				t.Errorf("%q is not said:\n%s", want, text)
			}
		}
	})
}

// TestManyAgentsHaveNoCards: of very many agents those stand on the page first of whom
// something is to be ended, and the others are counted.
func TestManyAgentsHaveNoCards(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		all := d.Engine.Agents()
		for n := range 3 * cardsShown {
			a := all[0]
			a.ID = fmt.Sprint("other-", n)
			d.agents = append(d.agents, a)
		}
		d.agents = append(d.agents, all...)
		u.main.show("permissions")
		drain()
		page := u.main.page.(*permissionsPage)
		if cards := len(page.list.Objects); cards != cardsShown+1 || page.list.Objects[0] != page.cards["agent-1"].whole {
			t.Errorf("there are %d on the page", cards)
		}
		if page.more.Text != "203 more agents: their permissions stand on their pages, under Agents." {
			t.Errorf("it says %q", page.more.Text)
		}
	})
}

// TestWindowsEndTogether: one click ends the silent windows of all agents.
func TestWindowsEndTogether(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		u.main.show("permissions")
		tap(t, u, drain, "End all silent windows (3)")
		synctest.Wait()
		if want := []string{"end window", "end window", "end window"}; !slices.Equal(d.did, want) {
			t.Errorf("did %v", d.did)
		}
	})
}

func TestLanguageChangesWithoutRestart(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		s := u.engine.Settings()
		s.Language = "zh-Hans"
		u.apply(s)
		drain()
		u.main.show("permissions")
		tap(t, u, drain, "立即结束")
	})
}

// TestPauseFromTheTray pauses elsewhere than in the window, and goes on in the window.
func TestPauseFromTheTray(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		d.Pause(true)
		u.refresh()
		if !strings.Contains(said(u), "Paused: everything is denied") {
			t.Fatal("the window does not say that Assent is paused")
		}
		tap(t, u, drain, "Resume")
		if d.paused {
			t.Error("the window does not end the pause")
		}
	})
}

// TestBusyAgentLeavesTheButtons: while calls come in, what a person is about to press
// stays what it is, on every page.
func TestBusyAgentLeavesTheButtons(t *testing.T) {
	for _, page := range []string{"activity", "agents", "permissions", "playground", "settings"} {
		t.Run(page, func(t *testing.T) {
			open(t, "en", false, func(u *UI, d *desk, drain func()) {
				u.Notice(i18n.Text{Key: "notice.log_recovered"})
				d.Record("", false)
				u.main.show(page)
				drain()
				before := pressed(u)
				d.Used = 7
				u.refresh()
				drain()
				if page == "permissions" && !strings.Contains(said(u), "19") {
					t.Error("the page does not say how often the window was used by now")
				}
				if after := pressed(u); len(before) == 0 || !slices.Equal(before, after) {
					t.Errorf("of %d buttons and checks, %d are the same", len(before), len(after))
				}
			})
		})
	}
}

// pressed are the buttons and checks in the main window.
func pressed(u *UI) (all []fyne.CanvasObject) {
	for _, o := range test.LaidOutObjects(u.main.window.Content()) {
		switch o.(type) {
		case *widget.Button, *widget.Check, *widget.Select, *kit.Chip:
			all = append(all, o)
		}
	}
	return all
}

// TestNoThemesOfParts: the toolkit keeps the fonts of every theme that a part of a window
// has, for ever: several megabytes a question.
func TestNoThemesOfParts(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatal("no sources: ", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") && bytes.Contains(data, []byte("NewThemeOverride")) {
			t.Errorf("%s gives a part of a window a theme of its own: use snug", file)
		}
	}
}

// TestSwitchThatFailed: where a grant could not be kept, its switch goes back.
func TestSwitchThatFailed(t *testing.T) {
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		u.engine = unwritable{u.engine}
		u.main.show("agents")
		u.main.page.(*agentsPage).open("agent-1")
		drain()
		granted := func() (all []bool) {
			for _, o := range test.LaidOutObjects(u.main.body) {
				if c, ok := o.(*widget.Check); ok {
					all = append(all, c.Checked)
				}
			}
			return all
		}
		before := granted()
		tick(t, u, len(before)-1)
		if slices.Equal(granted(), before) {
			t.Fatal("the switch did not move")
		}
		synctest.Wait()
		drain()
		if after := granted(); !slices.Equal(after, before) {
			t.Errorf("the switches are %v after a failure, want %v", after, before)
		}
	})
}

// unwritable is an engine that keeps nothing.
type unwritable struct{ Engine }

func (unwritable) Grant(string, string) error { return errors.New("no space left") }
