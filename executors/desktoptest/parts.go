//go:build linux

package desktoptest

import (
	"io"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"
	"github.com/jezek/xgb"
	"github.com/jezek/xgb/xproto"
)

// patience is how long a program may take to be ready.
const patience = 20 * time.Second

// startWindowManager starts openbox and returns when it manages the screen.
func (d *Desktop) startWindowManager() {
	d.t.Helper()
	x, root := d.connect()
	defer x.Close()
	managed := atom(d.t, x, "_NET_SUPPORTING_WM_CHECK")
	watch := []uint32{xproto.EventMaskPropertyChange}
	if err := xproto.ChangeWindowAttributesChecked(x, root, xproto.CwEventMask, watch).Check(); err != nil {
		d.t.Fatalf("watching the screen: %v", err)
	}
	said := launch(d.t, command("openbox", "openbox", d.Env(), "--sm-disable"))
	waitEvent(d.t, x, said, func(e xgb.Event) bool {
		changed, ok := e.(xproto.PropertyNotifyEvent)
		return ok && changed.Atom == managed && changed.State == xproto.PropertyNewValue
	})
}

// startNotifications starts dunst and returns when it has its name on the bus.
func (d *Desktop) startNotifications() {
	d.t.Helper()
	bus := connectBus(d.t, d.Bus)
	owned := watchName(d.t, bus, "org.freedesktop.Notifications")
	said := launch(d.t, command("dunst", "dunst", d.Env()))
	waitName(d.t, owned, said)
}

// connect returns a connection to the X server and its root window.
func (d *Desktop) connect() (*xgb.Conn, xproto.Window) {
	d.t.Helper()
	xgb.Logger.SetOutput(io.Discard) // it speaks of every display without a password
	x, err := xgb.NewConnDisplay(d.Display)
	if err != nil {
		d.t.Fatalf("connecting to the X server: %v", err)
	}
	return x, xproto.Setup(x).DefaultScreen(x).Root
}

func atom(t testing.TB, x *xgb.Conn, name string) xproto.Atom {
	t.Helper()
	reply, err := xproto.InternAtom(x, false, uint16(len(name)), name).Reply()
	if err != nil {
		t.Fatalf("naming %s to the X server: %v", name, err)
	}
	return reply.Atom
}

// waitEvent returns when the X server sent an event that is wanted.
func waitEvent(t testing.TB, x *xgb.Conn, said func() string, wanted func(xgb.Event) bool) {
	t.Helper()
	giveUp := time.AfterFunc(patience, x.Close)
	defer giveUp.Stop()
	for {
		event, err := x.WaitForEvent()
		if event == nil && err == nil {
			t.Fatalf("not ready after %v:\n%s", patience, said())
		}
		if event != nil && wanted(event) {
			return
		}
	}
}

func connectBus(t testing.TB, address string) *dbus.Conn {
	t.Helper()
	bus, err := dbus.Connect(address)
	if err != nil {
		t.Fatalf("connecting to the bus: %v", err)
	}
	t.Cleanup(func() { bus.Close() })
	return bus
}

// watchName returns a channel that says when a name gets an owner on the bus.
func watchName(t testing.TB, bus *dbus.Conn, name string) <-chan *dbus.Signal {
	t.Helper()
	err := bus.AddMatchSignal(
		dbus.WithMatchInterface("org.freedesktop.DBus"),
		dbus.WithMatchMember("NameOwnerChanged"),
		dbus.WithMatchArg(0, name))
	if err != nil {
		t.Fatalf("watching the bus: %v", err)
	}
	owned := make(chan *dbus.Signal, 8)
	bus.Signal(owned)
	return owned
}

// waitName returns when the name watched has an owner.
func waitName(t testing.TB, owned <-chan *dbus.Signal, said func() string) {
	t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case signal := <-owned:
			if len(signal.Body) == 3 && signal.Body[2] != "" && signal.Name == "org.freedesktop.DBus.NameOwnerChanged" {
				return
			}
		case <-timeout:
			t.Fatalf("not ready after %v:\n%s", patience, said())
		}
	}
}
