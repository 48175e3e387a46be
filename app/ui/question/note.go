package question

import (
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/ask"
)

// newTelling lets the person say a few words with a no: three that are ready and a field.
// It is sent by its button alone; the keyboard's Enter sends nothing.
func (c *card) newTelling() fyne.CanvasObject {
	tell := func(word string) {
		c.draft.word = word
		c.choose(ask.Deny)
	}
	lines := kit.Stack(2, kit.Line(c.words.Say("ask.tell"), kit.TextSmall, kit.ColorMuted))
	for _, key := range []string{"ask.tell_later", "ask.tell_less", "ask.tell_why"} {
		word := c.words.Say(key)
		ready := newControl(word, plain, kit.ColorAccent, c.host, func() { tell(word) })
		ready.answers, ready.small = true, true
		lines.Add(container.NewHBox(ready))
	}
	count := kit.Line("", kit.TextSmall, kit.ColorMuted)
	counted := func() {
		count.Text = strconv.Itoa(len([]rune(c.draft.word))) + " / " + strconv.Itoa(ask.MaxMessage)
		count.Refresh()
	}
	c.field = newWordField(c, counted)
	counted()
	back := newControl(c.words.Say("ask.tell_back"), plain, kit.ColorMuted, c.host, func() { c.draft.telling = false; c.refoot(); c.host.take(c.deny) })
	c.deny = newControl(c.words.Say("ask.deny_telling"), filled, kit.ColorText, c.host, func() { c.choose(ask.Deny) })
	c.deny.answers = true
	c.hint = nil
	foot := container.NewHBox(back, layout.NewSpacer(), container.NewCenter(count), c.deny)
	return kit.Stack(kit.SpaceSmall, lines, c.field, c.newCounter(), foot)
}

// wordField is where the person writes to the agent.
type wordField struct {
	widget.Entry
	card *card
}

func newWordField(c *card, changed func()) *wordField {
	f := &wordField{card: c}
	f.ExtendBaseWidget(f)
	f.MultiLine, f.Wrapping = true, fyne.TextWrapWord
	f.SetMinRowsVisible(2)
	f.SetPlaceHolder(c.words.Say("ask.tell_field"))
	f.SetText(c.draft.word)
	f.OnChanged = func(text string) {
		if runes := []rune(text); len(runes) > ask.MaxMessage {
			text = string(runes[:ask.MaxMessage])
			f.SetText(text)
		}
		c.draft.word = text
		changed()
		c.host.disturbed()
	}
	return f
}

// TypedKey implements fyne.Focusable: Enter answers nothing and breaks no line, Escape
// leaves the field.
func (f *wordField) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter:
	case fyne.KeyEscape:
		f.card.draft.telling = false
		f.card.refoot()
		f.card.host.take(f.card.deny)
	default:
		f.Entry.TypedKey(e)
	}
}

// AcceptsTab implements fyne.Tabbable: Tab goes on to the next control.
func (f *wordField) AcceptsTab() bool { return false }

// KeyDown implements desktop.Keyable.
func (f *wordField) KeyDown(e *fyne.KeyEvent) {
	f.card.host.disturbed()
	f.Entry.KeyDown(e)
}

// FocusGained implements fyne.Focusable.
func (f *wordField) FocusGained() {
	f.Entry.FocusGained()
	f.card.host.focusMoved(true)
}

// FocusLost implements fyne.Focusable.
func (f *wordField) FocusLost() {
	f.Entry.FocusLost()
	f.card.host.focusMoved(false)
}
