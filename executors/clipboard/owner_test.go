//go:build linux

package clipboard

import (
	"io"
	"testing"
	"time"

	"assent/executors"
	"assent/executors/desktoptest"
	"assent/executors/executortest"

	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// own makes the test an X11 program that owns the clipboard. It offers the targets,
// answers a request for text as deliver does, and everything else with a refusal. A
// nil deliver never answers at all.
func own(t *testing.T, d *desktoptest.Desktop, deliver func(x *xgb.Conn, e xproto.SelectionRequestEvent), offered ...string) {
	t.Helper()
	xgb.Logger.SetOutput(io.Discard)
	x, err := xgb.NewConnDisplay(d.Display)
	if err != nil {
		t.Fatal(err)
	}
	window, err := xproto.NewWindowId(x)
	if err != nil {
		t.Fatal(err)
	}
	screen := xproto.Setup(x).DefaultScreen(x)
	xproto.CreateWindow(x, screen.RootDepth, window, screen.Root, 0, 0, 1, 1, 0,
		xproto.WindowClassInputOutput, screen.RootVisual, 0, nil)
	atom := func(name string) xproto.Atom {
		reply, err := xproto.InternAtom(x, false, uint16(len(name)), name).Reply()
		if err != nil {
			t.Fatal(err)
		}
		return reply.Atom
	}
	if err := xproto.SetSelectionOwnerChecked(x, window, atom("CLIPBOARD"), xproto.TimeCurrentTime).Check(); err != nil {
		t.Fatal(err)
	}
	targets, utf8 := atom("TARGETS"), atom("UTF8_STRING")
	list := make([]byte, 4*len(offered))
	for i, name := range offered {
		xgb.Put32(list[4*i:], uint32(atom(name)))
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		for {
			event, err := x.WaitForEvent()
			if event == nil && err == nil {
				return
			}
			request, ok := event.(xproto.SelectionRequestEvent)
			if !ok || deliver == nil {
				continue
			}
			switch request.Target {
			case targets:
				xproto.ChangeProperty(x, xproto.PropModeReplace, request.Requestor, request.Property, xproto.AtomAtom, 32, uint32(len(offered)), list)
				notify(x, request, request.Property)
			case utf8:
				deliver(x, request)
			default:
				notify(x, request, xproto.AtomNone)
			}
		}
	}()
	t.Cleanup(func() {
		x.Close()
		<-served
	})
}

// deliver answers a request for text.
func deliver(x *xgb.Conn, e xproto.SelectionRequestEvent) {
	const text = "correct horse"
	xproto.ChangeProperty(x, xproto.PropModeReplace, e.Requestor, e.Property, e.Target, 8, uint32(len(text)), []byte(text))
	notify(x, e, e.Property)
}

// stall accepts a request for text and then forgets it.
func stall(*xgb.Conn, xproto.SelectionRequestEvent) {}

// refuse offers text and then has none.
func refuse(x *xgb.Conn, e xproto.SelectionRequestEvent) { notify(x, e, xproto.AtomNone) }

func notify(x *xgb.Conn, e xproto.SelectionRequestEvent, property xproto.Atom) {
	answer := xproto.SelectionNotifyEvent{
		Time: e.Time, Requestor: e.Requestor, Selection: e.Selection, Target: e.Target, Property: property,
	}
	xproto.SendEvent(x, false, e.Requestor, 0, string(answer.Bytes()))
}

func TestPasswordManager(t *testing.T) {
	t.Parallel()
	d := desktoptest.Start(t)
	own(t, d, deliver, "TARGETS", "UTF8_STRING", managerHint)
	facts, got, err := call(t, New(Options{Env: d.Env()}))
	if err != nil || got.Content != "correct horse" {
		t.Errorf("result = %v, %v", got, err)
	}
	if len(facts.Care) != 1 || facts.Care[0].Key != "care.clipboard_marked" {
		t.Errorf("care = %v, want the manager's", facts.Care)
	}
	if len(facts.Details) != 1 || facts.Details[0].Key != "fact.clipboard_hidden" || facts.Details[0].Args["Count"] != 13 {
		t.Errorf("details = %v, want only how long it is", facts.Details)
	}
}

// An owner that is too slow is cut off, and the question says so.
func TestOwnersThatFail(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]func(*xgb.Conn, xproto.SelectionRequestEvent){
		"never answers": nil, "forgets": stall, "refuses": refuse,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := desktoptest.Start(t)
			own(t, d, answer, "TARGETS", "UTF8_STRING")
			start := time.Now()
			facts, _, err := call(t, New(Options{Env: d.Env()}))
			if err == nil || executors.AsError(err).Reason != executors.ClipboardUnreadable || facts.Finding == nil {
				t.Errorf("error = %v, finding = %v", err, facts.Finding)
			}
			if took := time.Since(start); took > readLimit+time.Second {
				t.Errorf("it took %v, the limit is %v", took, readLimit)
			}
		})
	}
}

func TestConform(t *testing.T) {
	d := desktoptest.Start(t)
	desktop := func(*testing.T) executors.Executor { return New(Options{Env: d.Env()}) }
	request := func(arguments string) executors.Request {
		return executors.Request{Scope: "clipboard:read", Tool: "read_clipboard", Arguments: []byte(arguments)}
	}
	d.SetClipboard("text/plain", []byte("conforming"))
	executortest.Conform(t, desktop, []executortest.Case{
		{Name: "text", Request: request(`{}`)},
		{Name: "unknown arguments", Request: request(`{"format":"something else"}`)},
	})
	d.SetClipboard("image/jpeg", []byte("\xff\xd8\xff"))
	executortest.Conform(t, desktop, []executortest.Case{
		{Name: "another kind", Request: request(`{}`), Reason: executors.ClipboardUnreadable},
	})
	silent := desktoptest.Start(t)
	own(t, silent, nil)
	executortest.Conform(t, func(*testing.T) executors.Executor { return New(Options{Env: silent.Env()}) }, []executortest.Case{
		{Name: "an owner that never answers", Request: request(`{}`), Reason: executors.ClipboardUnreadable, Stalls: true},
	})
	executortest.Conform(t, func(*testing.T) executors.Executor { return New(Options{Env: []string{"HOME=/nowhere"}}) }, []executortest.Case{
		{Name: "no display", Request: request(`{}`), Reason: executors.NoDisplay},
	})
}
