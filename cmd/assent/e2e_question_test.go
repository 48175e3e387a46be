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

// armed waits until Allow of a high question counts: its outline and its text have the
// accent colour only then; the line that fills along its foot has it before.
func (q question) armed() {
	q.m.t.Helper()
	const foot = 4
	box := q.right()
	box.Max.Y -= foot
	q.m.until("Allow, armed", func() bool { return has(q.picture(), box, q.m.colours.accent) })
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
// grants them. before, which may be nil, sees the ticks.
func (m *machine) review(before func(window)) {
	m.t.Helper()
	w := m.main()
	grant := w.filled("Grant what is ticked", m.colours.accent)
	page := w.page()
	page.Max.Y = grant.Min.Y
	ticked := func() bool { return has(w.picture(), page, m.colours.accent) }
	if ticked() {
		m.t.Fatal("something is ticked that nobody ticked")
	}
	const inFirstButton = 48 // from the page's edge; the foot begins with "Tick all"
	w.click("Tick all", image.Pt(page.Min.X+inFirstButton, middle(grant).Y))
	m.until("ticks", ticked)
	if before != nil {
		before(w)
	}
	w.click("Grant what is ticked", middle(grant))
}

// main waits for the main window. A question that was not shown yet has its title too.
func (m *machine) main() window {
	m.t.Helper()
	return m.window("Assent")
}

// page returns where the main window has its page: below what is above the rail, and
// right of the rail and of the line beside it, where the foot has one colour.
func (w window) page() image.Rectangle {
	const even = 16
	picture := w.picture()
	page := picture.Bounds()
	foot := page.Max.Y - 2
	for page.Min.Y < foot && picture.NRGBAAt(0, page.Min.Y) != picture.NRGBAAt(0, foot) {
		page.Min.Y++
	}
	for x, same := 1, 0; x < page.Max.X && same < even; x++ {
		if same++; picture.NRGBAAt(x, foot) != picture.NRGBAAt(x-1, foot) {
			same = 0
		}
		if picture.NRGBAAt(x, foot) == picture.NRGBAAt(0, foot) {
			same = 0 // still the rail
		}
		page.Min.X = x - same
	}
	return page
}
