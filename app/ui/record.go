package ui

import (
	"context"
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app"
	"assent/consent/visible"
	"assent/i18n"
)

// newRecord is the part of the playground that records the session.
func newRecord(u *UI) fyne.CanvasObject {
	if r := u.engine.Recording(); r != nil {
		return recordingNow(u, r)
	}
	w := u.words
	arguments := widget.NewCheck(w.say("record.arguments"), nil)
	begin := widget.NewButtonWithIcon(w.say("record.begin"), theme.MediaRecordIcon(), func() {
		with := arguments.Checked
		u.change(func(context.Context) error { return u.engine.Record("", with) })
	})
	begin.Importance = widget.HighImportance
	choice := stack(spaceSmall, snug(arguments), snug(quiet(w.say("record.arguments_help"))))
	parts := stack(spaceMiddle, snug(prose(w.say("record.about"))), choice, container.NewHBox(begin))
	if r := u.recorded; r != nil {
		parts.Add(recordingKept(u, r))
	}
	return scrolled(parts)
}

// recordingNow tells where the session is recorded to, and ends it.
func recordingNow(u *UI, r *app.Recording) fyne.CanvasObject {
	w := u.words
	key := "record.without"
	if r.Arguments {
		key = "record.with"
	}
	end := widget.NewButtonWithIcon(w.say("record.end"), theme.MediaStopIcon(), u.endRecording)
	end.Importance = widget.HighImportance
	parts := stack(12, snug(prose(w.say("record.now"))), recordingPath(r), snug(quiet(w.say(key))), container.NewHBox(end))
	return scrolled(parts)
}

// recordingKept tells where the last recording is, and how to play it.
func recordingKept(u *UI, r *app.Recording) fyne.CanvasObject {
	w := u.words
	parts := stack(12, snug(prose(w.say("record.kept"))), recordingPath(r))
	if r.Arguments {
		var take *widget.Button
		take = widget.NewButtonWithIcon(w.say("record.copy"), theme.ContentCopyIcon(), func() {
			fyne.CurrentApp().Clipboard().SetContent(app.ReplayCommand(r.Path))
			take.SetText(w.say("play.copied"))
		})
		parts.Add(container.NewHBox(take))
	}
	return parts
}

func recordingPath(r *app.Recording) fyne.CanvasObject {
	path := mono(visible.Escape(r.Path))
	path.Selectable = true
	return panel(colorCard, inset(12, 12, snug(path)))
}

// endRecording ends the recording and tells where it is.
func (u *UI) endRecording() {
	r := u.engine.Recording()
	if r == nil {
		return
	}
	u.recorded = r
	u.change(func(context.Context) error { return u.engine.StopRecording() })
}

// recordingBanner says on every page that the session is being recorded.
func (m *mainWindow) recordingBanner(r *app.Recording) fyne.CanvasObject {
	w := m.ui.words
	said := i18n.Text{Key: "record.banner", Args: map[string]any{"File": visible.Escape(filepath.Base(r.Path))}}
	end := widget.NewButton(w.say("record.end"), m.ui.endRecording)
	return m.bannerLine(tinted(theme.IconNameMediaRecord, colorHigh), said, end)
}
