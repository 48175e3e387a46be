package network

import (
	"net/netip"
	"slices"
)

// ranges is a set of addresses.
type ranges []netip.Prefix

// special are the addresses that are no public hosts: all of the IANA IPv4 and IPv6
// Special-Purpose Address Registries (RFC 6890 and its updates, also the few entries
// that are globally reachable: none is a site), multicast, and what follows them
// below.
//
// https://www.iana.org/assignments/iana-ipv4-special-registry
// https://www.iana.org/assignments/iana-ipv6-special-registry
var special = prefixes(
	"0.0.0.0/8",       // this network
	"10.0.0.0/8",      // private
	"100.64.0.0/10",   // shared (carriers)
	"127.0.0.0/8",     // loopback
	"169.254.0.0/16",  // link-local, cloud metadata
	"172.16.0.0/12",   // private
	"192.0.0.0/24",    // protocol assignments
	"192.0.2.0/24",    // documentation
	"192.31.196.0/24", // AS112
	"192.52.193.0/24", // AMT
	"192.88.99.0/24",  // 6to4 relays
	"192.168.0.0/16",  // private
	"192.175.48.0/24", // AS112
	"198.18.0.0/15",   // benchmarking
	"198.51.100.0/24", // documentation
	"203.0.113.0/24",  // documentation
	"224.0.0.0/4",     // multicast
	"240.0.0.0/4",     // reserved, broadcast

	"2001::/23",         // protocol assignments, with Teredo, ORCHID, benchmarking
	"2001:db8::/32",     // documentation
	"2002::/16",         // 6to4
	"2620:4f:8000::/48", // AS112
	"3fff::/20",         // documentation

	// Not in the registries: metadata of a cloud at a public address, and what was
	// the 6bone's (RFC 3701).
	"168.63.129.16/32",
	"3ffe::/16",
)

var (
	// unicast6 is all that is assigned as global unicast of IPv6.
	unicast6 = netip.MustParsePrefix("2000::/3")

	// nat64 is the well-known prefix of RFC 6052.
	nat64 = netip.MustParsePrefix("64:ff9b::/96")
)

func prefixes(written ...string) (r ranges) {
	for _, prefix := range written {
		r = append(r, netip.MustParsePrefix(prefix))
	}
	return r
}

// has reports whether a connection to a would reach one of the ranges, or be no
// global unicast at all. The invalid address is in no range.
func (r ranges) has(a netip.Addr) bool {
	if !a.IsValid() {
		return false
	}
	a = a.WithZone("").Unmap() // ::ffff:0:0/96
	if a.Is6() {
		if inner, ok := embedded(a); ok && r.has(inner) {
			return true
		}
		// Outside 2000::/3 nothing is assigned as global unicast: loopback, unique
		// local, link-local, site-local, multicast, discard, IPv4-compatible,
		// 64:ff9b:1::/48. The one prefix that leads to the IPv4 internet is NAT64's.
		if !nat64.Contains(a) && !unicast6.Contains(a) {
			return true
		}
	}
	return slices.ContainsFunc(r, func(p netip.Prefix) bool { return p.Contains(a) })
}

// embedded returns the IPv4 address that an IPv6 address outside the special
// ranges may be delivered to: by NAT64, or by ISATAP (RFC 5214). IPv4-mapped ones
// are unmapped before; IPv4-compatible ones, 6to4 and Teredo are special as a
// whole.
func embedded(a netip.Addr) (netip.Addr, bool) {
	b := a.As16()
	isatap := b[8]&^0x02 == 0 && b[9] == 0 && b[10] == 0x5e && b[11] == 0xfe
	return netip.AddrFrom4([4]byte(b[12:])), isatap || nat64.Contains(a)
}
