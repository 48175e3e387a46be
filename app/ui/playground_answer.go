package ui

import (
	"cmp"
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/app/wire"
	"assent/consent/visible"
)

// playAnswer shows what came of a call that was sent, and which were sent before.
type playAnswer struct {
	ui    *UI
	again func(*sentCall) // fills the form in
	shown *sentCall       // that was chosen; nil: the newest
	drawn int             // what it was drawn from
	root  *fyne.Container
}

func newPlayAnswer(u *UI, again func(*sentCall)) *playAnswer {
	a := &playAnswer{ui: u, again: again, root: kit.Stack(kit.SpaceSmall)}
	a.draw()
	return a
}

// refresh draws what changed. Its buttons stay what they are while nothing did.
func (a *playAnswer) refresh() {
	if a.drawn != a.ui.sent.changes {
		a.draw()
	}
}

// choose shows a call, nil for the newest.
func (a *playAnswer) choose(c *sentCall) {
	a.shown = c
	a.draw()
}

func (a *playAnswer) draw() {
	a.drawn = a.ui.sent.changes
	a.root.RemoveAll()
	if len(a.ui.sent.all) == 0 {
		a.root.Add(kit.Tight(kit.Quiet(a.ui.words.Say("play.nothing_sent"))))
		return
	}
	shown := cmp.Or(a.shown, a.ui.sent.all[0])
	a.drawCall(shown)
	if len(a.ui.sent.all) > 1 {
		a.root.Add(kit.Tight(kit.Quiet(a.ui.words.Say("play.before"))))
		for _, c := range a.ui.sent.all {
			a.root.Add(a.newRow(c, c == shown))
		}
	}
	a.root.Refresh()
}

// drawCall shows what came of a call, and what went.
func (a *playAnswer) drawCall(c *sentCall) {
	w := a.ui.words
	switch {
	case c.err != nil:
		a.root.Add(kit.Prose(visible.Escape(c.err.Error())))
		return
	case !c.over:
		a.root.Add(a.titled("play.answer", nil))
		a.root.Add(kit.Tight(kit.Quiet(w.Say("play.waiting"))))
		return
	}
	if hint := a.ui.newLineHint(c.received); hint != nil {
		a.root.Add(hint)
	}
	said, tone := outcomeOf(w, c)
	a.root.Add(a.titled("play.answer", c.received, kit.Tight(tinted(said, tone))))
	a.root.Add(panelOf(kit.NewJSON(w, c.answer)))
	again := widget.NewButton(w.Say("play.again"), func() { a.again(c) })
	again.Importance = widget.LowImportance
	a.root.Add(a.titled("play.sent", c.sent, layout.NewSpacer(), again))
	a.root.Add(panelOf(kit.NewJSON(w, c.line)))
}

// titled is a headline, with what stands beside it and, where there is a line of the wire, a
// button that copies that.
func (a *playAnswer) titled(key string, line []byte, beside ...fyne.CanvasObject) fyne.CanvasObject {
	title := widget.NewLabel(a.ui.words.Say(key))
	title.TextStyle.Bold = true
	row := container.NewHBox(append([]fyne.CanvasObject{kit.Tight(title)}, beside...)...)
	if line == nil {
		return row
	}
	take := widget.NewButtonWithIcon("", theme.ContentCopyIcon(), func() { fyne.CurrentApp().Clipboard().SetContent(string(line)) })
	take.Importance = widget.LowImportance
	return container.NewBorder(nil, nil, nil, take, row)
}

func panelOf(content fyne.CanvasObject) fyne.CanvasObject {
	return kit.Panel(kit.ColorCard, kit.Inset(12, 12, content))
}

func tinted(text string, tone widget.Importance) *widget.Label {
	l := widget.NewLabel(text)
	l.SizeName, l.Importance = theme.SizeNameCaptionText, tone
	return l
}

// outcomeOf says what came of a call in a word or two.
func outcomeOf(w *kit.Words, c *sentCall) (said string, tone widget.Importance) {
	switch {
	case c.err != nil:
		return w.Say("outcome.error"), widget.DangerImportance
	case !c.over:
		return w.Say("outcome.pending"), widget.LowImportance
	case c.reply.Status == wire.StatusOK:
		return w.Say("outcome.ok"), widget.SuccessImportance
	case c.reply.Status == wire.StatusDenied:
		return w.Say("outcome.denied") + " · " + c.reply.Reason, widget.WarningImportance
	}
	said = w.Say("outcome.error")
	if c.reply.Reason != "" {
		said += " · " + c.reply.Reason
	}
	return said, widget.DangerImportance
}

// newRow is a call in the list of those that were sent.
func (a *playAnswer) newRow(c *sentCall, shown bool) fyne.CanvasObject {
	said, tone := outcomeOf(a.ui.words, c)
	at := kit.Line(c.at.Local().Format("15:04:05"), kit.TextSmall, kit.ColorMuted)
	what := widget.NewLabel(kit.OneLine(c.request.Tool) + " · " + kit.AgentName(c.agentName, c.request.AgentID))
	what.SizeName, what.Truncation = theme.SizeNameCaptionText, fyne.TextTruncateEllipsis
	content := container.NewBorder(nil, nil, kit.Row(kit.SpaceSmall, container.NewCenter(at), kit.Gap(0, 0)), kit.Tight(tinted(said, tone)), kit.Tight(what))
	card := kit.NewCard(kit.Inset(6, 10, content), func() { a.choose(c) })
	card.Choose(shown)
	return card
}

// try sends the call as the person wrote it; what comes back shows whenever that is.
func (p *playgroundPage) try() {
	agent := p.agents[p.agent.SelectedIndex()]
	call := &sentCall{at: p.ui.options.Now(), agentName: agent.Name, request: p.written()}
	p.take.SetText(p.ui.words.Say("play.copy"))
	p.ui.sent.begin(call)
	p.answer.choose(nil)
	go func() {
		sent, received, err := p.ui.engine.Play(context.Background(), call.request)
		answer, line := kit.ReadJSON(received), kit.ReadJSON(sent)
		said, _ := wire.FromEngine(received)
		p.ui.later(func() {
			call.sent, call.received, call.err, call.answer, call.line = sent, received, err, answer, line
			call.reply, _ = said.(wire.Reply)
			p.ui.sent.end(call)
			p.ui.refresh()
		})
	}()
}
