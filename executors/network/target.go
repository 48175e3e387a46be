package network

import (
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// urlLimit is how many bytes a URL may have as written.
const urlLimit = 8 << 10

// target is where a request goes, in its one canonical spelling.
type target struct {
	url     *url.URL   // http or https, ASCII, without credentials and fragment
	host    string     // ASCII, lower case, no final dot; an address in its usual spelling
	port    string     // never empty
	address netip.Addr // of a host that is an address, else invalid
}

// parseTarget reads a URL strictly. Spellings that browsers and resolvers take for
// an address (2130706433, 0x7f.1, 127.1) become that address here, before
// anything is judged or shown.
func parseTarget(raw string) (t target, err error) {
	if len(raw) > urlLimit {
		return t, errLongURL
	}
	u, err := url.Parse(raw)
	if err != nil {
		return t, invalid("The url is not a valid URL.") // err holds the URL
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return t, invalid("The url must begin with http:// or https://.")
	}
	if u.User != nil {
		return t, invalid("The url must not hold a user name or a password.")
	}
	if u.Opaque != "" || u.Host == "" {
		return t, invalid("The url names no host.")
	}
	if t.host, t.address, err = parseHost(u); err != nil {
		return t, err
	}
	if t.port, err = parsePort(u); err != nil {
		return t, err
	}
	t.url = &url.URL{
		Scheme: u.Scheme, Host: authority(u.Scheme, t.host, t.port),
		Path: u.Path, RawPath: u.RawPath, RawQuery: escapeQuery(u.RawQuery),
	}
	if t.url.Path == "" {
		t.url.Path = "/"
	}
	if len(t.url.String()) > urlLimit { // as it is sent, with its blanks and quotes escaped
		return t, errLongURL
	}
	return t, nil
}

var errLongURL = invalid("The url is longer than 8 KiB.")

func parsePort(u *url.URL) (string, error) {
	written := u.Port()
	if written == "" {
		return defaultPort(u.Scheme), nil
	}
	port, err := strconv.ParseUint(written, 10, 16)
	if err != nil || port == 0 {
		return "", invalid("The url has a port that does not exist.")
	}
	return strconv.FormatUint(port, 10), nil
}

func defaultPort(scheme string) string {
	if scheme == "https" {
		return "443"
	}
	return "80"
}

func authority(scheme, host, port string) string {
	if port != defaultPort(scheme) {
		return net.JoinHostPort(host, port)
	}
	if strings.Contains(host, ":") {
		return "[" + host + "]"
	}
	return host
}

// escapeQuery escapes what net/url leaves as it is in a query but would break the
// request line or what is shown of it.
func escapeQuery(query string) string {
	var b strings.Builder
	for _, c := range []byte(query) {
		if c <= ' ' || c >= 0x7f || strings.IndexByte("\"<>\\^`{|}", c) >= 0 {
			b.WriteString("%" + strings.ToUpper(strconv.FormatUint(uint64(c)+0x100, 16)[1:]))
			continue
		}
		b.WriteByte(c)
	}
	return b.String()
}

// site is what a silent window may be narrowed to: scheme, host and port.
func (t target) site() string { return t.url.Scheme + "://" + t.url.Host }

// local reports a name that means this machine wherever it is looked up (RFC 6761).
func (t target) local() bool {
	return t.host == "localhost" || strings.HasSuffix(t.host, ".localhost")
}
