package network

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"assent/executors"

	"golang.org/x/net/idna"
)

// parseHost returns the host of u in canonical form, and its address when it is
// one.
func parseHost(u *url.URL) (string, netip.Addr, error) {
	host := u.Hostname()
	if strings.HasPrefix(u.Host, "[") {
		address, err := netip.ParseAddr(host)
		if err != nil || !address.Is6() || address.Zone() != "" {
			return "", netip.Addr{}, invalid("The url has an address in brackets that is not an IPv6 address.")
		}
		return address.String(), address, nil
	}
	name, err := canonicalName(host)
	if err != nil {
		return "", netip.Addr{}, err
	}
	if !numeric(name[strings.LastIndexByte(name, '.')+1:]) {
		return name, netip.Addr{}, nil
	}
	address, ok := parseIPv4(name)
	if !ok {
		return "", netip.Addr{}, invalid("The url has a host that is neither a name nor an address.")
	}
	return address.String(), address, nil
}

// nameLimit is how many bytes a name may have as written. A DNS name has at most
// 253, and the time that mapping takes grows with the square.
const nameLimit = 1024

var (
	// lookup maps a name to what is looked up. Hyphens anywhere and underscores are
	// no host names by the book, but in use.
	lookup = idna.New(idna.MapForLookup(), idna.Transitional(false), idna.BidiRule(),
		idna.CheckJoiners(true), idna.CheckHyphens(false), idna.StrictDomainName(false))

	// display gives a name back its letters.
	display = idna.New(idna.CheckHyphens(false))
)

// canonicalName maps a host name to lower-case ASCII (UTS #46, not transitional)
// without a final dot, and refuses what cannot be a name.
func canonicalName(host string) (string, error) {
	if len(host) > nameLimit {
		return "", badName()
	}
	name, err := lookup.ToASCII(host)
	if err == nil {
		host, err = lookup.ToASCII(name) // what it made must stand on its own
	}
	if err != nil || name != host {
		return "", badName()
	}
	if name = strings.TrimSuffix(name, "."); len(name) > 253 {
		return "", badName()
	}
	for label := range strings.SplitSeq(name, ".") {
		if label == "" || len(label) > 63 || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") != "" {
			return "", badName()
		}
	}
	return name, nil
}

func badName() *executors.Error { return invalid("The url has a host that is no valid name.") }

// unicodeName is the host as a person may know it.
func unicodeName(host string) string {
	name, err := display.ToUnicode(host)
	if err != nil {
		return host
	}
	return name
}

// numeric reports a last label that makes a host an IPv4 address to resolvers.
func numeric(label string) bool {
	if strings.HasPrefix(label, "0x") {
		return strings.Trim(label[2:], "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// parseIPv4 reads an address as inet_aton does: one to four numbers, decimal,
// octal (0…) or hexadecimal (0x…), of which the last fills what is left.
func parseIPv4(host string) (netip.Addr, bool) {
	parts := strings.Split(host, ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var value uint64
	for i, part := range parts {
		number, ok := parseNumber(part)
		room := 1 // bytes this part may fill
		if i == len(parts)-1 {
			room = 4 - i
		}
		if !ok || number >= 1<<(8*room) {
			return netip.Addr{}, false
		}
		value = value<<(8*room) | number
	}
	return netip.AddrFrom4([4]byte{byte(value >> 24), byte(value >> 16), byte(value >> 8), byte(value)}), true
}

func parseNumber(s string) (uint64, bool) {
	base := 10
	switch {
	case strings.HasPrefix(s, "0x"):
		s, base = s[2:], 16
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	number, err := strconv.ParseUint(s, base, 32)
	return number, err == nil
}
