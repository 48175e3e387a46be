//go:build linux

package desktoptest

import (
	"os"
	"path/filepath"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// SetClipboard puts data on the clipboard as target, a MIME type or another X11
// target such as UTF8_STRING, and returns when it is there. xclip offers it until
// something else is put there or the test ends.
func (d *Desktop) SetClipboard(target string, data []byte) {
	d.t.Helper()
	file := filepath.Join(d.t.TempDir(), "clipboard")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		d.t.Fatal(err)
	}
	if target == "text/plain" {
		target = "UTF8_STRING" // what programs on X11 call text
	}
	x, root := d.connect()
	defer x.Close()
	selection := d.ownSelection(x, root)
	// -quiet keeps xclip a process of ours: otherwise it goes into the background.
	said := launch(d.t, command("xclip", "xclip", d.Env(),
		"-quiet", "-selection", "clipboard", "-target", target, "-in", file))
	waitEvent(d.t, x, said, func(e xgb.Event) bool {
		lost, ok := e.(xproto.SelectionClearEvent)
		return ok && lost.Selection == selection
	})
}

// ownSelection makes x own the clipboard: the X server tells an owner when another
// takes its place.
func (d *Desktop) ownSelection(x *xgb.Conn, root xproto.Window) xproto.Atom {
	d.t.Helper()
	selection := atom(d.t, x, "CLIPBOARD")
	window, err := xproto.NewWindowId(x)
	if err != nil {
		d.t.Fatalf("making a window: %v", err)
	}
	xproto.CreateWindow(x, 0, window, root, 0, 0, 1, 1, 0, xproto.WindowClassInputOnly, 0, 0, nil)
	own := xproto.SetSelectionOwnerChecked(x, window, selection, xproto.TimeCurrentTime)
	if err := own.Check(); err != nil {
		d.t.Fatalf("taking the clipboard: %v", err)
	}
	return selection
}
