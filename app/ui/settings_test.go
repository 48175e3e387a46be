package ui

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"assent/app"
	"assent/app/ui/kit"
	"assent/executors/filesystem"
)

// onSettings opens the settings page; settle waits until what was changed holds.
func onSettings(t *testing.T, f func(u *UI, p *settingsPage, settle func())) {
	t.Helper()
	open(t, "en", false, func(u *UI, _ *desk, drain func()) {
		u.main.show("settings")
		settle := func() {
			synctest.Wait()
			drain()
		}
		settle()
		f(u, u.main.page.(*settingsPage), settle)
	})
}

// entry returns the field with a hint.
func entry(t *testing.T, u *UI, hint string) writable {
	t.Helper()
	for _, o := range test.LaidOutObjects(u.main.body) {
		switch e := o.(type) {
		case *widget.Entry:
			if e.PlaceHolder == hint {
				return e
			}
		case *leaveEntry:
			if e.PlaceHolder == hint {
				return e
			}
		}
	}
	t.Fatalf("there is no field %q", hint)
	return nil
}

// writable is a field.
type writable interface {
	fyne.Focusable
	SetText(string)
}

// What cannot be is refused beside its field, where it stays; the rest holds.
func TestWrongSettingsAreRefusedInPlace(t *testing.T) {
	for hint, c := range map[string]struct {
		wrong, says, right string
		holds              func(app.Settings) bool
	}{
		"~/Documents": {"notes", "A folder begins with", "/srv/notes", func(s app.Settings) bool {
			return slices.Equal(s.Folders, []string{"~/Documents", "~/projects", "/srv/notes"})
		}},
		"nas.local:8080": {"http://nas/x", "This names no host", "10.0.0.1:80", func(s app.Settings) bool { return slices.Equal(s.AllowedHosts, []string{"nas.local", "10.0.0.1:80"}) }},
		"~/tax":          {"//", "This names no place", "*.kdbx2", func(s app.Settings) bool { return slices.Equal(ownCare(s.Care), []string{"~/tax", "*.kdbx2"}) }},
	} {
		t.Run(hint, func(t *testing.T) {
			onSettings(t, func(u *UI, _ *settingsPage, settle func()) {
				field := entry(t, u, hint).(*widget.Entry)
				before := u.engine.Settings()
				field.SetText(c.wrong)
				field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
				settle()
				if !strings.Contains(said(u), c.says) || field.Text != c.wrong || len(u.engine.Settings().Care) != len(before.Care) {
					t.Errorf("%q: the field has %q; said %s", c.wrong, field.Text, said(u))
				}
				field.SetText(c.right)
				field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
				settle()
				if strings.Contains(said(u), c.says) || field.Text != "" || !c.holds(u.engine.Settings()) {
					t.Errorf("%q: the field has %q, the settings are %+v", c.right, field.Text, u.engine.Settings())
				}
			})
		})
	}
}

func TestPositionIsTakenWhenItsFieldIsLeft(t *testing.T) {
	onSettings(t, func(u *UI, _ *settingsPage, settle func()) {
		canvas := u.main.window.Canvas()
		write := func(hint, text string) {
			canvas.Focus(entry(t, u, hint))
			entry(t, u, hint).SetText(text)
		}
		write("Latitude", "91")
		write("Longitude", "16.37")
		canvas.Unfocus()
		settle()
		if !strings.Contains(said(u), "Write a latitude") || u.engine.Settings().ManualPosition != nil {
			t.Fatalf("91 degrees north: %+v", u.engine.Settings().ManualPosition)
		}
		write("Latitude", "48.2")
		u.main.show("settings") // which leaves it too
		settle()
		if at := u.engine.Settings().ManualPosition; at == nil || at.Latitude != 48.2 || at.Longitude != 16.37 || strings.Contains(said(u), "Write a latitude") {
			t.Errorf("holds %+v", at)
		}
	})
}

// A group's switch takes its patterns off the list and puts them back where they were, so
// that the list is the default one again and follows it.
func TestCareGroupsAreSwitched(t *testing.T) {
	onSettings(t, func(u *UI, _ *settingsPage, settle func()) {
		var ssh *kit.Switch
		for _, o := range test.LaidOutObjects(u.main.body) {
			if s, ok := o.(*kit.Switch); ok {
				ssh = s
				break
			}
		}
		before := u.engine.Settings().Care
		test.Tap(ssh)
		settle()
		if care := u.engine.Settings().Care; slices.Contains(care, ".ssh") || !slices.Contains(care, "~/tax") || len(care) != len(before)-len(filesystem.CareGroups()[0].Patterns) {
			t.Errorf("of %d patterns %d stay", len(before), len(care))
		}
		test.Tap(ssh)
		settle()
		if care := u.engine.Settings().Care; !slices.Equal(care, append(filesystem.DefaultCare(), "~/tax")) {
			t.Errorf("%d patterns, of %d", len(care), len(before))
		}
	})
}

func TestWouldThisPathAsk(t *testing.T) {
	onSettings(t, func(u *UI, _ *settingsPage, settle func()) {
		field := entry(t, u, "~/backup/key4.db")
		field.SetText("~/x/logins.json")
		field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		settle()
		if want := "~/x/logins.json: high, asked every time. A browser keeps your sign-ins and history here"; !strings.Contains(said(u), want) {
			t.Errorf("said %s", said(u))
		}
	})
}

// The wheel scrolls the page wherever the pointer is on it.
func TestTheWheelScrollsTheSettings(t *testing.T) {
	onSettings(t, func(u *UI, p *settingsPage, settle func()) {
		for x := float32(250); x < 900; x += 100 {
			for y := float32(200); y < 600; y += 100 {
				before := p.scroll.Offset.Y
				test.Scroll(u.main.window.Canvas(), fyne.NewPos(x, y), 0, -20)
				if p.scroll.Offset.Y <= before {
					t.Fatalf("at %v,%v nothing moves", x, y)
				}
			}
		}
	})
}

// Without a tray closing the window asks once, and then does what the person said.
func TestClosingAsksOnce(t *testing.T) {
	for text, answer := range map[string]string{"Keep running": closingKeeps, "Quit": closingQuits} {
		t.Run(answer, func(t *testing.T) {
			open(t, "en", false, func(u *UI, _ *desk, drain func()) {
				quit := 0
				u.closing = func() { quit++ }
				press := func(text string) {
					for _, o := range test.LaidOutObjects(u.main.closing) {
						if b, ok := o.(*widget.Button); ok && b.Text == text {
							test.Tap(b)
							drain()
							return
						}
					}
					t.Fatalf("there is no button %q", text)
				}
				u.main.leaveAs(u.closingAnswer())
				press("Cancel")
				if u.closingAnswer() != "" || quit > 0 {
					t.Fatalf("remembered %q, quit %d times", u.closingAnswer(), quit)
				}
				u.main.leaveAs(u.closingAnswer())
				press(text)
				if u.closingAnswer() != answer || u.main.closing != nil || (quit > 0) != (answer == closingQuits) {
					t.Errorf("remembered %q, quit %d times", u.closingAnswer(), quit)
				}
				if u.main.leaveAs(u.closingAnswer()); u.main.closing != nil {
					t.Error("asked again")
				}
			})
		})
	}
}
