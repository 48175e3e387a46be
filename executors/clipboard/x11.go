package clipboard

import (
	"errors"
	"io"
	"slices"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
	"golang.org/x/text/encoding/charmap"
)

// x11 asks the owner of an X server's clipboard, as the Inter-Client Communication
// Conventions Manual (ICCCM) 2.4 and 2.7 say. Nothing here bounds how long the
// owner may take: the process is killed.
type x11 struct {
	conn      *xgb.Conn
	window    xproto.Window
	clipboard xproto.Atom // the selection
	property  xproto.Atom // of window, where the owner puts what is asked for
	parts     xproto.Atom // INCR
}

var (
	errRefused  = errors.New("the owner of the clipboard refused")
	errTooLarge = errors.New("the clipboard holds too much")
)

// x11Texts are the targets for text, the best first.
func x11Texts() []string {
	return []string{"UTF8_STRING", "text/plain;charset=utf-8", "text/plain", latin1}
}

// x11About are the targets that are about the clipboard, not on it.
func x11About() []string {
	return []string{"TARGETS", "TIMESTAMP", "MULTIPLE", "SAVE_TARGETS", "DELETE"}
}

const latin1 = "STRING" // ICCCM 2.6.2: ISO 8859-1

func openX11(display string) (x *x11, err error) {
	xgb.Logger.SetOutput(io.Discard)
	x = &x11{}
	if x.conn, err = xgb.NewConnDisplay(display); err != nil {
		return nil, err
	}
	if err := x.prepare(); err != nil {
		x.close()
		return nil, err
	}
	return x, nil
}

func (x *x11) close() { x.conn.Close() }

// prepare makes the window that the owner answers to.
func (x *x11) prepare() (err error) {
	if x.clipboard, err = x.atom("CLIPBOARD"); err != nil {
		return err
	}
	if x.property, err = x.atom("ASSENT_CLIPBOARD"); err != nil {
		return err
	}
	if x.parts, err = x.atom("INCR"); err != nil {
		return err
	}
	if x.window, err = xproto.NewWindowId(x.conn); err != nil {
		return err
	}
	screen := xproto.Setup(x.conn).DefaultScreen(x.conn)
	return xproto.CreateWindowChecked(x.conn, screen.RootDepth, x.window, screen.Root, 0, 0, 1, 1, 0,
		xproto.WindowClassInputOutput, screen.RootVisual,
		xproto.CwEventMask, []uint32{xproto.EventMaskPropertyChange}).Check()
}

// read returns the clipboard as text or else as a picture.
func (x *x11) read() content {
	owner, err := xproto.GetSelectionOwner(x.conn, x.clipboard).Reply()
	if err != nil {
		return x11Failure(err)
	}
	if owner.Owner == xproto.WindowNone {
		return content{header: header{Kind: nothing}}
	}
	offered, err := x.targets()
	if err != nil {
		return x11Failure(err)
	}
	target, kind := choose(offered)
	if target == "" {
		return content{header: header{Kind: kind}}
	}
	data, err := x.convert(target)
	if err != nil {
		return x11Failure(err)
	}
	if target == latin1 {
		if data, err = charmap.ISO8859_1.NewDecoder().Bytes(data); err != nil {
			return x11Failure(err)
		}
	}
	return content{header: header{Kind: kind, Marked: marked(offered)}, data: data}
}

// choose returns the target to ask for and what it will be, or no target.
func choose(offered []string) (target string, what kind) {
	for _, target := range x11Texts() {
		if slices.Contains(offered, target) {
			return target, text
		}
	}
	if slices.Contains(offered, "image/png") {
		return "image/png", picture
	}
	if slices.ContainsFunc(offered, func(name string) bool { return !slices.Contains(x11About(), name) }) {
		return "", other
	}
	return "", nothing
}

func x11Failure(err error) content {
	if errors.Is(err, errTooLarge) {
		return content{header: header{Kind: tooLarge}}
	}
	return content{header: header{Kind: unreadable}}
}

func (x *x11) atom(name string) (xproto.Atom, error) {
	reply, err := xproto.InternAtom(x.conn, false, uint16(len(name)), name).Reply()
	if err != nil {
		return 0, err
	}
	return reply.Atom, nil
}
