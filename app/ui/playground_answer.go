package ui

import (
	"context"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/visible"

	"github.com/go-json-experiment/json/jsontext"
)

// answerShown is how much of an answer is shown, in characters.
const answerShown = 6000

// try sends the call and shows what comes back, whenever that is.
func (p *playgroundPage) try() {
	p.sends++
	send, trial, w := p.sends, p.written(), p.ui.words
	p.take.SetText(w.Say("play.copy"))
	p.answer.Objects = []fyne.CanvasObject{kit.Quiet(w.Say("play.waiting"))}
	p.answer.Refresh()
	go func() {
		sent, received, err := p.ui.engine.Play(context.Background(), trial)
		p.ui.later(func() {
			if send != p.sends {
				return
			}
			if err != nil {
				p.answer.Objects = []fyne.CanvasObject{kit.Prose(visible.Escape(err.Error()))}
			} else {
				p.answer.Objects = []fyne.CanvasObject{p.said("play.answer", received), p.said("play.sent", sent)}
				if hint := p.ui.newLineHint(received); hint != nil {
					p.answer.Objects = append([]fyne.CanvasObject{hint}, p.answer.Objects...)
				}
			}
			p.answer.Refresh()
		})
	}()
}

// said shows a line of the wire, laid out for reading.
func (p *playgroundPage) said(key string, wire []byte) fyne.CanvasObject {
	title := widget.NewLabel(p.ui.words.Say(key))
	title.TextStyle.Bold = true
	text := kit.Mono(pretty(p.ui.words, wire))
	text.SizeName, text.Selectable = theme.SizeNameCaptionText, true
	return kit.Stack(4, kit.Tight(title), kit.Panel(kit.ColorCard, kit.Inset(12, 12, kit.Tight(text))))
}

// pretty indents JSON, makes hidden characters visible, and says what it leaves out.
func pretty(w *kit.Words, wire []byte) string {
	value := jsontext.Value(wire).Clone()
	value.Indent(jsontext.WithIndent("  "))
	text, left := visible.Short(string(value), answerShown)
	text = visible.EscapeLines(text)
	if left > 0 {
		text += "\n" + w.Say("ask.left_out", "Count", left)
	}
	return text
}
