package clipboard

import (
	"bufio"
	"context"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/go-json-experiment/json"
	library "golang.design/x/clipboard"
)

// A program that is started with this argument and this variable is a reader's
// child. The variable says what to do.
const (
	argument  = "clipboard-reader"
	variable  = "ASSENT_CLIPBOARD_READER"
	modeProbe = "probe"
	modeRead  = "read"
)

// asked says that this program asked whether it is a child. One that did not, as a test
// in which an engine is embedded, would run all of itself again as its own child: there
// the clipboard is not available.
var asked atomic.Bool

// Child reports whether this process was started to read the clipboard. If so it
// has done it, and main returns at once:
//
//	func main() {
//		if clipboard.Child() {
//			return
//		}
//		…
//	}
func Child() bool {
	asked.Store(true)
	mode := os.Getenv(variable)
	if mode == "" || len(os.Args) != 2 || os.Args[1] != argument {
		return false
	}
	// The parent kills a child that is late, but may itself be gone.
	time.AfterFunc(2*readLimit, func() { os.Exit(1) })
	boundMemory()
	encode(os.Stdout, look(mode))
	return true
}

// look finds the clipboard, and reads it unless mode is to probe.
//
// On X11 the library cannot read what comes in parts (INCR), which is how most
// programs hand over a picture: there it is read here. The library takes Wayland
// first, but only where the compositor lets it, and does not say what it took; so
// it gets to see no X server.
func look(mode string) content {
	display := os.Getenv("DISPLAY")
	os.Unsetenv("DISPLAY")
	switch {
	case library.Init() == nil:
		if mode == modeRead {
			return readLibrary(context.Background())
		}
	case display == "":
		return content{header: header{Kind: noDisplay}}
	default:
		owner, err := openX11(display)
		if err != nil {
			return content{header: header{Kind: noDisplay}}
		}
		defer owner.close()
		if mode == modeRead {
			return owner.read()
		}
	}
	return content{header: header{Kind: nothing}}
}

// encode writes c as decode reads it. Too much is not written at all.
func encode(w io.Writer, c content) {
	c.Size = len(c.data)
	if c.Size > maxSize {
		c = content{header: header{Kind: tooLarge}}
	}
	out := bufio.NewWriter(w)
	if err := json.MarshalWrite(out, c.header); err != nil {
		return // the parent sees that nothing came
	}
	out.WriteByte('\n')
	out.Write(c.data)
	out.Flush()
}
