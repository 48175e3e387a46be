//go:build linux

package main_test

import (
	"image"

	"assent/i18n"
)

// question is the question on screen.
type question struct {
	window
	deny image.Rectangle // of a high one: its filled Deny
}

// title returns the question's window title in the machine's language.
func (m *machine) title() string { return i18n.New(m.language).Text("ask.title", nil) }

// asked waits for a high question.
func (m *machine) askedHigh() question {
	m.t.Helper()
	w := m.window(m.title())
	q := question{window: w, deny: w.filled("Deny", m.colours.high)}
	m.say("# asked, high")
	return q
}

// allowDay answers the medium question with "Allow for 24 h" once that counts: it is
// filled only then. before, which may be nil, sees the question first.
func (m *machine) allowDay(before func(window)) {
	m.t.Helper()
	w := m.window(m.title())
	box := w.filled("Allow for 24 h, armed", m.colours.accent)
	if before != nil {
		before(w)
	}
	w.click("Allow for 24 h", middle(box))
}

// armed waits until Allow of a high question counts: its outline and its text, right
// of Deny, have the accent colour only then.
func (q question) armed() {
	q.m.t.Helper()
	q.m.until("Allow, armed", func() bool { return has(q.picture(), q.right(), q.m.colours.accent) })
}

// allow answers the high question with Allow.
func (q question) allow() {
	q.m.t.Helper()
	q.armed()
	q.click("Allow", middle(q.right()))
}

// right returns where Allow is in a high question: between Deny and the edge.
func (q question) right() image.Rectangle {
	const between, edge = 12, 24
	return image.Rect(q.deny.Max.X+between, q.deny.Min.Y, q.picture().Bounds().Max.X-edge, q.deny.Max.Y)
}

// refuse answers the high question with Deny, which always counts.
func (q question) refuse() {
	q.m.t.Helper()
	q.click("Deny", middle(q.deny))
}

// review waits until the main window offers an agent's scopes, ticks all of them and
// grants them.
func (m *machine) review(before func(window)) {
	m.t.Helper()
	w := m.main()
	grant := w.filled("Allow what is ticked", m.colours.accent)
	foot := grant.Min.Y
	all := image.Pt(railWidth+60, middle(grant).Y) // "Tick all" is the leftmost of the page's foot
	ticked := func() bool { return has(w.picture(), image.Rect(railWidth, 0, 10_000, foot), m.colours.accent) }
	if ticked() {
		m.t.Fatal("something is ticked that nobody ticked")
	}
	w.click("Choose all", all)
	m.until("ticks", ticked)
	if before != nil {
		before(w)
	}
	w.click("Allow what is ticked", middle(grant))
}

// railWidth is how wide the rail of the main window is.
const railWidth = 177

// main waits for the main window. A question that was not shown yet has its title too.
func (m *machine) main() window {
	m.t.Helper()
	return m.window("Assent")
}
