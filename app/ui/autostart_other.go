//go:build !linux

package ui

import "errors"

// startsAtLogin reports false: only XDG autostart is known.
func startsAtLogin() bool { return false }

// startAtLogin fails when it is asked for something.
func startAtLogin(on bool) error {
	if on {
		return errors.New("starting at login is not available on this system")
	}
	return nil
}
