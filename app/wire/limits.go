package wire

// MaxHosts is how many hosts are connected at once. Each has descriptors of the engine's
// process, of which there is an end.
const MaxHosts = 256

// The bounds of one connection (contract §2).
const (
	MaxInbound  = 1 << 20  // bytes of a host's line, its newline not counted
	MaxOutbound = 8 << 20  // bytes of an engine's line, its newline not counted
	MaxInFlight = 256      // lines of a host that are not answered yet
	MaxUnsent   = 32 << 20 // bytes of answers that the host has not taken yet
)
