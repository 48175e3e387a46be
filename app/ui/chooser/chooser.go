// Package chooser asks the person for a file or a folder: by the desktop's own chooser
// where it has one, else by a list of this program's. Nothing is opened or read of what is
// chosen.
//
// docs/architecture.md says where the package stands.
package chooser

import (
	"context"
	"errors"
	"fmt"
	"os"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver"

	"assent/app/ui/kit"
)

// Wanted is what the person is asked for.
type Wanted struct {
	Title  string
	Folder bool   // a folder; else a file
	Begin  string // the folder that is shown first, absolute; empty: the home folder
}

// ErrNone is the error of a Desktop that has no chooser of its own.
var ErrNone = errors.New("this desktop has no chooser of its own")

// Desktop asks by the desktop's own chooser, above the window that parent names. The path is
// empty when the person chose nothing. The error is ErrNone, or that of ctx. It may take as
// long as the person does, and is called off the toolkit's goroutine.
type Desktop func(ctx context.Context, parent string, w Wanted) (path string, err error)

// Chooser asks, one thing at a time. It belongs to the toolkit's goroutine.
type Chooser struct {
	Words   *kit.Words
	Later   func(func())       // has the toolkit's goroutine do something
	Window  func() fyne.Window // above which it asks
	Desktop Desktop            // nil: there is none
	stop    func()             // ends what the desktop asks; nil while it asks nothing
}

// Choose asks the person, and calls then with an absolute path unless they choose nothing.
// What was asked before ends: a desktop's chooser may be lost, or never have come.
func (c *Chooser) Choose(w Wanted, then func(path string)) {
	if w.Begin == "" {
		w.Begin, _ = os.UserHomeDir()
	}
	if c.Desktop == nil {
		newList(c, w, then).show()
		return
	}
	if c.stop != nil {
		c.stop()
	}
	ctx, stop := context.WithCancel(context.Background())
	c.stop = stop
	parent := handleOf(c.Window())
	go func() {
		path, err := c.Desktop(ctx, parent, w)
		c.Later(func() {
			switch {
			case ctx.Err() != nil: // another was asked for meanwhile
				return
			case errors.Is(err, ErrNone):
				newList(c, w, then).show()
			case path != "":
				then(path)
			}
			stop()
			c.stop = nil
		})
	}()
}

// handleOf names a window as the portal knows it, where it is on X11.
func handleOf(window fyne.Window) (handle string) {
	if native, ok := window.(driver.NativeWindow); ok {
		native.RunNative(func(context any) {
			if x11, ok := context.(driver.X11WindowContext); ok && x11.WindowHandle != 0 {
				handle = fmt.Sprintf("x11:%x", x11.WindowHandle)
			}
		})
	}
	return handle
}
