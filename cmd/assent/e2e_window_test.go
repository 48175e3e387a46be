//go:build linux

package main_test

import (
	"fmt"
	"image"
	"image/color"
	"os/exec"
	"regexp"
	"strconv"
	"strings"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// window is a window of Assent on screen, as a person sees and uses it.
type window struct {
	m  *machine
	id uint32
}

// window waits for the window with a title.
func (m *machine) window(title string) window {
	m.t.Helper()
	w := window{m: m}
	m.until("a window titled "+title, func() bool {
		ids := m.windows(title)
		if len(ids) != 1 {
			return false
		}
		w.id = ids[0]
		return true
	})
	return w
}

// gone waits until no window with the title is on screen.
func (m *machine) gone(title string) {
	m.t.Helper()
	m.until("no window titled "+title, func() bool { return len(m.windows(title)) == 0 })
}

// windows returns the windows on screen with a title.
func (m *machine) windows(title string) (ids []uint32) {
	m.t.Helper()
	pattern := "^" + regexp.QuoteMeta(title) + "$"
	for _, line := range strings.Fields(m.xdotool("search", "--onlyvisible", "--name", pattern)) {
		id, err := strconv.ParseUint(line, 10, 32)
		if err != nil {
			m.t.Fatalf("xdotool search said %q", line)
		}
		ids = append(ids, uint32(id))
	}
	return ids
}

// xdotool runs xdotool and returns what it prints. Finding nothing is no failure.
func (m *machine) xdotool(args ...string) string {
	m.t.Helper()
	cmd := exec.CommandContext(m.t.Context(), "xdotool", args...)
	cmd.Env = m.env
	out, err := cmd.Output()
	if _, nothing := err.(*exec.ExitError); err != nil && !nothing {
		m.t.Fatalf("xdotool: %v", err)
	}
	return strings.TrimSpace(string(out))
}

func (w window) name() string { return fmt.Sprint(w.id) }

// click presses and releases the left button at a point of the window.
func (w window) click(what string, at image.Point) {
	w.m.t.Helper()
	w.m.say("# click %s", what)
	w.m.clicks++
	w.m.xdotool("mousemove", "--window", w.name(), fmt.Sprint(at.X), fmt.Sprint(at.Y), "click", "1")
}

// press types a key while the window has the keyboard.
func (w window) press(key string) {
	w.m.t.Helper()
	w.focused()
	w.m.say("# press %s", key)
	w.m.xdotool("key", key)
}

// focused waits until the window has the keyboard.
func (w window) focused() {
	w.m.t.Helper()
	w.m.until("the window having the keyboard", func() bool { return w.m.xdotool("getwindowfocus") == w.name() })
}

// picture returns what the window shows.
func (w window) picture() *image.NRGBA {
	w.m.t.Helper()
	x, err := xgb.NewConnDisplay(w.m.Display)
	if err != nil {
		w.m.t.Fatal(err)
	}
	defer x.Close()
	shape, err := xproto.GetGeometry(x, xproto.Drawable(w.id)).Reply()
	if err != nil {
		return image.NewNRGBA(image.Rectangle{}) // it closed meanwhile
	}
	reply, err := xproto.GetImage(x, xproto.ImageFormatZPixmap, xproto.Drawable(w.id), 0, 0, shape.Width, shape.Height, ^uint32(0)).Reply()
	if err != nil {
		return image.NewNRGBA(image.Rectangle{})
	}
	picture := image.NewNRGBA(image.Rect(0, 0, int(shape.Width), int(shape.Height)))
	for i := 0; i+3 < len(reply.Data) && i+3 < len(picture.Pix); i += 4 {
		picture.Pix[i], picture.Pix[i+1], picture.Pix[i+2], picture.Pix[i+3] = reply.Data[i+2], reply.Data[i+1], reply.Data[i], 0xFF
	}
	return picture
}

// keep writes what the window shows to a PNG file.
func (w window) keep(path string) {
	w.m.t.Helper()
	w.m.Run("import", "-silent", "-window", w.name(), path)
}

// filled waits for the filled button of a colour, until it stays at its place, and
// returns where it is.
func (w window) filled(what string, c color.NRGBA) (box image.Rectangle) {
	w.m.t.Helper()
	w.m.until("the button "+what, func() bool {
		before := box
		if all := buttons(w.picture(), c); len(all) > 0 {
			box = all[0]
		}
		return !box.Empty() && box == before
	})
	return box
}

// drawn waits for the main window's first drawing and fails where a text of it is a black
// box. The rail's ground is white, its texts are black.
func (w window) drawn() {
	w.m.t.Helper()
	rail := image.Pt(2, 2)
	w.m.until("the rail being drawn", func() bool { return w.picture().NRGBAAt(rail.X, rail.Y) == rgb(0xFFFFFF) })
	if boxes := buttons(w.picture(), rgb(0)); len(boxes) > 0 {
		w.m.t.Errorf("black boxes at %v", boxes)
	}
}

func middle(r image.Rectangle) image.Point { return r.Min.Add(r.Max).Div(2) }

// open types a key of the main window, which opens a page.
func (w window) open(key string) {
	w.m.t.Helper()
	w.m.xdotool("windowactivate", w.name())
	w.press(key)
}

// actions returns the quiet buttons on the page of the main window, from top to
// bottom.
func (w window) actions() (found []image.Rectangle) {
	w.m.t.Helper()
	page := w.page()
	for _, box := range buttons(w.picture(), w.m.colours.tint) {
		if box.In(page) {
			found = append(found, box)
		}
	}
	return found
}

// activity returns how many calls the page Activity shows as done, and how many it
// shows: by the ticks, and by the names in the column beside them.
func (w window) activity() (done, all int) {
	w.m.t.Helper()
	const icon, mark, name, ends = 48, 70, 108, 150 // from the page's left edge
	picture, page := w.picture(), w.page()
	column := func(from, to int) image.Rectangle {
		return image.Rect(page.Min.X+from, page.Min.Y, page.Min.X+to, page.Max.Y)
	}
	const above = 1 // the chips
	return lines(picture, column(icon, mark), w.m.colours.low), lines(picture, column(name, ends), w.m.colours.text) - above
}
