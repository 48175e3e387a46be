package network

import (
	"context"
	"crypto/tls"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/net/publicsuffix"
)

const (
	redirectLimit = 5        // redirects followed (contract §9)
	headerLimit   = 64 << 10 // bytes of an answer's headers
)

// send returns the answer, or the redirect that is not followed. Its connections
// end with ctx.
func (p *plan) send(ctx context.Context) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, p.method, p.url.String(), strings.NewReader(p.body))
	if err != nil {
		return nil, err
	}
	request.Header = p.header.Clone()
	if request.Header.Get("User-Agent") == "" {
		request.Header.Set("User-Agent", "Assent")
	}
	client := &http.Client{
		Transport: &http.Transport{
			Proxy: nil, // a proxy would connect to what is not judged
			DialContext: func(_ context.Context, network, address string) (net.Conn, error) {
				return p.dial(ctx, network, address)
			},
			TLSClientConfig:        &tls.Config{RootCAs: p.roots},
			DisableKeepAlives:      true, // one call, one connection
			MaxResponseHeaderBytes: headerLimit,
		},
		CheckRedirect: p.redirect,
	}
	return client.Do(request)
}

// dial connects to address, whose every IP address is judged when the connection
// is about to be made. The connection ends with ctx, also amid a TLS handshake,
// which the transport would let go on.
func (p *plan) dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{Resolver: p.resolver}
	if !p.exempt(address) {
		dialer.ControlContext = func(_ context.Context, _, address string, _ syscall.RawConn) error {
			return p.judge(address)
		}
	}
	conn, err := dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	context.AfterFunc(ctx, func() { conn.Close() })
	return conn, nil
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

// exempt reports whether the user allowed host and port, and the agent asked for
// this host: a redirect cannot lead to another one that happens to be allowed.
func (p *plan) exempt(address string) bool {
	host, port, err := net.SplitHostPort(address)
	return err == nil && host == p.host && p.allowed.has(target{host: host, port: port})
}

func (p *plan) judge(address string) error {
	to, err := netip.ParseAddrPort(address)
	if err != nil || p.special.has(to.Addr()) {
		return notAllowed()
	}
	return nil
}

// redirect lets the client follow next, or makes the redirect itself the answer.
func (p *plan) redirect(next *http.Request, before []*http.Request) error {
	to, err := parseTarget(next.URL.String())
	last := before[len(before)-1].URL
	downgrade := last.Scheme == "https" && next.URL.Scheme == "http"
	if err != nil || len(before) > redirectLimit || downgrade || !sameDomain(to.host, p.host) {
		return http.ErrUseLastResponse
	}
	next.URL = to.url
	next.Header.Del("Referer") // the client's own: one site's paths are no other's business
	if to.site() != p.site() {
		dropPrivate(next.Header)
	}
	return nil
}

// sameDomain reports whether two hosts are one, or lie in the same registrable
// domain.
func sameDomain(a, b string) bool {
	if a == b {
		return true
	}
	domainA, errA := publicsuffix.EffectiveTLDPlusOne(a)
	domainB, errB := publicsuffix.EffectiveTLDPlusOne(b)
	return errA == nil && errB == nil && domainA == domainB
}

// dropPrivate leaves the headers that hold no secret: what the agent meant for
// one host another one need not see.
func dropPrivate(header http.Header) {
	for name := range header {
		if !slices.Contains([]string{"Accept", "Accept-Language", "Content-Type", "Content-Language", "Range", "User-Agent"}, name) {
			delete(header, name)
		}
	}
}
