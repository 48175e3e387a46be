package question

import (
	"encoding/binary"
	"slices"

	"fyne.io/fyne/v2"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// present keeps the window where it cannot be lost: above the others, belonging to the
// main window, and demanding attention where it is not given the keyboard. It asks the
// window manager, which may have its reasons not to. main may be nil, or hidden.
func (n *watcher) present(main fyne.Window) {
	if n == nil {
		return
	}
	n.set("_NET_WM_WINDOW_TYPE", xproto.AtomAtom, uint32(n.atoms["_NET_WM_WINDOW_TYPE_DIALOG"]))
	xproto.DeleteProperty(n.conn, n.window, xproto.AtomWmTransientFor)
	if main != nil {
		if parent := nativeWindow(main); n.viewable(parent) {
			xproto.ChangeProperty(n.conn, xproto.PropModeReplace, n.window, xproto.AtomWmTransientFor, xproto.AtomWindow, 32, 1, put32(uint32(parent)))
		}
	}
	n.state("_NET_WM_STATE_ABOVE")
	n.state("_NET_WM_STATE_DEMANDS_ATTENTION")
}

// viewable reports whether a window is on screen. Belonging to one that is not, the
// question would not be, either.
func (n *watcher) viewable(w xproto.Window) bool {
	is, err := xproto.GetWindowAttributes(n.conn, w).Reply()
	return w != 0 && err == nil && is.MapState == xproto.MapStateViewable
}

// state asks the window manager to add a state to the window.
func (n *watcher) state(name string) {
	const add, application = 1, 1
	message := xproto.ClientMessageEvent{
		Format: 32, Window: n.window, Type: n.atoms["_NET_WM_STATE"],
		Data: xproto.ClientMessageDataUnionData32New([]uint32{add, uint32(n.atoms[name]), 0, application, 0}),
	}
	xproto.SendEvent(n.conn, false, n.root, xproto.EventMaskSubstructureRedirect|xproto.EventMaskSubstructureNotify, string(message.Bytes()))
}

// room returns how large the window may be on this screen, in its pixels: what panels
// and its own frame leave.
func (n *watcher) room() (width, height float32) {
	if n == nil {
		return 0, 0
	}
	width, height = float32(n.screen.Dx()), float32(n.screen.Dy())
	if area := n.cardinals(n.root, "_NET_WORKAREA", 4); area != nil {
		width, height = float32(area[2]), float32(area[3])
	}
	frame := n.cardinals(n.window, "_NET_FRAME_EXTENTS", 4)
	if frame == nil || slices.Max(frame) == 0 { // not framed yet, or no more
		const title, edge = 32, 4 // as most window managers have it
		frame = []uint32{edge, edge, title, edge}
	}
	return width - float32(frame[0]+frame[1]), height - float32(frame[2]+frame[3])
}

// cardinals returns the first numbers of a window's property, nil where it has fewer.
func (n *watcher) cardinals(w xproto.Window, name string, count int) (all []uint32) {
	is, err := xproto.GetProperty(n.conn, false, w, n.atoms[name], xproto.AtomCardinal, 0, uint32(count)).Reply()
	if err != nil || len(is.Value) < 4*count {
		return nil
	}
	for i := range count {
		all = append(all, get32(is.Value[4*i:]))
	}
	return all
}

func (n *watcher) set(name string, kind xproto.Atom, value uint32) {
	xproto.ChangeProperty(n.conn, xproto.PropModeReplace, n.window, n.atoms[name], kind, 32, 1, put32(value))
}

// atoms returns the numbers of the names that are used here.
func atoms(conn *xgb.Conn) map[string]xproto.Atom {
	names := []string{"_NET_WM_WINDOW_TYPE", "_NET_WM_WINDOW_TYPE_DIALOG", "_NET_WM_WINDOW_TYPE_NOTIFICATION", "_NET_WM_STATE",
		"_NET_WM_STATE_ABOVE", "_NET_WM_STATE_DEMANDS_ATTENTION", "_NET_WORKAREA", "_NET_FRAME_EXTENTS"}
	known := map[string]xproto.Atom{}
	for _, name := range names {
		if is, err := xproto.InternAtom(conn, false, uint16(len(name)), name).Reply(); err == nil {
			known[name] = is.Atom
		}
	}
	return known
}

func get32(data []byte) uint32 { return binary.LittleEndian.Uint32(data) }

func put32(value uint32) []byte { return binary.LittleEndian.AppendUint32(nil, value) }
