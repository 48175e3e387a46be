package ui

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"assent/app/ui/kit"
	"assent/consent"
	"assent/consent/ask"
	"assent/consent/manifest"
	"assent/consent/visible"
)

// warningsShown is how many warnings about a manifest are shown.
const warningsShown = 12

// declared are panels of what a manifest declares beside its scopes, and of what is to be
// known about it.
func (u *UI) declared(a consent.Agent) (panels []fyne.CanvasObject) {
	if a.Manifest == nil {
		return nil
	}
	w := u.words
	if flags := capabilities(a.Manifest); len(flags) > 0 {
		panels = append(panels, points(w.Say("agents.flags"), flags))
	}
	issues := a.Manifest.Warn(func(scope string) bool { return u.serves(a, scope) })
	said := make([]string, 0, warningsShown)
	for _, issue := range issues[:min(len(issues), warningsShown)] {
		said = append(said, warningText(w, a.Manifest, issue))
	}
	if more := len(issues) - len(said); more > 0 {
		said = append(said, w.Say("warning.more", "Count", more))
	}
	if len(said) > 0 {
		panels = append(panels, points(w.Say("agents.warnings"), said))
	}
	return panels
}

// capabilities are the flags that a manifest sets, sorted, fit to be shown.
func capabilities(m *manifest.Manifest) (names []string) {
	for name, on := range m.Flags {
		if on {
			names = append(names, kit.OneLine(name))
		}
	}
	slices.Sort(names)
	return names
}

// serves reports whether the calls of a scope can be run: here, or by who sends them.
func (u *UI) serves(a consent.Agent, scope string) bool {
	return u.engine.Serves(a.ID, scope) || runsItself(a)
}

// warningText says a warning about a manifest to the person, by the place that it is of:
// its own words are for the author (contract §6).
func warningText(w *kit.Words, m *manifest.Manifest, issue manifest.Issue) string {
	at := strings.Split(strings.TrimPrefix(issue.Path, "/"), "/")
	of := func(count int) int { // the index in a list
		if len(at) < 2 {
			return count
		}
		i, err := strconv.Atoi(at[1])
		if err != nil || i < 0 {
			return count
		}
		return i
	}
	tool, scope := of(len(m.Tools)), of(len(m.Scopes))
	switch {
	case issue.Path == "":
		return w.Say("warning.large", "KiB", len(m.Canonical)>>10)
	case at[0] == "tools" && tool < len(m.Tools):
		name := kit.OneLine(m.Tools[tool].Name)
		if len(at) > 2 {
			return w.Say("warning.open", "Tool", name)
		}
		return w.Say("warning.not_served", "Tool", name)
	case at[0] == "permission_scopes" && scope < len(m.Scopes):
		id := m.Scopes[scope].ID
		if len(at) > 2 {
			return w.Say("warning.floor", "Scope", w.Scope(id), "Sensitivity", w.Sensitivity(manifest.Floor(id)))
		}
		return w.Say("warning.no_words", "Scope", visible.Escape(id))
	}
	return kit.OneLine(issue.Message)
}

// limitText says how long a tool may run.
func limitText(w *kit.Words, limit time.Duration) string {
	if limit >= 2*time.Minute {
		return w.Say("agents.limit", "Span", w.Span(limit))
	}
	seconds := strconv.FormatFloat(limit.Seconds(), 'f', -1, 64)
	return w.Say("agents.limit", "Span", w.Say("when.seconds", "Seconds", seconds))
}

// authorsWords are a scope's label and description and its tools, as their author put them.
func authorsWords(w *kit.Words, m *manifest.Manifest, id string) (lines []fyne.CanvasObject) {
	quote := func(text string) string { return w.Say("ask.quoted", "Text", kit.OneLine(text)) }
	quoted := func(text string) { lines = append(lines, kit.Tight(kit.Quiet(quote(text)))) }
	if scope, ok := m.Scope(id); ok {
		if !ask.HasWords(id) {
			quoted(scope.Label.Text(w.Chinese(), id))
		}
		if description := scope.Description.Text(w.Chinese(), ""); description != "" {
			quoted(description)
		}
	}
	for _, tool := range m.Tools {
		if tool.Scope != id {
			continue
		}
		text := "· " + visible.Escape(tool.Name)
		if description := tool.Description.Text(w.Chinese(), tool.Name); description != tool.Name {
			text += "  " + quote(description)
		}
		text += "  " + limitText(w, tool.Timeout)
		if tool.Required {
			text += "  " + w.Say("agents.required")
		}
		lines = append(lines, kit.Tight(kit.Quiet(text)))
	}
	return lines
}

// ticked is the panel of the tools that the person agreed not to be asked about, each with
// a way to be asked again.
func (p *agentsPage) ticked(a consent.Agent) fyne.CanvasObject {
	w := p.ui.words
	lines := kit.Stack(2, kit.Tight(kit.Prose(w.Say("agents.ticked"))))
	for _, name := range a.Ticked {
		check := widget.NewCheck(kit.OneLine(name), nil)
		check.Checked = true
		check.OnChanged = func(bool) {
			check.Disable() // only a review ticks
			p.change(func() error { return p.ui.engine.Untick(a.ID, name) })
		}
		lines.Add(check)
	}
	return kit.Panel(kit.ColorTint, kit.Inset(12, 12, lines))
}
