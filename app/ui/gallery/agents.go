package main

import (
	"fmt"
	"os"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui"
	"assent/app/ui/sample"
	"assent/consent"
)

// reviews shows the review of a new agent and of a changed one.
func (p *photographer) reviews() {
	m := sample.Manifest()
	scopes := []string{"notification:send", "filesystem:read", "location:read", "acme:print"}
	p.ui.Review(consent.Review{Agent: consent.Agent{ID: "agent-3", Name: "TripPlanner", Claimed: "DemoB0t", AddedAt: time.Now()}, Manifest: m, Version: 1, Scopes: scopes}, func([]string) {})
	settle(time.Second)
	p.shoot("Assent", "review-new")
	p.ui.Review(consent.Review{Agent: p.engine.Agents()[0], Manifest: m, Previous: sample.ManifestBefore(), Version: 4, Scopes: scopes[2:]}, func([]string) {})
	p.ui.ShowPage("agents", "agent-1")
	settle(time.Second)
	p.shoot("Assent", "review-changed")
	p.ui.Review(consent.Review{Agent: consent.Agent{ID: "agent-3", Name: "TripPlanner", Claimed: "DemoB0t", AddedAt: time.Now()}, Manifest: m, Version: 8, Scopes: scopes,
		Removed: 7, MutedUntil: time.Date(2026, 11, 21, 14, 35, 0, 0, time.Local), AlwaysDenied: scopes[2:3]}, func([]string) {})
	p.ui.ShowPage("agents", "agent-3")
	settle(time.Second)
	p.shoot("Assent", "review-returned")
	p.ui.ShowPage("agents", " ")
	settle(time.Second)
	p.shoot("Assent", "agents-reviews")
	p.ui.ShowPage("agents", ui.Adding)
	settle(500 * time.Millisecond)
	p.shoot("Assent", "agents-add")
	p.tap(p.words.Say("add.choose"))
	p.shoot("Assent", "agents-choose")
	p.escape()
	p.write(sample.AgentFile())
	p.shoot("Assent", "agents-inputs")
	p.write(sample.ManifestBeforeText())
	p.writeID("agent-2")
	p.tap(p.words.Say("add.add"))
	p.shoot("Assent", "agents-change")
	p.ui.ReviewServers(sample.Servers(), func(bool) {})
	settle(time.Second)
	p.shoot("Assent", "review-servers")
	p.tap(p.words.Say("servers.no"))
}

// write puts a text into the form that adds an agent.
func (p *photographer) write(text string) { p.writeInto(text, true) }

// writeID names the agent in that form.
func (p *photographer) writeID(id string) { p.writeInto(id, false) }

// writeInto writes into the form's text, or into the first of its fields.
func (p *photographer) writeInto(text string, many bool) {
	fyne.DoAndWait(func() {
		for _, o := range test.LaidOutObjects(p.mainWindow().Canvas().Content()) {
			if e, ok := o.(*widget.Entry); ok && e.MultiLine == many {
				e.SetText(text)
				return
			}
		}
	})
	settle(700 * time.Millisecond)
}

// tap presses a button of the main window.
func (p *photographer) tap(text string) {
	fyne.DoAndWait(func() {
		canvas := p.mainWindow().Canvas()
		from := canvas.Content()
		if top := canvas.Overlays().Top(); top != nil {
			from = top
		}
		for _, o := range test.LaidOutObjects(from) {
			if b, ok := o.(*widget.Button); ok && b.Text == text {
				test.Tap(b)
				return
			}
		}
		fmt.Fprintf(os.Stderr, "gallery: there is no button %q\n", text)
		os.Exit(1)
	})
	settle(500 * time.Millisecond)
}

// escape types Escape where nothing has the keyboard, or to what has it.
func (p *photographer) escape() {
	fyne.DoAndWait(func() {
		canvas, escape := p.mainWindow().Canvas(), &fyne.KeyEvent{Name: fyne.KeyEscape}
		if focused := canvas.Focused(); focused != nil {
			focused.TypedKey(escape)
		} else if typed := canvas.OnTypedKey(); typed != nil {
			typed(escape)
		}
	})
	settle(300 * time.Millisecond)
}

func (p *photographer) mainWindow() fyne.Window {
	for _, w := range p.app.Driver().AllWindows() {
		if w.Title() == "Assent" {
			return w
		}
	}
	return nil
}
