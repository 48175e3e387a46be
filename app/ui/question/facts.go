package question

import (
	"cmp"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"

	"assent/app/ui/kit"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/consent/visible"
	"assent/executors"
	"assent/i18n"
)

// What decides stands on the card before everything else and never scrolls: who asks, the
// real target, what warns, what leaves, why it is asked, under which permission. Each of
// its texts takes a bounded number of lines; what was left out opens below.

// told is a text of what decides.
type told struct {
	shown *kit.Paragraph
	about string // our word for what it tells
	whole string // all that it tells
	size  float32
	brief bool // it says less from the beginning
	lines lines
}

// lines are how many a text takes at most where there is room, and where there is little.
type lines struct{ roomy, brief int }

func (l lines) of(m measures) int {
	if m.brief {
		return l.brief
	}
	return l.roomy
}

// cut reports whether it says less than all.
func (t *told) cut() bool { return t.brief || t.shown.Cut() }

// briefValue is how many characters of a value stand in a text of what decides.
const briefValue = 100

// tell puts a text of the card's own words and values on it.
func (c *card) tell(aboutKey string, size float32, lines lines, runs ...kit.Run) *told {
	t := &told{shown: kit.NewParagraph(size, lines.roomy, runs...), size: size, lines: lines}
	if aboutKey != "" {
		t.about = c.words.Say(aboutKey)
	}
	t.whole = t.shown.Whole()
	c.told = append(c.told, t)
	return t
}

// tellText puts a text of the core's on the card.
func (c *card) tellText(aboutKey string, size float32, lines lines, tone fyne.ThemeColorName, texts ...i18n.Text) *told {
	brief, whole := c.texts(texts, true), c.texts(texts, false)
	t := c.tell(aboutKey, size, lines, kit.Run{Text: strings.Join(brief, " · "), Tone: tone})
	t.whole, t.brief = strings.Join(whole, "\n"), !slices.Equal(brief, whole)
	return t
}

// texts renders texts of the core's that are not empty, each once.
func (c *card) texts(all []i18n.Text, brief bool) (said []string) {
	for _, t := range all {
		text := c.words.Text(t)
		if brief {
			text = c.words.Brief(t, briefValue)
		}
		said = append(said, text)
	}
	return kit.Unique(said)
}

// newFacts lays out what decides, the most important first.
func (c *card) newFacts() *fyne.Container {
	objects := []fyne.CanvasObject{
		container.New(column{&c.measures.head}, c.newHeader(), c.newHeadline(), c.newCaller()),
		c.newTarget(),
		c.newWarnings(),
		c.newReasons(),
		c.newAuthorsLine(),
	}
	objects = slices.DeleteFunc(objects, func(o fyne.CanvasObject) bool { return o == nil })
	return container.New(column{&c.measures.gap}, objects...)
}

// newHeader says how sensitive the question is and how many wait.
func (c *card) newHeader() fyne.CanvasObject {
	word := kit.Line(c.words.Sensitivity(c.question.Sensitivity), kit.TextSmall, kit.Tone(c.question.Sensitivity))
	word.TextStyle.Bold = true
	c.waiting = kit.Line("", kit.TextSmall, kit.ColorMuted)
	return container.NewBorder(nil, nil, kit.Row(kit.SpaceSmall, container.NewCenter(kit.Shape(c.question.Sensitivity)), word), c.waiting)
}

// newHeadline is ours. Nothing in it but the name is the agent's.
func (c *card) newHeadline() fyne.CanvasObject {
	by, sentence := c.question.Caller, c.question.Sentence()
	before, after := c.words.Around(sentence, "Agent")
	told := c.tell("", kit.TextTitle, lines{3, 2},
		kit.Run{Text: before, Bold: true, Keep: true},
		kit.Run{Text: cmp.Or(by.AgentName, by.AgentID), Bold: true, Chip: true},
		kit.Run{Text: after, Bold: true, Keep: true})
	c.title = told.shown
	if by.WholeName == "" {
		return c.title
	}
	told.brief, told.whole = true, before+visible.Escape(by.WholeName)+after
	return kit.NewHover(c.title, func(on bool) { c.tip.About(c.title, by.WholeName, on) })
}

// newCaller names who asks by what is no one's choice of words: a mark and the ids.
func (c *card) newCaller() fyne.CanvasObject {
	by := c.question.Caller
	said := c.tell("ask.who", kit.TextSmall, lines{2, 1},
		kit.Run{Text: by.AgentID, Tone: kit.ColorMuted, Keep: true},
		kit.Run{Text: " · " + strings.Join(c.around(by), " · "), Tone: kit.ColorMuted})
	var take *control
	take = newControl(c.words.Say("ask.copy"), plain, kit.ColorMuted, c.host, func() {
		fyne.CurrentApp().Clipboard().SetContent(by.AgentID + " " + by.ConversationID + " " + c.question.CallID)
		take.text = c.words.Say("ask.copied")
		take.Refresh()
	})
	take.low, take.small = true, true
	mark := container.New(layout.NewCustomPaddedLayout(0, 0, 0, kit.SpaceSmall-theme.Padding()), kit.NewAgentMark(by.AgentName, by.AgentID))
	return container.NewBorder(nil, nil, container.NewCenter(mark), container.NewCenter(container.New(reaching{}, take)), container.New(middle{}, said.shown))
}

// around says in which conversation an agent asks, through which program, and since when
// it is known here.
func (c *card) around(by ask.Caller) []string {
	said := []string{c.words.Say("ask.conversation", "Conversation", by.ConversationID)}
	if via := c.words.Via(by.Program); via != "" {
		said = append(said, via)
	}
	if !by.Since.IsZero() {
		said = append(said, c.words.Say("ask.first_seen", "Day", c.words.Day(by.Since.Local(), c.now().Local())))
	}
	return said
}

// newTarget shows the real target and what is known about it.
func (c *card) newTarget() fyne.CanvasObject {
	facts := c.question.Facts
	var parts []fyne.CanvasObject
	if facts.Target != "" {
		runs := targetRuns(facts.Target, c.host.home())
		if len(facts.Marks) > 0 || executors.AgentKind(c.question.Scope) == executors.AgentShell {
			runs = commandRuns(facts.Target, facts.Marks)
		}
		target := c.tell("ask.target", kit.TextBody, lines{4, 2}, runs...)
		target.whole = facts.Target
		parts = append(parts, target.shown)
	}
	if len(facts.Details) > 0 {
		parts = append(parts, c.tellText("ask.details", kit.TextSmall, lines{5, 1}, kit.ColorMuted, facts.Details...).shown)
	}
	if len(parts) == 0 {
		return nil
	}
	m := &c.measures
	return kit.Panel(kit.ColorTint, container.New(padded{&m.panel, &m.panel, 14, 14}, kit.Stack(2, parts...)))
}

// newWarnings are what should be read before a yes: why it is cared about, what may be
// wrong with it, and what this computer already said no to.
func (c *card) newWarnings() fyne.CanvasObject {
	facts := c.question.Facts
	rows := kit.Stack(4)
	add := func(t *told) {
		mark := kit.Line("!", kit.TextBody, kit.ColorHigh)
		mark.TextStyle.Bold = true
		rows.Add(container.NewBorder(nil, nil, container.NewVBox(kit.Row(0, mark, kit.Gap(kit.SpaceSmall, 0))), nil, t.shown))
	}
	if name := c.question.Caller.Claimed; name != "" {
		add(c.tellText("ask.warning", kit.TextBody, lines{2, 2}, kit.ColorText, i18n.Text{Key: "warn.agent_name", Args: map[string]any{"Name": name}}))
	}
	for _, text := range slices.Concat(facts.Care, facts.Warn) {
		add(c.tellText("ask.warning", kit.TextBody, lines{2, 2}, kit.ColorText, text))
	}
	if facts.Finding != nil {
		add(c.tell("ask.warning", kit.TextBody, lines{2, 2}, kit.Run{Text: c.words.Reason(string(facts.Finding.Reason))}))
	}
	if len(rows.Objects) == 0 {
		return nil
	}
	ground := kit.Ground(kit.ColorWarned)
	ground.CornerRadius = kit.Radius
	return container.NewStack(ground, container.New(padded{&c.measures.head, &c.measures.head, 12, 12}, rows))
}

// newReasons says what leaves, why it is asked, and under which permission.
func (c *card) newReasons() fyne.CanvasObject {
	q := c.question
	var cells []fyne.CanvasObject
	add := func(key string, t *told) {
		label := kit.Line(c.words.Say(key), kit.TextBody, kit.ColorMuted)
		c.labels = append(c.labels, label)
		cells = append(cells, label, t.shown)
	}
	if q.Facts.Leaves.Key != "" {
		add("ask.leaves", c.tellText("ask.leaves", kit.TextBody, lines{3, 2}, kit.ColorText, q.Facts.Leaves))
	}
	if len(q.Why) > 0 {
		add("ask.why", c.tellText("ask.why", kit.TextBody, lines{3, 1}, kit.ColorText, q.Why...))
	}
	add("ask.permission", c.newPermission())
	return container.New(&kit.Columns{Space: kit.SpaceMiddle}, cells...)
}

// newPermission names the scope: our words for those we know, its author's set apart by
// quotation marks, and always the id.
func (c *card) newPermission() *told {
	q := c.question
	var runs []kit.Run
	add := func(text string, tone fyne.ThemeColorName, keep bool) {
		if len(runs) > 0 {
			text = " · " + text
		}
		runs = append(runs, kit.Run{Text: text, Tone: tone, Keep: keep})
	}
	if ask.HasWords(q.Scope) {
		add(c.words.Scope(q.Scope), kit.ColorText, true)
	}
	add(q.Scope, kit.ColorMuted, true)
	if label := q.ScopeLabel.Text(c.words.Chinese(), ""); label != "" && !manifest.Preset(q.Scope) {
		add(c.words.Say("ask.quoted", "Text", label), kit.ColorMuted, false)
	}
	return c.tell("ask.permission", kit.TextBody, lines{2, 1}, runs...)
}

// newAuthorsLine is what the tool's author says it does, and the tool's name: not our
// voice, so it is quoted, muted and one line.
func (c *card) newAuthorsLine() fyne.CanvasObject {
	q := c.question
	runs := []kit.Run{{Text: q.Tool, Mono: true, Tone: kit.ColorMuted, Keep: true}}
	if about := strings.TrimSpace(q.Description.Text(c.words.Chinese(), "")); about != "" {
		runs = slices.Insert(runs, 0, kit.Run{Text: c.words.Say("ask.quoted", "Text", about) + " ", Tone: kit.ColorMuted})
	}
	c.authors = c.tell("ask.author", kit.TextSmall, lines{1, 1}, runs...)
	return c.authors.shown
}
