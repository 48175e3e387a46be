//go:build !linux

package ui

// desktopSpeaks reports true: these desktops always say if they want light or dark.
func desktopSpeaks() bool { return true }
