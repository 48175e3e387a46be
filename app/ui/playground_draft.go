package ui

import (
	"slices"
	"strconv"

	"assent/consent"
	"assent/consent/manifest"

	"github.com/go-json-experiment/json/jsontext"
)

// playDraft is what the person wrote into the playground. It outlives the page and is in
// memory alone.
type playDraft struct {
	agentID, tool                        string
	conversation, callID, limit, written string // the arguments, as JSON
	shape, kind                          int
}

// left keeps what the person wrote.
func (p *playgroundPage) left() {
	d := playDraft{conversation: p.conversation.Text, callID: p.callID.Text, limit: p.limit.Text, shape: p.shape.SelectedIndex(), kind: p.kind.SelectedIndex()}
	if i := p.agent.SelectedIndex(); i >= 0 && i < len(p.agents) && p.form != nil {
		d.agentID, d.tool, d.written = p.agents[i].ID, p.toolName(), p.form.raw.Text
	}
	p.ui.playing = &d
}

// goOn takes up what was written before.
func (p *playgroundPage) goOn(d *playDraft) {
	if d == nil {
		return
	}
	p.conversation.SetText(d.conversation)
	p.callID.SetText(d.callID)
	p.limit.SetText(d.limit)
	p.shape.SetSelectedIndex(d.shape)
	p.kind.SetSelectedIndex(d.kind)
	agent := slices.IndexFunc(p.agents, func(a consent.Agent) bool { return a.ID == d.agentID })
	if agent < 0 || !p.pick(agent, d.tool) {
		return
	}
	p.form.raw.SetText(d.written)
}

// pick chooses an agent and a tool of it, by its name, and reports whether it has that one.
func (p *playgroundPage) pick(agent int, tool string) bool {
	p.agent.SetSelectedIndex(agent)
	m := p.chosen()
	if m == nil {
		return false
	}
	i := slices.IndexFunc(m.Tools, func(t *manifest.Tool) bool { return t.Name == tool })
	if i < 0 {
		return false
	}
	p.tool.SetSelectedIndex(i)
	return p.form != nil
}

// toolName returns the name of the chosen tool, empty without one.
func (p *playgroundPage) toolName() string {
	if m, i := p.chosen(), p.tool.SelectedIndex(); m != nil && i >= 0 && i < len(m.Tools) {
		return m.Tools[i].Name
	}
	return ""
}

// again fills the form in with a call that was sent; its call id stays out, since a call
// runs once.
func (p *playgroundPage) again(c *sentCall) {
	limit := ""
	if c.request.TimeoutMS != nil {
		limit = strconv.Itoa(*c.request.TimeoutMS)
	}
	kind := 0
	if c.request.Group {
		kind = 1
	}
	arguments := c.request.Arguments.Clone()
	arguments.Indent(jsontext.WithIndent("  "))
	p.goOn(&playDraft{
		agentID: c.request.AgentID, tool: c.request.Tool, conversation: c.request.ConversationID, limit: limit,
		written: string(arguments), shape: int(c.request.Shape), kind: kind,
	})
}
