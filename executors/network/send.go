package network

import (
	"context"
	"net"
	"net/http"
	"slices"
	"strings"

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
	client := &http.Client{Transport: p.transport(ctx), CheckRedirect: p.redirect}
	return client.Do(request)
}

// transport is what carries the request, for the time of ctx.
func (p *plan) transport(ctx context.Context) http.RoundTripper {
	if p.pages != nil {
		return pages{p.pages}
	}
	return &http.Transport{
		Proxy: nil, // a proxy would connect to what is not judged
		DialContext: func(_ context.Context, _, address string) (net.Conn, error) {
			return p.dial(ctx, address) // the transport's own context outlives the call
		},
		DialTLSContext: func(_ context.Context, _, address string) (net.Conn, error) {
			return p.dialTLS(ctx, address)
		},
		DisableKeepAlives:      true, // one call, one connection
		MaxResponseHeaderBytes: headerLimit,
	}
}

// redirect lets the client follow next, or makes the redirect itself the answer.
func (p *plan) redirect(next *http.Request, before []*http.Request) error {
	to, err := parseTarget(next.URL.String())
	last := before[len(before)-1].URL
	downgrade := last.Scheme == "https" && next.URL.Scheme == "http"
	carries := p.body != "" && next.Method == p.method // 307 and 308; with others it becomes a GET
	switch {
	case err != nil, len(before) > redirectLimit, downgrade:
		return http.ErrUseLastResponse
	case carries && !p.shown(to), !sameDomain(to.host, p.host):
		return http.ErrUseLastResponse
	}
	next.URL = to.url
	next.Header.Del("Referer") // the client's own: one site's paths are no other's business
	if to.site() != p.site() {
		dropPrivate(next.Header)
	}
	return nil
}

// shown reports whether the person saw that what they allowed goes where to says: to
// that host and port, or from its port for http to that for https.
func (p *plan) shown(to target) bool {
	usual := p.port == defaultPort(p.url.Scheme) && to.port == defaultPort(to.url.Scheme)
	return to.host == p.host && (to.port == p.port || usual)
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
