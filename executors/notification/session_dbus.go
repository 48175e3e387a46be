//go:build unix && !darwin

package notification

import (
	"context"
	"slices"
	"strings"

	"github.com/godbus/dbus/v5"
)

const (
	service = "org.freedesktop.Notifications"
	path    = "/org/freedesktop/Notifications"
)

// session is a connection to the session bus and the notification service that was
// found there.
type session struct {
	bus     *dbus.Conn
	close   func()              // does not wait: closing does, for what is being written
	changes <-chan *dbus.Signal // who owns the service's name; closed with the connection
	owner   dbus.BusObject      // the service by its own name, which no other service gets
	markup  bool                // it reads a body as markup
	calls   int                 // on their way; the Sender's
}

// open connects to the session bus and finds the service, or has the bus start it.
func open(ctx context.Context) (_ *session, err error) {
	life, end := context.WithCancel(context.Background())
	detach := context.AfterFunc(ctx, end)
	defer func() {
		if !detach() || err != nil {
			end()
		}
	}()
	bus, err := connect(life)
	if err != nil {
		return nil, err
	}
	changes := make(chan *dbus.Signal, 8)
	bus.Signal(changes)
	s := &session{bus: bus, close: end, changes: changes}
	return s, s.find(ctx)
}

// find looks who owns the service's name and what it can do. From then on it is
// spoken to by its own name: one that takes its place may read as markup what this one
// does not.
func (s *session) find(ctx context.Context) error {
	const bus = "org.freedesktop.DBus"
	err := s.bus.AddMatchSignalContext(ctx, dbus.WithMatchSender(bus), dbus.WithMatchInterface(bus),
		dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, service))
	if err != nil {
		return err
	}
	var name string
	owner := func() error {
		return s.bus.BusObject().CallWithContext(ctx, bus+".GetNameOwner", 0, service).Store(&name)
	}
	if err = owner(); undelivered(err) {
		if err = s.bus.BusObject().CallWithContext(ctx, bus+".StartServiceByName", 0, service, uint32(0)).Err; err == nil {
			err = owner()
		}
	}
	if err != nil {
		return err
	}
	s.owner = s.bus.Object(name, path)
	var capabilities []string
	if err := s.owner.CallWithContext(ctx, service+".GetCapabilities", 0).Store(&capabilities); err != nil {
		return err
	}
	s.markup = slices.Contains(capabilities, "body-markup")
	return nil
}

// untilOver returns when the service's name left its owner, or the bus is gone.
func (s *session) untilOver() {
	for signal := range s.changes {
		var name, before, now string
		if signal.Name == "org.freedesktop.DBus.NameOwnerChanged" && dbus.Store(signal.Body, &name, &before, &now) == nil &&
			name == service && before == s.owner.Destination() {
			return
		}
	}
}

var markup = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// show has the service show n.
func (s *session) show(ctx context.Context, appID string, n Notification) (id uint32, err error) {
	body, icon, hints := n.Body, "", map[string]dbus.Variant{"urgency": dbus.MakeVariant(byte(1))} // normal
	if s.markup {
		body = markup.Replace(body)
	}
	if n.Own {
		icon, hints["desktop-entry"] = appID, dbus.MakeVariant(appID)
	}
	done := make(chan *dbus.Call, 1)
	// Writing waits for a bus that does not read, whatever ctx says; done does not.
	go s.owner.GoWithContext(ctx, service+".Notify", 0, done,
		"Assent", n.Replaces, icon, n.Title, body, []string{}, hints, int32(-1)) // no actions; shown as long as the service likes
	err = (<-done).Store(&id)
	return id, err
}

// withdraw has the service take away what it shows under an id.
func (s *session) withdraw(ctx context.Context, id uint32) error {
	done := make(chan *dbus.Call, 1)
	go s.owner.GoWithContext(ctx, service+".CloseNotification", 0, done, id)
	return (<-done).Err
}

// connect returns a connection to the session bus that ends with ctx.
func connect(ctx context.Context) (*dbus.Conn, error) {
	if ctx.Err() != nil {
		return nil, noBus()
	}
	bus, err := dbus.SessionBusPrivateNoAutoStartup(dbus.WithContext(ctx))
	if err != nil {
		return nil, noBus()
	}
	if err = bus.Auth(nil); err == nil {
		err = bus.Hello()
	}
	if err != nil {
		bus.Close()
		return nil, noBus()
	}
	return bus, nil
}
