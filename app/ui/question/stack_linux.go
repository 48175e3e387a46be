package question

import (
	"image"

	"github.com/jezek/xgb/xproto"
)

// covered reports whether part of the window cannot be seen: it is beyond the screen's
// edge, or another window is before it. Desktop notifications come and go by themselves
// and cover little: they do not count, unless they cover half of it.
func (n *watcher) covered() bool {
	own, ok := n.place(n.window)
	if !ok || !own.In(n.screen) {
		return true
	}
	return n.obscured && n.buried(own)
}

// buried reports whether something before the window covers too much of it.
func (n *watcher) buried(own image.Rectangle) bool {
	tree, err := xproto.QueryTree(n.conn, n.root).Reply()
	if err != nil {
		return true
	}
	frame := n.frame()
	before := false
	for _, other := range tree.Children { // from the lowest to the highest
		if other == frame {
			before = true
			continue
		}
		if before && n.covers(other, own) {
			return true
		}
	}
	return !before
}

func (n *watcher) covers(other xproto.Window, own image.Rectangle) bool {
	is, err := xproto.GetWindowAttributes(n.conn, other).Reply()
	if err != nil || is.MapState != xproto.MapStateViewable || is.Class == xproto.WindowClassInputOnly {
		return false
	}
	place, ok := n.place(other)
	shared := place.Intersect(own)
	if !ok || shared.Empty() {
		return false
	}
	size := func(r image.Rectangle) int { return r.Dx() * r.Dy() }
	return !n.notifies(other) || 2*size(shared) > size(own)
}

// notifies reports whether a window is a desktop notification.
func (n *watcher) notifies(w xproto.Window) bool {
	kinds, err := xproto.GetProperty(n.conn, false, w, n.atoms["_NET_WM_WINDOW_TYPE"], xproto.AtomAtom, 0, 8).Reply()
	if err != nil {
		return false
	}
	want := n.atoms["_NET_WM_WINDOW_TYPE_NOTIFICATION"]
	for i := 0; i+4 <= len(kinds.Value); i += 4 {
		if xproto.Atom(get32(kinds.Value[i:])) == want {
			return true
		}
	}
	return false
}

// frame returns the window that the window manager put ours into, or ours.
func (n *watcher) frame() xproto.Window {
	frame := n.window
	for {
		tree, err := xproto.QueryTree(n.conn, frame).Reply()
		if err != nil || tree.Parent == n.root || tree.Parent == 0 {
			return frame
		}
		frame = tree.Parent
	}
}

// place returns where a window is on the screen.
func (n *watcher) place(w xproto.Window) (image.Rectangle, bool) {
	shape, err := xproto.GetGeometry(n.conn, xproto.Drawable(w)).Reply()
	if err != nil {
		return image.Rectangle{}, false
	}
	at, err := xproto.TranslateCoordinates(n.conn, w, n.root, 0, 0).Reply()
	if err != nil {
		return image.Rectangle{}, false
	}
	corner := image.Pt(int(at.DstX), int(at.DstY))
	return image.Rectangle{corner, corner.Add(image.Pt(int(shape.Width), int(shape.Height)))}, true
}
