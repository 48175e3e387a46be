package ui

import (
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/app/ui/question"
	"assent/consent"
	"assent/consent/visible"
)

// ReviewServers implements consent.ServerReviewer: it shows what would be started or
// spoken to, before anything is. It may be called from any goroutine.
func (u *UI) ReviewServers(r consent.ServerReview, answer func(yes bool)) {
	u.later(func() {
		if u.main == nil {
			answer(false)
			return
		}
		u.showMain()
		u.newServerReview(r, answer).Show()
	})
}

// newServerReview is the dialog of a ServerReview. Without a press on yes it is a no.
func (u *UI) newServerReview(r consent.ServerReview, answer func(yes bool)) *dialog.CustomDialog {
	w := u.words
	list := kit.Stack(kit.SpaceSmall, kit.Plain(kit.TextBody, 6, kit.ColorText, w.Say("servers.lead")))
	for _, s := range r.Servers {
		list.Add(u.serverPanel(s))
	}
	local := false
	for _, s := range r.Servers {
		local = local || s.URL == ""
	}
	if local {
		said := []string{w.Say("servers.workspace", "Folder", visible.Escape(r.Workspace))}
		if r.Contained {
			said = append(said, w.Say("servers.contained"))
		} else {
			said = append(said, w.Say("servers.open"))
		}
		for _, place := range r.Care {
			said = append(said, w.Say("servers.care", "Path", visible.Escape(place)))
		}
		list.Add(points(w.Say("servers.where"), said))
	}
	answered := false
	d := dialog.NewCustomWithoutButtons(w.Say("servers.title", "Agent", visible.Escape(r.AgentID)), container.NewStack(kit.Scrolled(list)), u.main.window)
	say := func(yes bool) {
		if !answered {
			answered = true
			d.Hide()
			go answer(yes)
		}
	}
	d.SetOnClosed(func() { say(false) })
	yes := widget.NewButton(w.Say("servers.yes"), func() { say(true) })
	yes.Importance = widget.HighImportance
	yes.Disable() // it comes by itself: a press meant for what was there is no yes
	time.AfterFunc(question.ArmAfter, func() { u.later(yes.Enable) })
	d.SetButtons([]fyne.CanvasObject{layout.NewSpacer(), widget.NewButton(w.Say("servers.no"), func() { say(false) }), yes})
	d.Resize(fyne.NewSize(640, 480))
	return d
}

// wordsOf writes a command's words so that each is seen to be one.
func wordsOf(words []string) string {
	var b strings.Builder
	for i, word := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		if word == "" || strings.ContainsAny(word, " \t\n\"'\\") {
			word = strconv.Quote(word)
		}
		b.WriteString(word)
	}
	return b.String()
}

// serverPanel says what is started, or where it is, and what it gets.
func (u *UI) serverPanel(s consent.Server) fyne.CanvasObject {
	w := u.words
	what := s.URL
	if what == "" {
		what = wordsOf(s.Command)
	}
	command := widget.NewLabel(visible.Escape(what))
	command.TextStyle.Monospace = true
	command.Wrapping = fyne.TextWrapBreak
	name := widget.NewLabel(visible.Escape(s.Name))
	name.TextStyle.Bold = true
	lines := kit.Stack(2, kit.Tight(name), kit.Tight(command))
	for _, setting := range s.Settings {
		said := w.Say("servers.gets", "Name", visible.Escape(setting.Name), "Value", visible.Escape(setting.Value))
		switch {
		case len(setting.Variables) > 0:
			said = w.Say("servers.gets_from", "Name", visible.Escape(setting.Name), "Variables", visible.Escape(strings.Join(setting.Variables, ", ")))
		case setting.Value == "":
			said = w.Say("servers.gets_header", "Name", visible.Escape(setting.Name))
		}
		lines.Add(kit.Tight(kit.Prose("· " + said)))
	}
	for _, path := range s.Writable {
		lines.Add(kit.Tight(kit.Prose("· " + w.Say("servers.writes", "Path", visible.Escape(path)))))
	}
	return kit.Panel(kit.ColorTint, kit.Inset(12, 12, lines))
}
