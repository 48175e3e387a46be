// Package loopback serves HTTP to the programs of this machine: bounded in what a client
// may make it hold, closed to what a page of the web could make a browser send.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package loopback

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// Guard refuses, where listener is on loopback, a request whose Host, or Origin where
// there is one, names anything but this machine (contract §13, §15). A listener that was
// told to be elsewhere takes any Host, and of Origins its own alone. refuse answers what
// is refused.
func Guard(listener net.Listener, next http.Handler, refuse http.HandlerFunc) http.Handler {
	ours := fromOwnPage
	if Here(listener) {
		ours = fromThisMachine
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !ours(r) {
			refuse(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Here reports whether a listener is on loopback.
func Here(listener net.Listener) bool {
	address, ok := listener.Addr().(*net.TCPAddr)
	return ok && address.IP.IsLoopback()
}

// Refusal is what a refused client is told.
const Refusal = "only programs of this machine may connect, by a name of this machine"

func fromThisMachine(r *http.Request) bool {
	return loopbackName(r.Host) && origins(r, loopbackName)
}

func fromOwnPage(r *http.Request) bool {
	return origins(r, func(host string) bool { return strings.EqualFold(host, r.Host) })
}

// origins reports whether every Origin of a request names a host that is ours.
func origins(r *http.Request, ours func(host string) bool) bool {
	for _, origin := range r.Header.Values("Origin") {
		u, err := url.Parse(origin)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || !ours(u.Host) {
			return false
		}
	}
	return true
}

// loopbackName reports whether a host, with or without its port, is this machine's.
func loopbackName(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.Trim(host, "[]")
	if strings.EqualFold(host, "localhost") {
		return true
	}
	address, err := netip.ParseAddr(host)
	return err == nil && address.IsLoopback()
}
