//go:build linux

package main_test

import (
	"image"
	"slices"
	"time"

	"assent/i18n"
)

// question is the question on screen.
type question struct {
	window
	high bool
}

// title returns the question's window title in the machine's language.
func (m *machine) title() string { return i18n.New(m.language).Text("ask.title", nil) }

// askedHigh waits for a high question.
func (m *machine) askedHigh() question {
	m.t.Helper()
	w := m.window(m.title())
	w.filled("Deny", m.colours.text)
	m.say("# asked, high")
	return question{window: w, high: true}
}

// asked waits for a medium question.
func (m *machine) asked() question {
	m.t.Helper()
	q := question{window: m.window(m.title())}
	m.say("# asked, medium")
	return q
}

// allow answers the medium question with its last button once that counts: the silent
// window it offers first, or once. before, which may be nil, sees the question first.
func (m *machine) allow(before func(window)) {
	m.t.Helper()
	q := m.asked()
	q.armed()
	if before != nil {
		before(q.window)
	}
	q.click("the last Allow", middle(q.right()))
}

// Where the last button is, from the window's edges, and how high the line is that fills
// along its foot.
const (
	buttonEdge, buttonFoot = 24, 12
	buttonHigh, fills      = 38, 5
)

// right returns what is surely of the last button.
func (q question) right() image.Rectangle {
	const within = 40
	at := func(x, y int) image.Point { return image.Pt(x, y).Mul(q.m.scale) }
	corner := q.picture().Bounds().Max.Sub(at(buttonEdge, buttonFoot))
	return image.Rectangle{corner.Sub(at(within, buttonHigh)), corner.Sub(at(0, fills))}
}

// counts reports whether the last Allow counts: its outline and its text have their
// colour only then.
func (q question) counts() bool {
	colour := q.m.colours.accent
	if q.high {
		colour = q.m.colours.text
	}
	return has(q.picture(), q.right(), colour)
}

// armed waits until the last Allow counts.
func (q question) armed() {
	q.m.t.Helper()
	q.m.until("Allow, armed", q.counts)
}

// allow answers the high question with Allow.
func (q question) allow() {
	q.m.t.Helper()
	q.armed()
	q.click("Allow", middle(q.right()))
}

// refuse answers the high question with Deny, which always counts: here once Allow does,
// too, because the window still takes its place and size until then.
func (q question) refuse() {
	q.m.t.Helper()
	q.armed()
	const word = 36 // from the left edge; the arrow is at the right
	deny := q.filled("Deny", q.m.colours.text)
	q.click("Deny", image.Pt(deny.Min.X+word, middle(deny).Y))
}

// escape says no with Escape until that is done, again where the question says that it
// came too early: what covers it for a moment begins the wait anew.
func (q question) escape(done func() bool) {
	q.m.t.Helper()
	q.press("Escape")
	pressed := time.Now()
	q.m.until("what Escape does", func() bool {
		if time.Since(pressed) > time.Second && !done() && q.counts() {
			q.press("Escape")
			pressed = time.Now()
		}
		return done()
	})
}

// closed reports whether the question is no longer on screen.
func (q question) closed() bool { return !slices.Contains(q.m.windows(q.m.title()), q.id) }

// review waits until the main window offers an agent's scopes, ticks all of them and
// grants them. before, which may be nil, sees the ticks.
func (m *machine) review(before func(window)) {
	m.t.Helper()
	w := m.main()
	const foot, edge = 80, 30 // from the window's corner; another page's button may be in view before
	var grant image.Rectangle
	m.until("the button Grant what is ticked", func() bool {
		picture := w.picture()
		grant = image.Rectangle{}
		corner := picture.Bounds().Max
		if all := buttons(picture, m.colours.accent); len(all) > 0 && all[len(all)-1].Max.Y > corner.Y-foot && all[len(all)-1].Max.X > corner.X-edge {
			grant = all[len(all)-1]
		}
		return !grant.Empty()
	})
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
	for page.Min.Y = foot; page.Min.Y > 0 && picture.NRGBAAt(0, page.Min.Y-1) == picture.NRGBAAt(0, foot); {
		page.Min.Y--
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
