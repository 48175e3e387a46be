package question

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent/ask"
	"assent/consent/visible"
	"assent/i18n"
)

// newBody lays out what the person reads, the most important first.
func (c *card) newBody() *fyne.Container {
	q := c.question
	objects := []fyne.CanvasObject{
		c.newHeader(),
		kit.Stack(2, kit.Tight(kit.Title(c.words.Text(q.Sentence()))), c.newCaller()),
		c.newTarget(),
		c.newReasons(),
		c.newRefusals(),
		kit.Stack(0, c.newArguments(), c.newAuthor()),
	}
	c.refreshWaiting()
	return kit.Stack(kit.SpaceMiddle, slices.DeleteFunc(objects, func(o fyne.CanvasObject) bool { return o == nil })...)
}

// newHeader says how sensitive the question is and how many wait.
func (c *card) newHeader() fyne.CanvasObject {
	word := kit.Line(c.words.Sensitivity(c.question.Sensitivity), kit.TextSmall, kit.Tone(c.question.Sensitivity))
	word.TextStyle.Bold = true
	c.waiting = kit.Line("", kit.TextSmall, kit.ColorMuted)
	return container.NewBorder(nil, nil, kit.Row(kit.SpaceSmall, container.NewCenter(kit.Shape(c.question.Sensitivity)), word), c.waiting)
}

// newCaller names who asks by what is no one's choice of words: the ids.
func (c *card) newCaller() fyne.CanvasObject {
	by := c.question.Caller
	said := kit.Quiet(c.words.Say("ask.caller", "Agent", visible.Escape(by.AgentID), "Conversation", visible.Escape(by.ConversationID)))
	var take *control
	take = newControl(c.words.Say("ask.copy"), plain, kit.ColorMuted, c.host, func() {
		fyne.CurrentApp().Clipboard().SetContent(by.AgentID + " " + by.ConversationID + " " + c.question.CallID)
		take.text = c.words.Say("ask.copied")
		take.Refresh()
	})
	take.low, take.small = true, true
	return container.NewBorder(nil, nil, nil, take, kit.Tight(said))
}

// newRefusals offers to refuse more than this question.
func (c *card) newRefusals() fyne.CanvasObject {
	by := c.question.Caller
	c.denyAll = newControl("", plain, kit.ColorAccent, c.host, func() { c.host.denyAll(c) })
	mute := newControl(c.words.Say("ask.mute", "Agent", kit.AgentName(by.AgentName, by.AgentID)), plain, kit.ColorAccent, c.host, func() { c.host.mute(c) })
	c.denyAll.low, mute.low = true, true
	c.refusals = kit.Stack(kit.SpaceSmall)
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
		c.waiting.Text = c.words.Say("ask.waiting", "Count", n)
	}
	c.waiting.Refresh()
	by, more := c.question.Caller, c.host.behind(c)
	if more == 0 {
		return false
	}
	c.denyAll.text = c.words.Say("ask.deny_all", "Count", more+1, "Agent", kit.AgentName(by.AgentName, by.AgentID))
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
		lines = append(lines, kit.Tight(kit.Mono(visible.Escape(facts.Target))))
	}
	if len(facts.Details) > 0 {
		lines = append(lines, kit.Tight(kit.Quiet(strings.Join(c.texts(facts.Details), " · "))))
	}
	if facts.Finding != nil {
		lines = append(lines, c.warning(c.words.Reason(string(facts.Finding.Reason))))
	}
	for _, text := range c.texts(facts.Warn) {
		lines = append(lines, c.warning(text))
	}
	if len(lines) == 0 {
		return nil
	}
	return kit.Panel(theme.ColorNameBackground, kit.Inset(12, 12, kit.Stack(4, lines...)))
}

// warning is a line that should be read before a yes.
func (c *card) warning(text string) fyne.CanvasObject {
	icon := widget.NewIcon(theme.NewColoredResource(theme.WarningIcon(), kit.ColorMedium))
	return container.NewBorder(nil, nil, container.NewVBox(icon), nil, kit.Tight(kit.Prose(text)))
}

// newReasons says what leaves, why it is asked, and under which permission.
func (c *card) newReasons() fyne.CanvasObject {
	q := c.question
	var cells []fyne.CanvasObject
	add := func(key, value string) {
		if value == "" {
			return
		}
		label := widget.NewLabel(c.words.Say(key))
		label.Importance = widget.LowImportance
		cells = append(cells, kit.Tight(label), kit.Tight(kit.Prose(value)))
	}
	add("ask.leaves", c.words.Text(q.Facts.Leaves))
	why := append(c.texts(q.Why), c.texts(q.Facts.Care)...)
	add("ask.why", strings.Join(kit.Unique(why), "\n"))
	add("ask.permission", c.permission(q))
	return container.New(&kit.Columns{Space: kit.SpaceMiddle}, cells...)
}

// permission names the scope: our words for those we know, its author's set apart
// by quotation marks, and always the id.
func (c *card) permission(q ask.Question) string {
	if ask.HasWords(q.Scope) {
		return c.words.Scope(q.Scope) + " · " + q.Scope
	}
	label := q.ScopeLabel.Text(c.words.Chinese(), "")
	if label == "" {
		return visible.Escape(q.Scope)
	}
	return visible.Escape(q.Scope) + " · " + c.words.Say("ask.quoted", "Text", visible.Escape(label))
}

// newAuthor folds away what the agent's author says about the tool: not our voice.
func (c *card) newAuthor() fyne.CanvasObject {
	q := c.question
	name := kit.Mono(visible.Escape(q.Tool))
	name.SizeName = theme.SizeNameCaptionText
	said := kit.Stack(4, kit.Tight(name))
	if description := q.Description.Text(c.words.Chinese(), ""); description != "" {
		text, left := visible.Short(description, 2*shortValue)
		text = visible.EscapeLines(text)
		if left > 0 {
			text += "\n" + c.words.Say("ask.left_out", "Count", left)
		}
		said.Add(kit.Tight(kit.Quiet(c.words.Say("ask.quoted", "Text", text))))
	}
	return c.fold(c.words.Say("ask.author"), func() fyne.CanvasObject { return kit.Panel(kit.ColorTint, kit.Inset(12, 12, said)) })
}

// fold is a line that opens to more. What it opens is made when first opened.
func (c *card) fold(label string, open func() fyne.CanvasObject) fyne.CanvasObject {
	var handle *control
	var opened fyne.CanvasObject
	box := kit.Stack(kit.SpaceSmall)
	handle = newControl(label, plain, kit.ColorText, c.host, func() {
		if opened == nil {
			opened = container.New(layout.NewCustomPaddedLayout(0, kit.SpaceSmall, 0, 0), open())
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
		c.host.fit()
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
		out = append(out, c.words.Text(t))
	}
	return out
}
