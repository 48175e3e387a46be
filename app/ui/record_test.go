package ui

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
)

// said is what the labels in the main window say.
func said(u *UI) string {
	var all []string
	for _, o := range test.LaidOutObjects(u.main.window.Content()) {
		switch l := o.(type) {
		case *widget.Label:
			all = append(all, l.Text)
		case *kit.TimeLabel:
			all = append(all, l.Text)
		case *canvas.Text:
			all = append(all, l.Text)
		}
	}
	return strings.Join(all, "\n")
}

// TestRecording switches a recording on and off; while it goes on every page says so.
func TestRecording(t *testing.T) {
	open(t, "en", false, func(u *UI, d *desk, drain func()) {
		u.ShowPage("playground", "record")
		drain()
		tick(t, u, 0)
		tap(t, u, drain, "Start recording")
		if r := d.Recording(); r == nil || !r.Arguments {
			t.Fatalf("recording %+v", r)
		}
		u.ShowPage("settings", "")
		drain()
		if text := said(u); !strings.Contains(text, "This session is being recorded: 2026-11-21_14-02-05.jsonl") {
			t.Errorf("another page does not say that the session is recorded:\n%s", text)
		}
		tap(t, u, drain, "Stop recording")
		if d.Recording() != nil {
			t.Error("it goes on")
		}
		u.ShowPage("playground", "record")
		drain()
		tap(t, u, drain, "Copy the command that plays it")
		want := replayCommand("/home/alice/.local/share/assent/recordings/2026-11-21_14-02-05.jsonl")
		if got := fyne.CurrentApp().Clipboard().Content(); got != want {
			t.Errorf("copied %s, want %s", got, want)
		}
		if strings.Contains(said(u), "is being recorded") {
			t.Error("the banner stays")
		}
	})
}
