//go:build !linux

package ui

// prepareTray does nothing: a click opens the menu on these desktops.
func prepareTray(func()) {}

// trayShown reports true: these desktops always have one.
func trayShown() bool { return true }
