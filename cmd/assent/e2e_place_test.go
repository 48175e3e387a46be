//go:build linux

package main_test

import (
	"fmt"
	"image"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"

	"assent/executors/desktoptest"
)

// prop returns what xprop says of a property of the window.
func (w window) prop(name string) string {
	w.m.t.Helper()
	return w.m.Run("xprop", "-id", w.name(), name)
}

// on returns where the window is on the screen, and the screen.
func (w window) on() (place, screen image.Rectangle) {
	w.m.t.Helper()
	x := w.m.connect()
	defer x.Close()
	root := xproto.Setup(x).DefaultScreen(x)
	shape, err := xproto.GetGeometry(x, xproto.Drawable(w.id)).Reply()
	if err != nil {
		w.m.t.Fatal(err)
	}
	at, err := xproto.TranslateCoordinates(x, xproto.Window(w.id), root.Root, 0, 0).Reply()
	if err != nil {
		w.m.t.Fatal(err)
	}
	corner := image.Pt(int(at.DstX), int(at.DstY))
	return image.Rectangle{corner, corner.Add(image.Pt(int(shape.Width), int(shape.Height)))},
		image.Rect(0, 0, int(root.WidthInPixels), int(root.HeightInPixels))
}

func (m *machine) connect() *xgb.Conn {
	m.t.Helper()
	x, err := xgb.NewConnDisplay(m.Display)
	if err != nil {
		m.t.Fatal(err)
	}
	return x
}

// cover puts a window of another program before part of the screen until it is closed.
func (m *machine) cover(place image.Rectangle) *xgb.Conn {
	m.t.Helper()
	x := m.connect()
	m.t.Cleanup(x.Close)
	screen := xproto.Setup(x).DefaultScreen(x)
	id, err := xproto.NewWindowId(x)
	if err != nil {
		m.t.Fatal(err)
	}
	const black, unmanaged = 0, 1
	err = xproto.CreateWindowChecked(x, screen.RootDepth, id, screen.Root, int16(place.Min.X), int16(place.Min.Y), uint16(place.Dx()), uint16(place.Dy()), 0,
		xproto.WindowClassInputOutput, screen.RootVisual, xproto.CwBackPixel|xproto.CwOverrideRedirect, []uint32{black, unmanaged}).Check()
	if err == nil {
		err = xproto.MapWindowChecked(x, id).Check()
	}
	if err != nil {
		m.t.Fatal(err)
	}
	return x
}

// TestQuestionIsNotLost: it is kept above other windows and belongs to the main one; a
// notification before it does not disarm it, another program's window does, and then a
// notification calls the person until it is gone.
func TestQuestionIsNotLost(t *testing.T) {
	t.Parallel()
	m := newMachine(t, english)
	m.start()
	m.addAgent()
	note, _ := m.note()
	call := m.call("read_file", map[string]any{"path": note})
	q := m.asked()
	q.armed()
	m.until("the question being kept above", func() bool { return strings.Contains(q.prop("_NET_WM_STATE"), "_NET_WM_STATE_ABOVE") })
	if got, want := q.prop("WM_TRANSIENT_FOR"), fmt.Sprintf("window id # %#x", m.main().id); !strings.Contains(got, want) {
		t.Errorf("%s, want %s", got, want)
	}
	if got := q.prop("_NET_WM_WINDOW_TYPE"); !strings.Contains(got, "_NET_WM_WINDOW_TYPE_DIALOG") {
		t.Error(got)
	}
	if n := m.Run("dunstctl", "count", "displayed"); n != "0" {
		t.Errorf("%s notifications while the question is in view", n)
	}

	t.Log("under another window")
	place, screen := q.on()
	before := m.cover(image.Rectangle{place.Min, place.Min.Add(image.Pt(place.Dx(), 60))})
	m.until("Allow, disarmed", func() bool { return !q.counts() })
	m.until("the notification that calls", func() bool { return m.Run("dunstctl", "count", "displayed") == "1" })
	before.Close()
	q.armed()
	m.until("no notification", func() bool { return m.Run("dunstctl", "count", "displayed") == "0" })

	t.Log("beyond the screen's edge")
	q.move(image.Pt(screen.Max.X-place.Dx()/2, place.Min.Y))
	m.until("Allow, disarmed", func() bool { return !q.counts() })

	t.Log("under a notification")
	q.move(image.Pt(screen.Max.X-place.Dx(), 24)) // where dunst shows them
	q.armed()
	m.answered(m.call("send_notification", map[string]any{"title": "Before the question", "body": strings.Repeat("long ", 20)}), "ok", "")
	m.until("the notification", func() bool { return m.Run("dunstctl", "count", "displayed") == "1" })
	q.click("Allow", middle(q.right()))
	m.answered(call, "ok", "")
	m.gone(m.title())
}

// move puts the window's corner to a place on the screen.
func (w window) move(to image.Point) {
	w.m.t.Helper()
	w.m.xdotool("windowmove", w.name(), fmt.Sprint(to.X), fmt.Sprint(to.Y))
}

// TestFactsOnSmallScreens pads what is asked: on the painted window everything that
// decides is in view, above the buttons, and Allow counts.
func TestFactsOnSmallScreens(t *testing.T) {
	t.Parallel()
	chinese := english
	chinese.lang, chinese.language = "zh_CN.UTF-8", "zh-Hans"
	for name, c := range map[string]struct {
		screen desktoptest.Part
		scale  int
		options
	}{
		"1024x768":                      {desktoptest.Small, 1, english},
		"1440x900 at 200 %":             {desktoptest.Wide, 2, english},
		"1024x768 at 200 %":             {desktoptest.Small, 2, english},
		"1440x900 at 200 %, in Chinese": {desktoptest.Wide, 2, chinese},
	} {
		t.Run(name, func(t *testing.T) {
			c.options.screen = c.screen
			m := newMachine(t, c.options)
			m.scaled(c.scale)
			key := filepath.Join(m.Home, ".ssh", "id_rsa")
			if err := os.Mkdir(filepath.Dir(key), 0o700); err != nil {
				t.Fatal(err)
			}
			m.write(key, "not a key")
			for what, arguments := range map[string]map[string]any{
				"read_file": {"path": "~/" + strings.Repeat("./", 1900) + ".ssh/id_rsa"},
				"fetch_url": {"url": "http://" + strings.Repeat("paypal.com.", 20) + "evil.example/" + strings.Repeat("free/", 1000), "method": "POST"},
			} {
				call := m.call(what, arguments)
				q := question{window: m.window(m.title())}
				if what == "read_file" {
					q = m.askedHigh()
				}
				q.armed()
				place, screen := q.on()
				if !place.In(screen) {
					t.Errorf("%s: the question at %v is not on the screen of %v", what, place, screen)
				}
				picture := q.picture()
				warned := buttons(picture, m.colours.warned)
				foot := picture.Bounds().Max.Y - (buttonFoot+buttonHigh)*m.scale
				if len(warned) == 0 || warned[len(warned)-1].Max.Y > foot {
					t.Errorf("%s: the warnings are at %v of %v", what, warned, picture.Bounds())
				}
				q.keep(m.pictures("small-" + what))
				q.escape(q.closed)
				m.answered(call, "denied", "user_refused")
				m.gone(m.title())
			}
		})
	}
}

// scaled starts Assent with everything granted, drawn at a scale.
func (m *machine) scaled(scale int) {
	m.t.Helper()
	m.start()
	m.addAgent()
	if scale <= 1 {
		return
	}
	m.main().press("ctrl+q")
	if code := m.app.code(m.t); code != 0 {
		m.t.Fatalf("assent ended with %d", code)
	}
	m.scale = scale
	m.env = append(m.env, "FYNE_SCALE="+strconv.Itoa(scale))
	m.start("--hidden")
}

// pictures returns where a picture is kept: in ASSENT_PICTURES, else with the test.
func (m *machine) pictures(name string) string {
	folder := os.Getenv("ASSENT_PICTURES")
	if folder == "" {
		folder = m.t.TempDir()
	}
	return filepath.Join(folder, strings.NewReplacer("/", "-", " ", "", "%", "").Replace(m.t.Name()+"-"+name)+".png")
}

// TestUndo takes back a yes that opened a silent window by the button that confirms it:
// the next call is asked about again, and the log says so.
func TestUndo(t *testing.T) {
	t.Parallel()
	m := newMachine(t, english)
	m.start()
	m.addAgent()
	note, _ := m.note()
	call := m.call("read_file", map[string]any{"path": note})
	m.allow(nil)
	m.answered(call, "ok", "")
	confirmed := question{window: m.window(m.title())}
	const inside, above = 60, 43 // of the window's corner
	m.until("Undo", func() bool {
		corner := confirmed.picture().Bounds().Max
		return has(confirmed.picture(), image.Rect(corner.X-90, corner.Y-70, corner.X-buttonEdge, corner.Y-20), m.colours.accent)
	})
	confirmed.click("Undo", confirmed.picture().Bounds().Max.Sub(image.Pt(inside, above)))
	m.until("the row of it", func() bool { return m.sqlite("select count(*) from calls where call_id like '↶%'") == "1" })
	m.gone(m.title())

	call = m.call("read_file", map[string]any{"path": note})
	q := m.asked()
	q.armed()
	q.escape(q.closed)
	m.answered(call, "denied", "user_refused")
	m.rows("read_file|ok||person", "read_file|ok||person", "read_file|denied|user_refused|person")
	m.intact()
}
