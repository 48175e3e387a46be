package network

import (
	"errors"
	"net"
	"net/netip"
	"testing"

	"assent/executors"
)

// interfaceAddress reads an address as interfaces are listed: "2a00::5/64", or
// without a network.
func interfaceAddress(t *testing.T, text string) net.Addr {
	t.Helper()
	ip, network, err := net.ParseCIDR(text)
	if err != nil {
		return &net.IPAddr{IP: net.ParseIP(text)}
	}
	return &net.IPNet{IP: ip, Mask: network.Mask}
}

func TestNeighbourhood(t *testing.T) {
	t.Parallel()
	const ipv6, ipv4, ipv4Middle, far, lone = "2a00:1450:4001:5::5/64", "93.184.215.14/24", "151.101.0.9/22", "8.8.8.8", "185.199.108.153/32"
	for _, test := range []struct {
		name       string
		interfaces []string
		refused    []string
		reached    []string
	}{
		{"none", nil, nil, []string{"8.8.8.8", "2a00:1450:4001:5::5"}},
		{"global IPv6", []string{ipv6}, []string{"2a00:1450:4001:5::5", "2a00:1450:4001:5::6", "2a00:1450:4001:5:ffff::1"}, []string{"2a00:1450:4001:6::5", "2a00:1450:4001:4:ffff::", far}},
		{"handed out alone", []string{"2a00:1450:4001:5::5/128"}, []string{"2a00:1450:4001:5::5", "2a00:1450:4001:5::99"}, []string{"2a00:1450:4001:6::5"}},
		{"larger IPv6", []string{"2a00:1450:4001:500::5/56"}, []string{"2a00:1450:4001:5ff::1"}, []string{"2a00:1450:4001:600::1"}},
		{"public IPv4", []string{ipv4}, []string{"93.184.215.14", "93.184.215.1", "93.184.215.255", "::ffff:93.184.215.14", "64:ff9b::93.184.215.14", "2606:4700::5efe:93.184.215.20"}, []string{"93.184.214.14", "93.184.216.1", far}},
		{"odd size", []string{ipv4Middle}, []string{"151.101.3.255"}, []string{"151.101.4.0", "151.100.255.255"}},
		{"point to point", []string{lone}, []string{"185.199.108.153"}, []string{"185.199.108.152", "185.199.108.154"}},
		{"a pair", []string{"185.199.108.152/31"}, []string{"185.199.108.152", "185.199.108.153"}, []string{"185.199.108.154"}},
		{"everything, IPv4", []string{"185.199.108.153/0"}, []string{"185.199.108.153"}, []string{"185.199.108.154", far}},
		{"everything, IPv6", []string{"2a00:1450:4001:5::5/0"}, []string{"2a00:1450:4001:5::5"}, []string{"2a00:1450:4001:5::6", "2606:4700::1111"}},
		{"half of everything", []string{"185.199.108.153/1", "2a00:1450:4001:5::5/3"}, []string{"185.199.108.153", "2a00:1450:4001:5::5"}, []string{"185.199.108.154", "2a00:1450:4001:5::6"}},
		{"a whole class", []string{"25.1.2.3/8"}, []string{"25.255.255.255"}, []string{"26.0.0.0"}},
		{"several", []string{"127.0.0.1/8", "::1/128", "fe80::1/64", ipv6, ipv4}, []string{"2a00:1450:4001:5::5", "93.184.215.14", "::1"}, []string{far}},
		{"without a network", []string{"93.184.215.14", "2a00:1450:4001:5::5"}, []string{"93.184.215.14", "2a00:1450:4001:5::5"}, []string{"93.184.215.15", far}},
		{"no address", []string{"nonsense"}, nil, []string{far}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			e := New(Options{}).(*executor)
			e.interfaces = func() (all []net.Addr, err error) {
				for _, text := range test.interfaces {
					all = append(all, interfaceAddress(t, text))
				}
				return append(all, &net.UnixAddr{Name: "no address of a network"}), nil
			}
			for _, refused := range test.refused {
				if e.judge(netip.MustParseAddr(refused)) == nil {
					t.Errorf("%s was taken for a site", refused)
				}
			}
			for _, reached := range test.reached {
				if err := e.judge(netip.MustParseAddr(reached)); err != nil {
					t.Errorf("%s: %v", reached, err)
				}
			}
		})
	}
}

// TestInterfacesUnknown: what cannot be told from the machine's own is not reached.
func TestInterfacesUnknown(t *testing.T) {
	t.Parallel()
	e := New(Options{AllowedHosts: []string{"127.0.0.1"}}).(*executor)
	e.interfaces = func() ([]net.Addr, error) { return nil, errors.New("not told") }
	_, err := run(t, e, args{"url": "http://8.8.8.8/"})
	wantReason(t, err, executors.NetworkError, "own addresses")
	e.resolver, _ = answering(t, func(string, int) []string { return []string{"8.8.8.8"} })
	_, err = run(t, e, args{"url": "http://example.com/"})
	wantReason(t, err, executors.NetworkError, "own addresses")
}

// TestInterfacesReadEachTime: an address that the machine got after the plan was made
// is its own.
func TestInterfacesReadEachTime(t *testing.T) {
	t.Parallel()
	e := New(Options{}).(*executor)
	e.resolver, _ = answering(t, func(string, int) []string { return []string{"93.184.215.14"} })
	var own []net.Addr
	e.interfaces = func() ([]net.Addr, error) { return own, nil }
	plan, err := e.Prepare(t.Context(), call(args{"url": "http://example.com/"}))
	if err != nil {
		t.Fatal(err)
	}
	own = []net.Addr{interfaceAddress(t, "93.184.215.14/24")}
	_, err = plan.Run(t.Context())
	wantReason(t, err, executors.AddressNotAllowed, "")
}
