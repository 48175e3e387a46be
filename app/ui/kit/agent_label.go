package kit

import (
	"cmp"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"
)

// AgentLabel is an agent's mark and what it is called, on one line. Under the pointer it
// says all of the name, and the id.
type AgentLabel struct {
	widget.BaseWidget
	mark   *AgentMark
	name   *widget.Label
	tip    *Tip
	entire string // what the tip says
}

var _ desktop.Hoverable = (*AgentLabel)(nil)

// NewAgentLabel is empty until Set. What there is no room for, tip tells.
func NewAgentLabel(tip *Tip) *AgentLabel {
	a := &AgentLabel{mark: NewAgentMark("", ""), name: widget.NewLabel(""), tip: tip}
	a.name.Truncation = fyne.TextTruncateEllipsis
	a.ExtendBaseWidget(a)
	return a
}

// Bold makes the name strong.
func (a *AgentLabel) Bold() *AgentLabel {
	a.name.TextStyle.Bold = true
	return a
}

// Set names the agent by its id, its name, which may be empty, and all of the name where
// that is cut. The texts may be untrusted.
func (a *AgentLabel) Set(id, name, whole string) {
	a.entire = cmp.Or(whole, name, id)
	if name != "" {
		a.entire += " · " + id
	}
	a.mark.Set(name, id)
	if said := AgentName(name, id); a.name.Text != said {
		a.name.SetText(said)
	}
}

// CreateRenderer implements fyne.Widget.
func (a *AgentLabel) CreateRenderer() fyne.WidgetRenderer {
	mark := container.NewCenter(a.mark)
	tight := container.New(layout.NewCustomPaddedLayout(0, 0, -theme.Padding(), -theme.InnerPadding()), a.name)
	return widget.NewSimpleRenderer(container.NewBorder(nil, nil, mark, nil, tight))
}

// MouseIn implements desktop.Hoverable.
func (a *AgentLabel) MouseIn(*desktop.MouseEvent) { a.tip.About(a, a.entire, true) }

// MouseMoved implements desktop.Hoverable.
func (a *AgentLabel) MouseMoved(*desktop.MouseEvent) {}

// MouseOut implements desktop.Hoverable.
func (a *AgentLabel) MouseOut() { a.tip.About(a, "", false) }
