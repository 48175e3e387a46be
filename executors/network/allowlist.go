package network

import (
	"net/url"
	"strings"
)

// allowlist holds the user's allowed hosts: "host" and "host:port", canonical.
type allowlist map[string]bool

func newAllowlist(entries []string) allowlist {
	list := allowlist{}
	for _, entry := range entries {
		if host, ok := hostOf(entry); ok {
			list[host] = true
		}
	}
	return list
}

// NamesHost reports whether an entry of Options.AllowedHosts names a host.
func NamesHost(entry string) bool {
	_, ok := hostOf(entry)
	return ok
}

// hostOf returns what an entry names, canonical, false when it names no host.
func hostOf(entry string) (name string, ok bool) {
	entry = strings.TrimSpace(entry)
	if strings.Count(entry, ":") > 1 && !strings.HasPrefix(entry, "[") {
		entry = "[" + entry + "]" // a bare IPv6 address
	}
	u, err := url.Parse("//" + entry)
	if err != nil || u.User != nil || u.Host != entry {
		return "", false
	}
	host, _, err := parseHost(u)
	if err != nil {
		return "", false
	}
	if u.Port() == "" {
		return host, true
	}
	port, err := parsePort(u)
	return host + ":" + port, err == nil
}

func (l allowlist) has(t target) bool { return l[t.host] || l[t.host+":"+t.port] }
