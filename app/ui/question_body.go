package ui

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/consent/ask"
	"assent/consent/visible"
	"assent/i18n"
)

// newBody lays out what the person reads, the most important first.
func (c *card) newBody() *fyne.Container {
	q := c.question
	objects := []fyne.CanvasObject{
		c.newHeader(),
		stack(2, snug(title(sentence(c.words, q))), c.newCaller()),
		c.newTarget(),
		c.newReasons(),
		c.newRefusals(),
		stack(0, c.newArguments(), c.newAuthor()),
	}
	c.refreshWaiting()
	return stack(spaceMiddle, slices.DeleteFunc(objects, func(o fyne.CanvasObject) bool { return o == nil })...)
}

// sentence is the headline. Nothing in it but the name is the agent's.
func sentence(w *words, q ask.Question) string {
	return w.say("ask."+action(q.Scope, q.Tool), "Agent", who(q.Caller.AgentName, q.Caller.AgentID))
}

// newHeader says how sensitive the question is and how many wait.
func (c *card) newHeader() fyne.CanvasObject {
	word := line(c.words.sensitivity(c.question.Sensitivity), textSmall, tone(c.question.Sensitivity))
	word.TextStyle.Bold = true
	c.waiting = line("", textSmall, colorMuted)
	return container.NewBorder(nil, nil, row(spaceSmall, container.NewCenter(mark(c.question.Sensitivity)), word), c.waiting)
}

// newCaller names who asks by what is no one's choice of words: the ids.
func (c *card) newCaller() fyne.CanvasObject {
	by := c.question.Caller
	said := quiet(c.words.say("ask.caller", "Agent", visible.Escape(by.AgentID), "Conversation", visible.Escape(by.ConversationID)))
	var take *control
	take = newControl(c.words.say("ask.copy"), plain, colorMuted, c.stage, func() {
		fyne.CurrentApp().Clipboard().SetContent(by.AgentID + " " + by.ConversationID + " " + c.question.CallID)
		take.text = c.words.say("ask.copied")
		take.Refresh()
	})
	take.low, take.small = true, true
	return container.NewBorder(nil, nil, nil, take, snug(said))
}

// newRefusals offers to refuse more than this question.
func (c *card) newRefusals() fyne.CanvasObject {
	by := c.question.Caller
	c.denyAll = newControl("", plain, colorAccent, c.stage, func() { c.stage.denyAll(c) })
	mute := newControl(c.words.say("ask.mute", "Agent", who(by.AgentName, by.AgentID)), plain, colorAccent, c.stage, func() { c.stage.mute(c) })
	c.denyAll.low, mute.low = true, true
	c.refusals = stack(spaceSmall)
	if c.question.OfferMute {
		c.refusals.Add(container.NewHBox(mute))
	}
	c.refusals.Hidden = !c.question.OfferMute
	return c.refusals
}

// refreshWaiting shows how many questions wait behind this one, and reports whether
// the card's height changed. What was offered once stays: less moves.
func (c *card) refreshWaiting() (changed bool) {
	c.waiting.Text = ""
	if n := c.shown.Waiting(); n > 0 {
		c.waiting.Text = c.words.say("ask.waiting", "Count", n)
	}
	c.waiting.Refresh()
	by, more := c.question.Caller, c.stage.behind(c)
	if more == 0 {
		return false
	}
	c.denyAll.text = c.words.say("ask.deny_all", "Count", more+1, "Agent", who(by.AgentName, by.AgentID))
	c.denyAll.Refresh()
	if c.offered {
		return false
	}
	c.offered, c.refusals.Hidden = true, false
	c.refusals.Objects = append([]fyne.CanvasObject{container.NewHBox(c.denyAll)}, c.refusals.Objects...)
	return true
}

// newTarget shows the real target and what is known about it.
func (c *card) newTarget() fyne.CanvasObject {
	facts := c.question.Facts
	var lines []fyne.CanvasObject
	if facts.Target != "" {
		lines = append(lines, snug(mono(visible.Escape(facts.Target))))
	}
	if len(facts.Details) > 0 {
		lines = append(lines, snug(quiet(strings.Join(c.texts(facts.Details), " · "))))
	}
	if facts.Finding != nil {
		lines = append(lines, c.warning(c.words.reason(string(facts.Finding.Reason))))
	}
	for _, text := range c.texts(facts.Warn) {
		lines = append(lines, c.warning(text))
	}
	if len(lines) == 0 {
		return nil
	}
	return panel(theme.ColorNameBackground, inset(12, 12, stack(4, lines...)))
}

// warning is a line that should be read before a yes.
func (c *card) warning(text string) fyne.CanvasObject {
	icon := widget.NewIcon(theme.NewColoredResource(theme.WarningIcon(), colorMedium))
	return container.NewBorder(nil, nil, container.NewVBox(icon), nil, snug(prose(text)))
}

// newReasons says what leaves, why it is asked, and under which permission.
func (c *card) newReasons() fyne.CanvasObject {
	q := c.question
	var cells []fyne.CanvasObject
	add := func(key, value string) {
		if value == "" {
			return
		}
		label := widget.NewLabel(c.words.say(key))
		label.Importance = widget.LowImportance
		cells = append(cells, snug(label), snug(prose(value)))
	}
	add("ask.leaves", c.words.text(q.Facts.Leaves))
	why := append(c.texts(q.Why), c.texts(q.Facts.Care)...)
	add("ask.why", strings.Join(unique(why), "\n"))
	add("ask.permission", c.permission(q))
	return container.New(&columns{space: spaceMiddle}, cells...)
}

// permission names the scope: our words for those we know, its author's set apart
// by quotation marks, and always the id.
func (c *card) permission(q ask.Question) string {
	if ours(q.Scope) {
		return c.words.scope(q.Scope) + " · " + q.Scope
	}
	if q.ScopeLabel == "" {
		return visible.Escape(q.Scope)
	}
	return visible.Escape(q.Scope) + " · " + c.words.say("ask.quoted", "Text", visible.Escape(q.ScopeLabel))
}

// newAuthor folds away what the agent's author says about the tool: not our voice.
func (c *card) newAuthor() fyne.CanvasObject {
	q := c.question
	name := mono(visible.Escape(q.Tool))
	name.SizeName = theme.SizeNameCaptionText
	said := stack(4, snug(name))
	if q.Description != "" {
		text, left := visible.Short(q.Description, 2*shortValue)
		text = visible.EscapeLines(text)
		if left > 0 {
			text += "\n" + c.words.say("ask.left_out", "Count", left)
		}
		said.Add(snug(quiet(c.words.say("ask.quoted", "Text", text))))
	}
	return c.fold(c.words.say("ask.author"), func() fyne.CanvasObject { return panel(colorTint, inset(12, 12, said)) })
}

// fold is a line that opens to more. What it opens is made when first opened.
func (c *card) fold(label string, open func() fyne.CanvasObject) fyne.CanvasObject {
	var handle *control
	var opened fyne.CanvasObject
	box := stack(spaceSmall)
	handle = newControl(label, plain, colorText, c.stage, func() {
		if opened == nil {
			opened = container.New(layout.NewCustomPaddedLayout(0, spaceSmall, 0, 0), open())
			box.Add(opened)
			opened.Hide()
		}
		handle.icon = theme.IconNameMenuExpand
		if opened.Visible() {
			opened.Hide()
		} else {
			opened.Show()
			handle.icon = theme.IconNameArrowDropDown
		}
		handle.Refresh()
		c.stage.fit()
		if opened.Visible() {
			c.reveal(box)
		}
	})
	handle.icon = theme.IconNameMenuExpand
	box.Add(container.New(layout.NewHBoxLayout(), handle))
	return box
}

// reveal scrolls so far that a part of the body is seen, or the beginning of a high one.
func (c *card) reveal(part fyne.CanvasObject) {
	driver := fyne.CurrentApp().Driver()
	by := driver.AbsolutePositionForObject(part).Y - driver.AbsolutePositionForObject(c.scroll).Y
	if by > 0 { // its beginning is not above what is seen
		by = max(0, min(by, by+part.MinSize().Height-c.scroll.Size().Height))
	}
	if by != 0 {
		c.scroll.ScrollToOffset(c.scroll.Offset.AddXY(0, by))
	}
}

// holds reports whether part is in a container, or in one in it.
func holds(in fyne.CanvasObject, part fyne.CanvasObject) bool {
	if in == part {
		return true
	}
	c, ok := in.(*fyne.Container)
	return ok && slices.ContainsFunc(c.Objects, func(o fyne.CanvasObject) bool { return holds(o, part) })
}

// texts renders several texts of the core's.
func (c *card) texts(all []i18n.Text) []string {
	var out []string
	for _, t := range all {
		out = append(out, c.words.text(t))
	}
	return out
}

// unique drops repetitions, keeping the order.
func unique(all []string) (once []string) {
	for _, s := range all {
		if s != "" && !slices.Contains(once, s) {
			once = append(once, s)
		}
	}
	return once
}
