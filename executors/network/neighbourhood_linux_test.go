package network

import (
	"io"
	"net"
	"net/http"
	"net/netip"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"assent/executors"
	"assent/executors/executortest"

	"golang.org/x/sys/unix"
)

// ip gives this process's network what the command of that name would.
func ip(t *testing.T, arguments string) {
	t.Helper()
	if out, err := exec.Command("ip", strings.Fields(arguments)...).CombinedOutput(); err != nil {
		t.Fatalf("ip %s: %v\n%s", arguments, err, out)
	}
}

// TestOwnAddresses has a machine with a global IPv6 and a public IPv4 address, and a
// server on all of them that refuses loopback, as servers do that trust their machine.
func TestOwnAddresses(t *testing.T) {
	if !executortest.Again(t, executortest.OwnNamespaces(unix.CLONE_NEWNET)) {
		return
	}
	const ours6, ours4 = "2a00:1450:4001:5::5", "93.184.215.14"
	ip(t, "link set lo up")
	ip(t, "link add inside type veth peer name outside")
	ip(t, "link set inside up")
	ip(t, "link set outside up")
	ip(t, "addr add "+ours6+"/64 dev inside nodad")

	var reached atomic.Int32
	listener, err := net.Listen("tcp", "[::]:0")
	if err != nil {
		t.Fatal(err)
	}
	port := netip.MustParseAddrPort(listener.Addr().String()).Port()
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		from := netip.MustParseAddrPort(r.RemoteAddr).Addr().Unmap()
		if from.IsLoopback() {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		reached.Add(1)
		io.WriteString(w, "secret")
	})}
	go server.Serve(listener)
	t.Cleanup(func() { server.Close() })
	at := func(address string) string {
		return "http://" + netip.AddrPortFrom(netip.MustParseAddr(address), port).String() + "/"
	}

	e := New(Options{}).(*executor)
	named := func(address string) *executor {
		other := *e
		other.resolver, _ = answering(t, func(string, int) []string { return []string{address} })
		return &other
	}
	byName := strings.Replace(at("127.0.0.1"), "127.0.0.1", "site.example.com", 1)
	ip(t, "addr add "+ours4+"/24 dev inside") // the executor is there before its address
	for _, address := range []string{ours6, ours4} {
		if response, err := http.Get(at(address)); err != nil || response.StatusCode != http.StatusOK {
			t.Fatalf("%s: the server that the test protects is not there: %v, %v", address, response, err)
		}
	}
	reached.Store(0)
	for _, address := range []string{ours6, ours4, "::ffff:" + ours4, "2a00:1450:4001:5::77", "93.184.215.77"} {
		_, err := run(t, e, args{"url": at(address)})
		wantReason(t, err, executors.AddressNotAllowed, "")
		_, err = run(t, named(address), args{"url": byName})
		wantReason(t, err, executors.AddressNotAllowed, "")
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("the server was reached %d times", n)
	}

	_, err = run(t, e, args{"url": at("93.184.216.1")}) // a site, were there a way
	wantReason(t, err, executors.NetworkError, "cannot be reached")
	listed := New(Options{AllowedHosts: []string{ours4}}).(*executor)
	if got, err := run(t, listed, args{"url": at(ours4)}); err != nil || got.Body != "secret" {
		t.Errorf("the host that the user allowed: %+v, %v", got, err)
	}
	ip(t, "addr del "+ours4+"/24 dev inside")
	_, err = run(t, e, args{"url": at(ours4)})
	wantReason(t, err, executors.NetworkError, "cannot be reached")
}
