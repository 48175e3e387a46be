package ui

import (
	"bytes"
	"io"
)

// ToolkitLog returns what the toolkit's log is to be written to in out's place. A desktop
// without a tray is none of its errors: there the window stays where it is. Everything else
// goes to out.
func ToolkitLog(out io.Writer) io.Writer { return toolkitLog{out, trayShown} }

type toolkitLog struct {
	out  io.Writer
	tray func() bool // something shows tray icons
}

// Write writes a line, unless it says that a tray that is not there took no icon.
func (l toolkitLog) Write(line []byte) (int, error) {
	if bytes.Contains(line, []byte("systray error: failed to register:")) && !l.tray() {
		return len(line), nil
	}
	return l.out.Write(line)
}
