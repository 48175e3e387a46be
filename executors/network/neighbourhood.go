package network

import (
	"net"
	"net/netip"
	"slices"

	"assent/executors"
)

// judge returns nil for an address that the agent may reach as things are now, else
// the refusal. What the machine's own addresses are is asked each time: they change
// with every network it joins.
func (e *executor) judge(a netip.Addr) *executors.Error {
	interfaces, err := e.interfaces()
	if err != nil {
		return executors.Errorf(executors.NetworkError, "This computer's own addresses could not be read, so that no other can be told from them.")
	}
	if slices.Concat(special, neighbourhood(interfaces)).has(a) {
		return notAllowed()
	}
	return nil
}

// The sizes of a network that an interface's address is believed to be in, in bits of
// its prefix.
const (
	// A larger network than these is no link but a tunnel's way of saying
	// "everything", or a mistake: the address alone counts.
	largest4, largest6 = 8, 32

	// A link's IPv6 network is a /64 (RFC 4291 §2.5.1) also where an address was handed
	// out by itself, as a /128 (DHCPv6).
	smallest6 = 64
)

// neighbourhood returns what needs no router to be reached: the machine itself and the
// networks its interfaces are in. There, global IPv6 addresses and public IPv4 ones
// lead to what is private everywhere else: a server that refuses loopback alone, a
// printer, a disk. What the far end of a point-to-point link is called, the standard
// library does not tell.
func neighbourhood(interfaces []net.Addr) (r ranges) {
	for _, written := range interfaces {
		a, bits := prefixOf(written)
		switch {
		case !a.IsValid():
			continue
		case a.Is4() && bits < largest4, a.Is6() && bits < largest6:
			bits = a.BitLen()
		case a.Is6():
			bits = min(bits, smallest6)
		}
		r = append(r, netip.PrefixFrom(a, bits).Masked())
	}
	return r
}

// prefixOf returns an interface's address and how many of its bits its network has:
// all, where none is known. The address is not valid where there is none.
func prefixOf(written net.Addr) (netip.Addr, int) {
	var n net.IPNet
	switch w := written.(type) {
	case *net.IPNet:
		n = *w
	case *net.IPAddr: // Windows names anycast addresses so
		n.IP = w.IP
	}
	a, _ := netip.AddrFromSlice(n.IP)
	a = a.Unmap()
	if bits, of := n.Mask.Size(); of == a.BitLen() {
		return a, bits
	}
	return a, a.BitLen()
}
