package main

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"assent/app/ui/kit"
	"assent/app/ui/sample"
	"assent/consent/ask"
)

// everything goes through all there is to see.
func (p *photographer) everything() {
	settle(time.Second)
	if !strings.HasPrefix(p.only, "question") {
		p.empty()
		p.pages()
		p.reviews()
		p.hints()
	}
	only := p.only
	p.only = "" // how a question ends goes with it
	for _, s := range sample.Questions() {
		if strings.HasPrefix(s.Name, only) {
			p.question(s)
		}
	}
}

// empty shows the pages of a new machine.
func (p *photographer) empty() {
	p.engine.Empty = true
	for _, page := range []string{"activity", "agents", "permissions", "playground"} {
		p.page(page, page+"-empty")
	}
	p.engine.Empty = false
}

// pages shows each page with content.
func (p *photographer) pages() {
	for _, page := range []string{"activity", "agents", "permissions", "playground", "settings"} {
		p.page(page, page)
	}
	p.engine.Pause(true)
	p.page("permissions", "paused")
	p.engine.Pause(false)
	p.ui.ShowPage("playground", "scenarios")
	settle(500 * time.Millisecond)
	p.shoot("Assent", "scenarios")
	p.playing()
	p.recording()
	p.ui.ShowPage("activity", "")
	settle(300 * time.Millisecond)
	p.ui.ShowPage("activity", "2")
	settle(500 * time.Millisecond)
	p.shoot("Assent", "activity-detail")
	p.ui.ShowPage("activity", "")
	settle(300 * time.Millisecond)
	p.ui.ShowPage("activity", "8")
	settle(500 * time.Millisecond)
	p.shoot("Assent", "activity-result")
	p.ui.ShowPage("agents", "agent-1")
	settle(500 * time.Millisecond)
	p.shoot("Assent", "agent")
}

// hints shows what a project CLI's results look like, one of each kind.
func (p *photographer) hints() {
	var window fyne.Window
	fyne.DoAndWait(func() {
		cards := kit.Stack(kit.SpaceMiddle)
		for _, hint := range sample.Hints(time.Now()) {
			cards.Add(kit.NewHint(p.words, hint, time.Now()))
		}
		window = p.app.NewWindow("Hints")
		window.SetContent(kit.Inset(kit.SpaceMiddle, kit.SpaceMiddle, cards))
		window.Resize(fyne.NewSize(480, 640))
		window.Show()
	})
	settle(time.Second)
	p.shoot("Hints", "hints")
	fyne.DoAndWait(window.Close)
}

// playing shows what comes of calls that are sent from the playground.
func (p *photographer) playing() {
	p.ui.ShowPage("playground", "")
	settle(300 * time.Millisecond)
	p.tap(p.words.Say("play.send"))
	p.tap(p.words.Say("play.send"))
	p.shoot("Assent", "playground-answer")
}

// recording shows how a session is recorded.
func (p *photographer) recording() {
	p.ui.ShowPage("playground", "record")
	settle(500 * time.Millisecond)
	p.shoot("Assent", "record")
	p.engine.Record("", true)
	p.ui.ShowPage("playground", "")
	settle(300 * time.Millisecond)
	p.ui.ShowPage("playground", "record")
	settle(500 * time.Millisecond)
	p.shoot("Assent", "record-now")
	p.engine.StopRecording()
}

func (p *photographer) page(name, file string) {
	p.ui.ShowPage(name, "")
	settle(500 * time.Millisecond)
	p.shoot("Assent", file)
}

// question shows one question and takes its picture once Allow is armed.
func (p *photographer) question(s sample.Question) {
	ctx, cancel := context.WithCancel(context.Background())
	shown := make(chan time.Time, 1)
	var deadline time.Time
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.ui.Asker().Ask(ctx, s.Question, ask.Shown{
			Now:      func() { deadline = time.Now().Add(30 * time.Second); shown <- deadline },
			Deadline: func() (time.Time, bool) { return deadline, !deadline.IsZero() },
			Waiting:  func() int { return s.Waiting },
		})
	}()
	<-shown
	settle(300 * time.Millisecond)
	if s.Name == "question-high-file" {
		p.shoot(p.questionTitle(), "question-high-waiting")
	}
	settle(700 * time.Millisecond)
	for _, control := range s.Press {
		p.press(p.words.Text(control))
	}
	for _, key := range s.Keys {
		p.key(key)
	}
	if s.Hover {
		p.hover()
	}
	p.shoot(p.questionTitle(), s.Name)
	if s.Ends != "" {
		settle(time.Second)
		p.press(p.words.Text(s.Allow))
		settle(300 * time.Millisecond)
		p.shoot(p.questionTitle(), "question-running")
		p.ui.Asker().Ended(s.Question.Key(), s.Ends, s.Reason)
		settle(300 * time.Millisecond)
		p.shoot(p.questionTitle(), "question-"+s.Ends)
		settle(2 * time.Second)
	}
	cancel()
	<-done
	settle(700 * time.Millisecond)
}

// press moves the keyboard to the control with a text and presses the space bar there.
func (p *photographer) press(text string) {
	canvas := p.questionWindow().Canvas()
	var control fyne.Focusable
	fyne.DoAndWait(func() {
		for _, o := range test.LaidOutObjects(canvas.Content()) {
			if f, ok := o.(fyne.Focusable); ok && textOf(o) == text {
				control = f
			}
		}
		if control != nil {
			canvas.Focus(control)
		}
	})
	if control == nil {
		fmt.Fprintf(os.Stderr, "gallery: there is no %q\n", text)
		os.Exit(1)
	}
	settle(time.Second)
	fyne.DoAndWait(func() {
		space := &fyne.KeyEvent{Name: fyne.KeySpace}
		control.(desktop.Keyable).KeyDown(space)
		control.(desktop.Keyable).KeyUp(space)
	})
	settle(300 * time.Millisecond)
}

// hover moves the pointer to the agent's name.
func (p *photographer) hover() {
	fyne.DoAndWait(func() {
		for _, o := range test.LaidOutObjects(p.questionWindow().Canvas().Content()) {
			if name, ok := o.(*kit.Hover); ok {
				name.MouseIn(&desktop.MouseEvent{})
			}
		}
	})
	settle(300 * time.Millisecond)
}

// key types a letter, or Tab.
func (p *photographer) key(r rune) {
	canvas := p.questionWindow().Canvas()
	fyne.DoAndWait(func() {
		event := &fyne.KeyEvent{Name: fyne.KeyName(strings.ToUpper(string(r)))}
		if r == '\t' {
			event.Name = fyne.KeyTab
		}
		focused := canvas.Focused()
		focused.(desktop.Keyable).KeyDown(event)
		if r == '\t' {
			canvas.FocusNext()
			return
		}
		focused.TypedRune(r)
		focused.(desktop.Keyable).KeyUp(event)
	})
	settle(time.Second)
}

// textOf returns what a control of the question says.
func textOf(o fyne.CanvasObject) string {
	v := reflect.Indirect(reflect.ValueOf(o))
	if text := v.FieldByName("text"); v.Kind() == reflect.Struct && text.IsValid() && text.Kind() == reflect.String {
		return text.String()
	}
	return ""
}

func (p *photographer) questionTitle() string { return p.questionWindow().Title() }

// questionWindow is the first window that was made.
func (p *photographer) questionWindow() fyne.Window { return p.app.Driver().AllWindows()[0] }
