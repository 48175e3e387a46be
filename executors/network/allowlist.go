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
		entry = strings.TrimSpace(entry)
		if strings.Count(entry, ":") > 1 && !strings.HasPrefix(entry, "[") {
			entry = "[" + entry + "]" // a bare IPv6 address
		}
		u, err := url.Parse("//" + entry)
		if err != nil || u.User != nil || u.Host != entry {
			continue
		}
		host, _, err := parseHost(u)
		if err != nil {
			continue
		}
		if u.Port() == "" {
			list[host] = true
		} else if port, err := parsePort(u); err == nil {
			list[host+":"+port] = true
		}
	}
	return list
}

func (l allowlist) has(t target) bool { return l[t.host] || l[t.host+":"+t.port] }
