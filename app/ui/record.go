package ui

import (
	"path/filepath"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/folder"
	"assent/app/recording"
	"assent/app/ui/kit"
	"assent/consent/visible"
	"assent/i18n"
)

// newRecord is the part of the playground that records the session.
func newRecord(u *UI) fyne.CanvasObject {
	if r := u.engine.Recording(); r != nil {
		return recordingNow(u, r)
	}
	w := u.words
	arguments := widget.NewCheck(w.Say("record.arguments"), nil)
	begin := widget.NewButtonWithIcon(w.Say("record.begin"), theme.MediaRecordIcon(), func() {
		with := arguments.Checked
		u.change(func() error { return u.engine.Record("", with) })
	})
	begin.Importance = widget.HighImportance
	choice := kit.Stack(kit.SpaceSmall, kit.Tight(arguments), kit.Tight(kit.Quiet(w.Say("record.arguments_help"))))
	parts := kit.Stack(kit.SpaceMiddle, kit.Tight(kit.Prose(w.Say("record.about"))), choice, container.NewHBox(begin))
	if r := u.recorded; r != nil {
		parts.Add(recordingKept(u, r))
	}
	return kit.Scrolled(parts)
}

// recordingNow tells where the session is recorded to, and ends it.
func recordingNow(u *UI, r *recording.File) fyne.CanvasObject {
	w := u.words
	key := "record.without"
	if r.Arguments {
		key = "record.with"
	}
	end := widget.NewButtonWithIcon(w.Say("record.end"), theme.MediaStopIcon(), u.endRecording)
	end.Importance = widget.HighImportance
	parts := kit.Stack(12, kit.Tight(kit.Prose(w.Say("record.now"))), recordingPath(r), kit.Tight(kit.Quiet(w.Say(key))), container.NewHBox(end))
	return kit.Scrolled(parts)
}

// recordingKept tells where the last recording is, and how to play it.
func recordingKept(u *UI, r *recording.File) fyne.CanvasObject {
	w := u.words
	parts := kit.Stack(12, kit.Tight(kit.Prose(w.Say("record.kept"))), recordingPath(r))
	if r.Arguments {
		var take *widget.Button
		take = widget.NewButtonWithIcon(w.Say("record.copy"), theme.ContentCopyIcon(), func() {
			fyne.CurrentApp().Clipboard().SetContent(replayCommand(r.Path))
			take.SetText(w.Say("play.copied"))
		})
		parts.Add(container.NewHBox(take))
		parts.Add(u.newRecordedHints(r))
	}
	return parts
}

// hintsShown is how many of a recording's results are shown, the last ones; recordingRead
// how many bytes of it are looked at.
const (
	hintsShown    = 20
	recordingRead = 64 << 20
)

// newRecordedHints draws what the results of project CLIs in a recording look like, as soon
// as it is read.
func (u *UI) newRecordedHints(r *recording.File) fyne.CanvasObject {
	results := kit.Stack(kit.SpaceSmall)
	go func() {
		transcript, err := folder.ReadFile(r.Path, recordingRead)
		if err != nil {
			return
		}
		events, err := recording.Read(transcript)
		if err != nil {
			return
		}
		u.later(func() {
			for _, e := range events {
				if hint := u.newLineHint(e.Bytes()); e.Event == recording.Out && hint != nil {
					results.Add(hint)
				}
			}
			results.Objects = results.Objects[max(0, len(results.Objects)-hintsShown):]
			results.Refresh()
		})
	}()
	return results
}

func recordingPath(r *recording.File) fyne.CanvasObject {
	path := kit.Mono(visible.Escape(r.Path))
	path.Selectable = true
	return kit.Panel(kit.ColorCard, kit.Inset(12, 12, kit.Tight(path)))
}

// endRecording ends the recording and tells where it is.
func (u *UI) endRecording() {
	r := u.engine.Recording()
	if r == nil {
		return
	}
	u.recorded = r
	u.change(func() error { return u.engine.StopRecording() })
}

// recordingBanner says on every page that the session is being recorded.
func (m *mainWindow) recordingBanner(r *recording.File) fyne.CanvasObject {
	w := m.ui.words
	said := i18n.Text{Key: "record.banner", Args: map[string]any{"File": visible.Escape(filepath.Base(r.Path))}}
	end := widget.NewButton(w.Say("record.end"), m.ui.endRecording)
	return m.bannerLine(widget.NewIcon(kit.Tinted(theme.IconNameMediaRecord, kit.ColorHigh)), said, end)
}
