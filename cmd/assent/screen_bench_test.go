//go:build linux

package main_test

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"assent/executors/desktoptest"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/damage"
	"github.com/jezek/xgb/xproto"
)

// screen tells when windows appear on a desktop with a window manager.
type screen struct {
	x      *xgb.Conn
	root   xproto.Window
	events chan xgb.Event
}

// watch connects to the desktop's screen.
func watch(b *testing.B, desktop *desktoptest.Desktop) *screen {
	x, err := xgb.NewConnDisplay(desktop.Display)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(x.Close)
	s := &screen{x: x, root: xproto.Setup(x).DefaultScreen(x).Root, events: make(chan xgb.Event, 1024)}
	if err := errors.Join(damage.Init(x), s.subscribe()); err != nil {
		b.Fatal(err)
	}
	go func() {
		defer close(s.events)
		for {
			event, err := x.WaitForEvent()
			if event == nil && err == nil {
				return
			}
			if event != nil {
				s.events <- event
			}
		}
	}()
	return s
}

// subscribe asks for the windows that come, and for whatever is painted.
func (s *screen) subscribe() error {
	if _, err := damage.QueryVersion(s.x, 1, 1).Reply(); err != nil {
		return err
	}
	id, err := damage.NewDamageId(s.x)
	if err != nil {
		return err
	}
	return errors.Join(
		xproto.ChangeWindowAttributesChecked(s.x, s.root, xproto.CwEventMask, []uint32{xproto.EventMaskSubstructureNotify}).Check(),
		damage.CreateChecked(s.x, id, xproto.Drawable(s.root), damage.ReportLevelRawRectangles).Check())
}

// appearance is when a window came, and when it showed something.
type appearance struct {
	frame           xproto.Window
	mapped, painted time.Time
}

// next waits for a window that the window manager frames to show something.
func (s *screen) next(b *testing.B) appearance {
	mapped := map[xproto.Window]time.Time{} // by frame; some windows come and go unseen
	giveUp := time.After(patience)
	for {
		select {
		case event := <-s.events:
			switch event := event.(type) {
			case nil:
				b.Fatal("the X server went away")
			case xproto.MapNotifyEvent:
				if !event.OverrideRedirect {
					mapped[event.Window] = time.Now()
				}
			case xproto.UnmapNotifyEvent:
				delete(mapped, event.Window)
			}
			for frame, at := range mapped {
				if s.painted(frame) {
					return appearance{frame, at, time.Now()}
				}
			}
		case <-giveUp:
			b.Fatal("no window appeared")
		}
	}
}

// gone waits until a window that was framed is not on screen any more, and forgets
// what happened until then.
func (s *screen) gone(b *testing.B) {
	giveUp := time.After(patience)
	for {
		select {
		case event := <-s.events:
			if left, ok := event.(xproto.UnmapNotifyEvent); ok && left.Event == s.root {
				return
			}
		case <-giveUp:
			b.Fatal("the window stays")
		}
	}
}

// minimize has the window manager hide a window (ICCCM 4.1.4).
func (s *screen) minimize(b *testing.B, a appearance) {
	const iconic = 3
	tree, err := xproto.QueryTree(s.x, a.frame).Reply()
	if err != nil {
		b.Fatal(err)
	}
	for _, child := range tree.Children { // one is the program's window, the others are the frame's parts
		message := xproto.ClientMessageEvent{
			Format: 32, Window: child, Type: s.atom(b, "WM_CHANGE_STATE"),
			Data: xproto.ClientMessageDataUnionData32New([]uint32{iconic, 0, 0, 0, 0}),
		}
		mask := uint32(xproto.EventMaskSubstructureRedirect | xproto.EventMaskSubstructureNotify)
		if err := xproto.SendEventChecked(s.x, false, s.root, mask, string(message.Bytes())).Check(); err != nil {
			b.Fatal(err)
		}
	}
	s.gone(b)
}

func (s *screen) atom(b *testing.B, name string) xproto.Atom {
	reply, err := xproto.InternAtom(s.x, false, uint16(len(name)), name).Reply()
	if err != nil {
		b.Fatal(err)
	}
	return reply.Atom
}

// painted reports whether there is more than a ground in the middle of the window.
func (s *screen) painted(frame xproto.Window) bool {
	const side, height, detail = 40, 120, 100 // pixels
	shape, err := xproto.GetGeometry(s.x, xproto.Drawable(frame)).Reply()
	if err != nil || shape.Width <= 2*side {
		return false
	}
	tall := min(shape.Height/2, height)
	picture, err := xproto.GetImage(s.x, xproto.ImageFormatZPixmap, xproto.Drawable(frame),
		side, int16((shape.Height-tall)/2), shape.Width-2*side, tall, ^uint32(0)).Reply()
	if err != nil {
		return false
	}
	different := 0
	for i := 4; i+3 < len(picture.Data); i += 4 {
		if !bytes.Equal(picture.Data[i:i+3], picture.Data[:3]) {
			different++
		}
	}
	return different > detail
}
