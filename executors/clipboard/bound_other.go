//go:build !linux

package clipboard

// boundMemory does nothing: only Wayland has owners that flood.
func boundMemory() {}
