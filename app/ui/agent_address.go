package ui

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"assent/consent/visible"
	"assent/i18n"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// addressTime is how long a server may take to show an agent.
const addressTime = 10 * time.Second

// shownAgent is an agent as GET /agents/:id shows it (contract §15).
type shownAgent struct {
	ID       string         `json:"agent_id"`
	Name     string         `json:"name"`
	Manifest jsontext.Value `json:"capability_manifest"`
}

// fetchAgent asks the server of a sandbox for the agent at an address, as
// http://127.0.0.1:8080/agents/agent_1. Where there is none it says why. What it returns
// is the server's word, for the person to look at.
func fetchAgent(ctx context.Context, address string) (a shownAgent, problem *i18n.Text) {
	no := func(key string) (shownAgent, *i18n.Text) { return shownAgent{}, &i18n.Text{Key: key} }
	if !agentAddress(address) {
		return no("add.address_wrong")
	}
	ctx, cancel := context.WithTimeout(ctx, addressTime)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return no("add.address_wrong")
	}
	client := &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true}, // no proxy
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	response, err := client.Do(r)
	if err != nil {
		return no("add.address_silent")
	}
	defer response.Body.Close()
	text, err := io.ReadAll(io.LimitReader(response.Body, 2*fileLimit))
	if err != nil || response.StatusCode != http.StatusOK || json.Unmarshal(text, &a) != nil ||
		!visible.ID(a.ID) || a.Manifest.Kind() != '{' || a.Manifest.Indent() != nil {
		return no("add.address_none")
	}
	return a, nil
}

// agentAddress reports whether text is where an agent may be: on this machine, or behind
// TLS.
func agentAddress(text string) bool {
	u, err := url.Parse(text)
	if err != nil || u.User != nil || u.Hostname() == "" || !strings.Contains(u.Path, "/agents/") {
		return false
	}
	address, err := netip.ParseAddr(u.Hostname())
	here := err == nil && address.IsLoopback() || strings.EqualFold(u.Hostname(), "localhost")
	return u.Scheme == "https" || u.Scheme == "http" && here
}
