//go:build unix && !darwin

package notification

import (
	"context"
	"errors"
	"slices"
	"strings"

	"assent/executors"

	"github.com/godbus/dbus/v5"
)

const (
	service = "org.freedesktop.Notifications"
	path    = "/org/freedesktop/Notifications"
)

// desktop shows notifications through the session bus, as the Desktop
// Notifications Specification 1.2 says. It speaks to the bus itself, where other
// systems use package beeep: that one has no deadline, starts a bus or other
// programs when there is none, and drops what the service said.
type desktop struct{}

func newDesktop() desktop { return desktop{} }

// available looks for the service, or for one that the bus would start.
func (desktop) available(ctx context.Context) error {
	bus, err := connect(ctx)
	if err != nil {
		return err
	}
	defer bus.Close()
	var owned bool
	var activatable []string
	err = bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.NameHasOwner", 0, service).Store(&owned)
	if err == nil && !owned {
		err = bus.BusObject().CallWithContext(ctx, "org.freedesktop.DBus.ListActivatableNames", 0).Store(&activatable)
	}
	if err != nil {
		return noBus()
	}
	if !owned && !slices.Contains(activatable, service) {
		return noService()
	}
	return nil
}

func (desktop) show(ctx context.Context, n notice) error {
	bus, err := connect(ctx)
	if err != nil {
		return err
	}
	defer bus.Close()
	notifications := bus.Object(service, path)
	var capabilities []string
	if err := notifications.CallWithContext(ctx, service+".GetCapabilities", 0).Store(&capabilities); err != nil {
		return refused(err, n)
	}
	body := n.body
	if slices.Contains(capabilities, "body-markup") {
		body = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(body)
	}
	// No icon, no actions, nothing replaced, shown as long as the service likes.
	err = notifications.CallWithContext(ctx, service+".Notify", 0,
		"Assent", uint32(0), "", n.title, body, []string{},
		map[string]dbus.Variant{"urgency": dbus.MakeVariant(byte(1))}, int32(-1)).Err
	if err != nil {
		return refused(err, n)
	}
	return nil
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

func noBus() *executors.Error {
	return executors.Errorf(executors.ServiceMissing,
		"There is no desktop session bus to show notifications on. Start Assent inside a desktop session, or with dbus-run-session.")
}

func noService() *executors.Error {
	return executors.Errorf(executors.ServiceMissing,
		"No notification service runs on this desktop. Install and start one, for example dunst.")
}

// refused passes on what the service said, as far as it does not repeat the
// message.
func refused(err error, n notice) *executors.Error {
	var said dbus.Error
	if !errors.As(err, &said) {
		return executors.Errorf(executors.NotificationFailed, "The notification service went away.")
	}
	if said.Name == "org.freedesktop.DBus.Error.ServiceUnknown" || said.Name == "org.freedesktop.DBus.Error.NameHasNoOwner" {
		return noService()
	}
	words := clean(said.Error(), 200, false).shown
	if words == said.Name || strings.Contains(words, n.title) || n.body != "" && strings.Contains(words, n.body) {
		return executors.Errorf(executors.NotificationFailed, "The notification service refused: %s.", clean(said.Name, 100, false).shown)
	}
	return executors.Errorf(executors.NotificationFailed, "The notification service refused: %s (%s).", words, clean(said.Name, 100, false).shown)
}
