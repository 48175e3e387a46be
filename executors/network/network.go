// Package network serves network:http: one HTTP request to a public site, and its
// answer (contract §9). What may be reached is judged twice: by its name when the
// plan is prepared, without any traffic, and by its address at the moment of
// connecting, so that a name that changes its address gains nothing.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package network

import (
	"context"
	"crypto/x509"
	"io/fs"
	"net"

	"assent/executors"
)

// Options configures the executor. The zero value reaches public addresses only.
type Options struct {
	// AllowedHosts are hosts that may have any address, the user's own machine and
	// network included: "nas.local", "127.0.0.1:8080", "[::1]". Without a port
	// every port is meant. Entries that name no host are ignored.
	AllowedHosts []string

	// Pages, where there are any, answer in place of the network: HOST/PATH. What
	// may be asked for is judged as ever. It is for tests of agents.
	Pages fs.FS
}

// New returns the executor of network:http.
func New(o Options) executors.Executor {
	return &executor{
		pages:      o.Pages,
		allowed:    newAllowlist(o.AllowedHosts),
		interfaces: net.InterfaceAddrs,
		resolver:   newResolver((&net.Dialer{}).DialContext),
	}
}

type executor struct {
	pages      fs.FS // nil: the network
	allowed    allowlist
	interfaces func() ([]net.Addr, error) // the machine's own addresses, with their networks
	resolver   *net.Resolver
	roots      *x509.CertPool // nil: the machine's
}

// Available returns nil: whether there is a network shows only when it is used.
func (e *executor) Available(context.Context) error { return nil }

// Prepare judges the arguments and the address as written. It looks nothing up
// and sends nothing.
func (e *executor) Prepare(_ context.Context, req executors.Request) (executors.Plan, error) {
	known, ignored, err := executors.DecodeArguments[arguments](req.Arguments)
	if err != nil {
		return nil, err
	}
	p := &plan{executor: e}
	if p.request, err = newRequest(known); err != nil {
		return nil, err
	}
	p.listed = e.allowed.has(p.target)
	p.facts = p.describe(ignored)
	return p, nil
}

func notAllowed() *executors.Error {
	return executors.Errorf(executors.AddressNotAllowed,
		"This address belongs to this computer or its network, to a private network or to a reserved range. The user can allow its host in the settings.")
}

func invalid(message string) *executors.Error {
	return executors.Errorf(executors.InvalidArguments, "%s", message)
}
