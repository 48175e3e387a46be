//go:build unix && !darwin

package notification

import (
	"errors"
	"strings"

	"assent/executors"

	"github.com/godbus/dbus/v5"
)

// answered reports whether a service is still there after a call that ended with err.
func answered(err error) bool {
	var said dbus.Error
	return err == nil || errors.As(err, &said) && !gone(said) && said.Name != "org.freedesktop.DBus.Error.NoReply"
}

// undelivered reports whether err means that nobody got the message.
func undelivered(err error) bool {
	var said dbus.Error
	return errors.Is(err, dbus.ErrClosed) || errors.As(err, &said) && gone(said)
}

// gone is what the bus says of a name that nobody owns.
func gone(said dbus.Error) bool {
	return said.Name == "org.freedesktop.DBus.Error.ServiceUnknown" || said.Name == "org.freedesktop.DBus.Error.NameHasNoOwner"
}

func noBus() *executors.Error {
	return executors.Errorf(executors.ServiceMissing,
		"There is no desktop session bus to show notifications on. Start Assent inside a desktop session, or with dbus-run-session.")
}

func noService() *executors.Error {
	return executors.Errorf(executors.ServiceMissing,
		"No notification service runs on this desktop. Install and start one, for example dunst.")
}

// refused gives err the form that leaves this package. It passes on what the service
// said, as far as it does not repeat the message.
func refused(err error, n Notification) *executors.Error {
	var known *executors.Error
	var said dbus.Error
	switch {
	case errors.As(err, &known):
		return known
	case !errors.As(err, &said), said.Name == "org.freedesktop.DBus.Error.NoReply":
		return executors.Errorf(executors.NotificationFailed, "The notification service went away.")
	case gone(said):
		return noService()
	}
	words := clean(said.Error(), 200, false).shown
	repeats := func(text string) bool { return text != "" && strings.Contains(words, text) }
	if words == said.Name || repeats(n.Title) || repeats(n.Body) || repeats(markup.Replace(n.Body)) {
		return executors.Errorf(executors.NotificationFailed, "The notification service refused: %s.", clean(said.Name, 100, false).shown)
	}
	return executors.Errorf(executors.NotificationFailed, "The notification service refused: %s (%s).", words, clean(said.Name, 100, false).shown)
}
