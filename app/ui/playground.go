package ui

import (
	"slices"
	"strconv"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/app/wire"
	"assent/consent"
	"assent/consent/manifest"
	"assent/consent/visible"

	"github.com/go-json-experiment/json/jsontext"
)

// playgroundPage lets the person call an agent's tool as the agent would, and play the
// ready-made scenarios.
type playgroundPage struct {
	ui     *UI
	inner  string // what is open: "scenarios", "record", or empty for the trial
	busy   bool   // the session is being recorded
	agents []consent.Agent
	tools  string // the hash of the manifest whose tools are offered

	agent, tool, shape, kind *kit.Select
	conversation, callID     *widget.Entry
	limit                    *widget.Entry // of time, in milliseconds
	form                     *argumentForm
	send, take               *widget.Button
	arguments                *fyne.Container
	answer                   *playAnswer
	trial                    fyne.CanvasObject
	root                     *fyne.Container
}

func newPlaygroundPage(u *UI) pageView {
	w := u.words
	p := &playgroundPage{ui: u, conversation: widget.NewEntry(), callID: widget.NewEntry(), limit: widget.NewEntry(),
		arguments: container.NewStack(), root: container.NewStack()}
	p.answer = newPlayAnswer(u, p.again)
	p.agent, p.tool = kit.NewSelect(nil, p.pickAgent), kit.NewSelect(nil, p.pickTool)
	p.shape = kit.NewSelect([]string{w.Say("play.flat"), w.Say("play.nested")}, nil)
	p.kind = kit.NewSelect([]string{w.Say("play.direct"), w.Say("play.group")}, nil)
	p.shape.SetSelectedIndex(0)
	p.kind.SetSelectedIndex(0)
	p.conversation.SetText("playground")
	p.callID.SetPlaceHolder(w.Say("play.call_id_new"))
	p.limit.SetPlaceHolder(w.Say("play.limit_manifest"))
	p.limit.OnChanged = func(string) { p.enable() }
	p.limit.Validator = func(text string) error { // marks the field
		if _, ok := timeLimit(text); !ok {
			return strconv.ErrSyntax
		}
		return nil
	}
	p.send = widget.NewButton(w.Say("play.send"), p.try)
	p.send.Importance = widget.HighImportance
	p.take = widget.NewButtonWithIcon(w.Say("play.copy"), theme.ContentCopyIcon(), p.copyCommand)
	p.tool.PlaceHolder, p.agent.PlaceHolder = w.Say("play.unset"), w.Say("play.unset")
	p.trial = p.newTrial()
	p.offer()
	p.goOn(u.playing)
	p.open("")
	return p
}

func (p *playgroundPage) content() fyne.CanvasObject { return p.root }

// open shows the scenarios, the recording, or else the trial.
func (p *playgroundPage) open(inner string) {
	w := p.ui.words
	var parts []fyne.CanvasObject
	for _, part := range []struct{ inner, key string }{{"", "play.try"}, {"scenarios", "play.scenarios"}, {"record", "play.record"}} {
		button := widget.NewButton(w.Say(part.key), func() { p.open(part.inner) })
		button.Importance = widget.LowImportance
		if part.inner == inner {
			button.Importance = widget.MediumImportance
		}
		parts = append(parts, button)
	}
	body := p.trial
	switch p.inner, p.busy = inner, p.ui.engine.Recording() != nil; {
	case inner == "scenarios":
		body = newScenarioList(p.ui).root
	case inner == "record":
		body = newRecord(p.ui)
	case len(p.agents) == 0:
		body = nothing(w.Say("play.empty"), w.Say("agents.add"), func() { p.ui.main.show("agents") })
	}
	head := kit.Stack(kit.SpaceMiddle, heading(w.Say("page.playground"), parts...), kit.Gap(0, 0))
	p.root.Objects = []fyne.CanvasObject{container.NewBorder(head, nil, nil, nil, body)}
	p.root.Refresh()
}

// refresh offers the agents there are now, and keeps what is chosen.
func (p *playgroundPage) refresh() {
	were := len(p.agents)
	p.offer()
	p.answer.refresh()
	began := p.busy != (p.ui.engine.Recording() != nil)
	if p.inner == "" && (were == 0) != (len(p.agents) == 0) || p.inner == "record" && began {
		p.open(p.inner)
	}
}

func (p *playgroundPage) offer() {
	p.agents = p.ui.engine.Agents()
	p.enable()
	var labels []string
	for _, a := range p.agents {
		labels = append(labels, label(a))
	}
	if strings.Join(labels, "\n") != strings.Join(p.agent.Options, "\n") {
		p.agent.SetOptions(labels)
		if len(labels) > 0 && p.agent.SelectedIndex() < 0 {
			p.agent.SetSelectedIndex(0)
		}
	}
	if m := p.chosen(); m != nil && m.Hash != p.tools {
		p.pickAgent("")
	}
}

// playColumn is how wide the form and the answer are at least, to stand beside each other.
const playColumn = 300

// newTrial lays out what is tried, its arguments, and what came of it.
func (p *playgroundPage) newTrial() fyne.CanvasObject {
	w := p.ui.words
	cell := func(key string, field fyne.CanvasObject) fyne.CanvasObject {
		return kit.Stack(2, kit.Line(w.Say(key), kit.TextSmall, kit.ColorMuted), field)
	}
	choices := container.NewGridWithColumns(2,
		cell("play.agent", p.agent), cell("play.tool", p.tool), cell("play.kind", p.kind), cell("play.conversation", p.conversation),
		cell("play.shape", p.shape), cell("play.call_id", p.callID), cell("play.limit", p.limit))
	foot := container.NewHBox(p.take, layout.NewSpacer(), p.send)
	form := kit.Stack(kit.SpaceMiddle, choices, p.arguments, foot)
	return kit.Scrolled(container.New(kit.Twice(layout.NewStackLayout()),
		container.New(&kit.Beside{Least: playColumn, Space: kit.SpaceMiddle}, form, p.answer.root)))
}

// pickAgent offers the tools of the chosen agent, and keeps the one that is chosen where
// it is among them.
func (p *playgroundPage) pickAgent(string) {
	var names []string
	before := p.tool.Selected
	if a := p.chosen(); a != nil {
		p.tools = a.Hash
		names = toolTexts(p.ui.words, a)
	}
	p.tool.ClearSelected()
	p.tool.SetOptions(names)
	if len(names) > 0 {
		p.tool.SetSelectedIndex(max(0, slices.Index(names, before)))
	}
}

// toolTexts says of each tool of a manifest what it does, with its name where there are no
// words for it or where they are another's too.
func toolTexts(w *kit.Words, m *manifest.Manifest) []string {
	said, count := make([]string, len(m.Tools)), map[string]int{}
	for i, t := range m.Tools {
		said[i] = w.Tool(t.Scope, t.Name)
		count[said[i]]++
	}
	for i, t := range m.Tools {
		if count[said[i]] > 1 {
			said[i] += " · " + visible.Escape(t.Name)
		}
	}
	return said
}

// chosen returns the manifest of the chosen agent, nil without one.
func (p *playgroundPage) chosen() *manifest.Manifest {
	if i := p.agent.SelectedIndex(); i >= 0 && i < len(p.agents) {
		return p.agents[i].Manifest
	}
	return nil
}

func (p *playgroundPage) pickTool(string) {
	m, i := p.chosen(), p.tool.SelectedIndex()
	p.form = nil
	p.arguments.Objects = nil
	if m != nil && i >= 0 && i < len(m.Tools) {
		p.form = newArgumentForm(p.ui.words, m.Tools[i].InputSchema(), p.enable)
		p.arguments.Objects = []fyne.CanvasObject{p.form.root}
	}
	p.arguments.Refresh()
	p.enable()
}

// enable lets the person send what can be sent.
func (p *playgroundPage) enable() {
	_, timed := timeLimit(p.limit.Text)
	for _, button := range []*widget.Button{p.send, p.take} {
		if p.form != nil && p.form.valid && timed {
			button.Enable()
		} else {
			button.Disable()
		}
	}
}

// timeLimit reads a call's limit in milliseconds, nil for the manifest's, and says whether
// what stands there is one.
func timeLimit(text string) (ms *int, ok bool) {
	if text = strings.TrimSpace(text); text == "" {
		return nil, true
	}
	limit, err := strconv.Atoi(text)
	return &limit, err == nil && limit > 0
}

// written is the call as the person wrote it.
func (p *playgroundPage) written() wire.Request {
	arguments := jsontext.Value(p.form.raw.Text)
	arguments.Compact()
	m := p.chosen()
	limit, _ := timeLimit(p.limit.Text)
	r := wire.Request{
		CallKey: wire.CallKey{
			AgentID:        p.agents[p.agent.SelectedIndex()].ID,
			ConversationID: strings.TrimSpace(p.conversation.Text), CallID: strings.TrimSpace(p.callID.Text),
		},
		Tool: m.Tools[p.tool.SelectedIndex()].Name, Arguments: arguments, Group: p.kind.SelectedIndex() == 1, TimeoutMS: limit,
	}
	if p.shape.SelectedIndex() == 1 {
		r.Shape = wire.Nested
	}
	return r
}

func (p *playgroundPage) copyCommand() {
	fyne.CurrentApp().Clipboard().SetContent(commandLine(p.written()))
	p.take.SetText(p.ui.words.Say("play.copied"))
}
