package question

import (
	"io"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// watch follows the native window over a connection of its own until stop is called,
// and tells how high the screen is, in its pixels. later has the toolkit's goroutine do
// something. It reports false where the window is not on X11: there, moves cannot be
// seen and being covered is the compositor's secret.
func watch(w fyne.Window, heard watched, later func(func())) (screen int, stop func(), ok bool) {
	native, ok := w.(driver.NativeWindow)
	if !ok {
		return 0, nil, false
	}
	var id uintptr
	native.RunNative(func(context any) {
		if x11, ok := context.(driver.X11WindowContext); ok {
			id = x11.WindowHandle
		}
	})
	if id == 0 {
		return 0, nil, false
	}
	xgb.Logger.SetOutput(io.Discard)
	conn, err := xgb.NewConn()
	if err != nil {
		fyne.LogError("The window cannot be watched", err)
		return 0, nil, false
	}
	err = xproto.ChangeWindowAttributesChecked(conn, xproto.Window(id), xproto.CwEventMask,
		[]uint32{xproto.EventMaskStructureNotify | xproto.EventMaskVisibilityChange | xproto.EventMaskFocusChange}).Check()
	if err != nil {
		conn.Close()
		return 0, nil, false
	}
	go follow(conn, heard, later)
	return int(xproto.Setup(conn).DefaultScreen(conn).HeightInPixels), conn.Close, true
}

// follow passes events on until the connection is closed.
func follow(conn *xgb.Conn, heard watched, later func(func())) {
	for {
		event, err := conn.WaitForEvent()
		if event == nil && err == nil {
			return
		}
		switch e := event.(type) {
		case xproto.ConfigureNotifyEvent:
			later(heard.moved)
		case xproto.UnmapNotifyEvent:
			later(func() { heard.covered(true) })
		case xproto.VisibilityNotifyEvent:
			later(func() { heard.covered(e.State != xproto.VisibilityUnobscured) })
		case xproto.FocusOutEvent:
			later(func() { heard.focused(false) })
		case xproto.FocusInEvent:
			later(func() { heard.focused(true) })
		}
	}
}
