package question

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"assent/app/ui/kit"
	"assent/consent/manifest"
	"assent/consent/visible"
)

// newMore lays out what may scroll: ways to refuse more than this question, and what
// opens by a click.
func (c *card) newMore() *fyne.Container {
	c.inFull = c.fold("full", c.words.Say("ask.in_full"), c.newInFull)
	c.author = c.fold("author", c.words.Say("ask.author"), c.newAuthor)
	more := kit.Stack(0, c.newRefusals())
	if d := c.question.Facts.Difference; d != nil {
		more.Add(c.newDifference(d))
	}
	if len(c.question.Facts.Fields) > 0 {
		more.Add(c.newFields())
	}
	more.Add(c.inFull)
	more.Add(c.newArguments())
	more.Add(c.author)
	return more
}

// newFields shows what the call hands on, or what it would change, one by one.
func (c *card) newFields() fyne.CanvasObject {
	facts, key := c.question.Facts, "ask.fields"
	if facts.Changes {
		key = "ask.changes"
	}
	said := kit.Plain(kit.TextSmall, 1, kit.ColorMuted, c.words.Say(key))
	fields := kit.NewFields(c.words, facts.Fields, facts.Changes, c.now())
	return kit.Inset(kit.SpaceSmall, 0, kit.Panel(kit.ColorCard, kit.Inset(12, 14, kit.Stack(kit.SpaceSmall, said, fields))))
}

// newInFull says all of what has no room above.
func (c *card) newInFull() fyne.CanvasObject {
	list := kit.Stack(12)
	for _, t := range c.told {
		if t.cut() && t != c.authors {
			list.Add(c.newValue(t.about, "", t.whole))
		}
	}
	return kit.Panel(kit.ColorTint, kit.Inset(12, 12, list))
}

// newAuthor says what the agent's author says: not our voice.
func (c *card) newAuthor() fyne.CanvasObject {
	said := kit.Stack(kit.SpaceSmall)
	for _, about := range []manifest.Words{c.question.Description, c.question.ScopeDescription} {
		if text := about.Text(c.words.Chinese(), ""); text != "" {
			said.Add(c.newQuote(text))
		}
	}
	return kit.Panel(kit.ColorTint, kit.Inset(12, 12, said))
}

// offerMore offers to open what there is more of.
func (c *card) offerMore() {
	cut := false
	for _, t := range c.told {
		cut = cut || t.cut() && t != c.authors
	}
	show(c.inFull, cut)
	show(c.author, c.authors.cut() || c.measures.brief || c.question.ScopeDescription.Text(c.words.Chinese(), "") != "")
}

func show(o fyne.CanvasObject, on bool) {
	switch {
	case on == o.Visible():
	case on:
		o.Show()
	default:
		o.Hide()
	}
}

// newQuote is what the author says, as long as a glance takes.
func (c *card) newQuote(text string) fyne.CanvasObject {
	short, left := visible.Short(text, 2*shortValue)
	said := c.words.Say("ask.quoted", "Text", visible.EscapeLines(short))
	if left > 0 {
		said += "\n" + c.words.Say("ask.left_out", "Count", left)
	}
	return kit.Tight(kit.Quiet(said))
}

// newRefusals offers to refuse more than this question.
func (c *card) newRefusals() fyne.CanvasObject {
	by := c.question.Caller
	c.denyAll = newControl("", plain, kit.ColorAccent, c.host, func() { c.host.denyAll(c) })
	c.denyAll.small, c.denyAll.answers = true, true
	mute := newControl(c.words.Say("ask.mute", "Agent", kit.AgentName(by.AgentName, by.AgentID)), plain, kit.ColorAccent, c.host, func() { c.host.mute(c) })
	mute.small, mute.answers = true, true
	c.refusals = kit.Stack(0)
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
		c.waiting.Text = c.words.Say("ask.waiting", "All", n+1)
	}
	if c.shown.Back {
		c.waiting.Text = strings.Join(kit.Unique([]string{c.words.Say("ask.back"), c.waiting.Text}), " · ")
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
