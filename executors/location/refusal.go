package location

import (
	"errors"
	"strings"

	"assent/executors"

	"github.com/godbus/dbus/v5"
)

// failure gives what GeoClue or its bus said the form that leaves this package.
func (c client) failure(err error) error {
	var said dbus.Error
	switch {
	case errors.As(err, &said) && said.Name == "org.freedesktop.DBus.Error.ServiceUnknown":
		return missing(err)
	case errors.As(err, &said) && said.Name == "org.freedesktop.DBus.Error.AccessDenied":
		return &executors.Error{Reason: executors.LocationUnavailable, Message: c.refusal(said), Err: err}
	}
	if errors.Is(err, errNoAgent) {
		return &executors.Error{
			Reason:  executors.LocationUnavailable,
			Message: "The location service waits for the desktop to answer for you. Answer its question and try again, start a GeoClue agent (Debian, Ubuntu: /usr/libexec/geoclue-2.0/demos/agent), or set manual_position in the settings.",
			Err:     err,
		}
	}
	return &executors.Error{
		Reason:  executors.LocationUnavailable,
		Message: "The location service found no position. Set manual_position in the settings where it never does.",
		Err:     err,
	}
}

// refusal explains GeoClue's own words, which it has for people only.
func (c client) refusal(said dbus.Error) string {
	words := said.Error()
	switch {
	case strings.Contains(words, "disallowed by configuration"):
		return "Its configuration keeps the location service from telling Assent. Allow " + c.desktopID + " in /etc/geoclue/geoclue.conf."
	case strings.Contains(words, "Geolocation disabled"):
		return "Location is switched off on this computer. Switch it on in the system's privacy settings."
	case strings.Contains(words, "Agent rejected"):
		return "The desktop refused to tell Assent the location. Allow it in the system's privacy settings."
	}
	return "The location service refused. Allow Assent in the system's privacy settings, or set manual_position in the settings."
}
