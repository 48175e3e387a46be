//go:build linux

package desktoptest

import (
	"bytes"
	"os"
	"path/filepath"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xfixes"
	"github.com/jezek/xgb/xproto"
)

// SetClipboard puts data on the clipboard as target, a MIME type or another X11
// target such as UTF8_STRING, and returns when it is there. xclip offers it until
// something else is put there or the test ends.
func (d *Desktop) SetClipboard(target string, data []byte) {
	d.t.Helper()
	file := filepath.Join(d.t.TempDir(), "clipboard")
	if err := os.WriteFile(file, bytes.Clone(data), 0o600); err != nil {
		d.t.Fatal(err)
	}
	if target == "text/plain" {
		target = "UTF8_STRING" // what programs on X11 call text
	}
	x, root := d.connect()
	defer x.Close()
	if err := xfixes.Init(x); err != nil {
		d.t.Fatalf("watching the clipboard: %v", err)
	}
	if _, err := xfixes.QueryVersion(x, 5, 0).Reply(); err != nil {
		d.t.Fatalf("watching the clipboard: %v", err)
	}
	selection := atom(d.t, x, "CLIPBOARD")
	watch := xfixes.SelectSelectionInputChecked(x, root, selection, xfixes.SelectionEventMaskSetSelectionOwner)
	if err := watch.Check(); err != nil {
		d.t.Fatalf("watching the clipboard: %v", err)
	}
	// -quiet keeps xclip a process of ours: otherwise it goes into the background.
	said := launch(d.t, command("xclip", "xclip", d.Env(),
		"-quiet", "-selection", "clipboard", "-target", target, "-in", file))
	waitEvent(d.t, x, said, func(e xgb.Event) bool {
		changed, ok := e.(xfixes.SelectionNotifyEvent)
		return ok && changed.Selection == selection && changed.Owner != xproto.WindowNone
	})
}
