package network

import (
	"context"
	"crypto/tls"
	"net"
	"net/netip"
	"syscall"
)

func (p *plan) dial(ctx context.Context, address string) (net.Conn, error) {
	conn, err := p.connect(ctx, address)
	if err != nil {
		return nil, err
	}
	return newQuiet(ctx, conn, conn), nil
}

func (p *plan) dialTLS(ctx context.Context, address string) (net.Conn, error) {
	raw, err := p.connect(ctx, address)
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(address)
	conn := tls.Client(raw, &tls.Config{ServerName: host, RootCAs: p.roots})
	if err == nil {
		err = conn.HandshakeContext(ctx)
	}
	if err != nil {
		raw.Close()
		return nil, err
	}
	return newQuiet(ctx, conn, raw), nil
}

// connect opens a connection to address. Each of its IP addresses is judged when
// the connection to it is about to be made.
func (p *plan) connect(ctx context.Context, address string) (net.Conn, error) {
	dialer := net.Dialer{Resolver: p.resolver}
	if !p.exempt(address) {
		dialer.ControlContext = p.control
	}
	return dialer.DialContext(ctx, "tcp", address)
}

// exempt reports whether the user allowed host and port, and the agent asked for
// this host: a redirect cannot lead to another one that happens to be allowed.
func (p *plan) exempt(address string) bool {
	host, port, err := net.SplitHostPort(address)
	return err == nil && host == p.host && p.allowed.has(target{host: host, port: port})
}

// control judges the address that a socket is about to be connected to.
func (p *plan) control(_ context.Context, _, address string, _ syscall.RawConn) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil {
		return notAllowed()
	}
	if refusal := p.judge(to.Addr()); refusal != nil {
		return refusal
	}
	return nil
}

// newResolver returns a resolver that stops when its context does, which the C
// library's does not: hence Go's own, and its connections closed.
func newResolver(dial func(ctx context.Context, network, address string) (net.Conn, error)) *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err == nil {
			context.AfterFunc(ctx, func() { conn.Close() })
		}
		return conn, err
	}}
}
