package question

import (
	"image"
	"io"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// watcher follows a native window over a connection of its own until it is closed.
type watcher struct {
	conn         *xgb.Conn
	window, root xproto.Window
	screen       image.Rectangle
	atoms        map[string]xproto.Atom // by name

	// Of the goroutine that follows:
	obscured bool // something is before the window
	mapped   bool
}

// watch follows w, or returns nil where it is not on X11: there, moves cannot be seen and
// being covered is the compositor's secret. later has the toolkit's goroutine do
// something.
func watch(w fyne.Window, heard watched, later func(func())) *watcher {
	id := nativeWindow(w)
	if id == 0 {
		return nil
	}
	xgb.Logger.SetOutput(io.Discard)
	conn, err := xgb.NewConn()
	if err != nil {
		fyne.LogError("The window cannot be watched", err)
		return nil
	}
	screen := xproto.Setup(conn).DefaultScreen(conn)
	n := &watcher{conn: conn, window: id, root: screen.Root, atoms: atoms(conn), screen: image.Rect(0, 0, int(screen.WidthInPixels), int(screen.HeightInPixels))}
	listen := func(to xproto.Window, events uint32) error {
		return xproto.ChangeWindowAttributesChecked(conn, to, xproto.CwEventMask, []uint32{events}).Check()
	}
	err = listen(id, xproto.EventMaskStructureNotify|xproto.EventMaskVisibilityChange|xproto.EventMaskFocusChange)
	if err == nil {
		err = listen(n.root, xproto.EventMaskSubstructureNotify)
	}
	if err != nil {
		conn.Close()
		return nil
	}
	go n.follow(heard, later)
	return n
}

// nativeWindow returns the id of a window on X11, 0 where it is not on X11.
func nativeWindow(w fyne.Window) (id xproto.Window) {
	if native, ok := w.(driver.NativeWindow); ok {
		native.RunNative(func(context any) {
			if x11, ok := context.(driver.X11WindowContext); ok {
				id = xproto.Window(x11.WindowHandle)
			}
		})
	}
	return id
}

func (n *watcher) close() {
	if n != nil {
		n.conn.Close()
	}
}

// follow passes events on until the connection is closed.
func (n *watcher) follow(heard watched, later func(func())) {
	tell := func() {
		covered := !n.mapped || n.covered()
		later(func() { heard.covered(covered) })
	}
	for {
		event, err := n.conn.WaitForEvent()
		if event == nil && err == nil {
			return
		}
		switch e := event.(type) {
		case xproto.ConfigureNotifyEvent:
			if e.Window == n.window {
				later(heard.moved)
				tell()
			} else if n.obscured {
				tell() // a window before ours moved, or came before it
			}
		case xproto.UnmapNotifyEvent:
			if e.Window == n.window {
				n.mapped = false
				tell()
			} else if n.obscured {
				tell()
			}
		case xproto.MapNotifyEvent:
			if e.Window == n.window {
				n.mapped = true
			} else if n.obscured {
				tell()
			}
		case xproto.VisibilityNotifyEvent:
			n.mapped, n.obscured = true, e.State != xproto.VisibilityUnobscured
			tell()
		case xproto.FocusOutEvent:
			later(func() { heard.focused(false) })
		case xproto.FocusInEvent:
			later(func() { heard.focused(true) })
		}
	}
}
