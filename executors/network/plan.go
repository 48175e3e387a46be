package network

import (
	"context"
	"maps"
	"slices"
	"strings"

	"assent/executors"
)

// plan is one request, ready to be sent.
type plan struct {
	*executor
	request
	listed bool // the user allowed this host
	facts  executors.Facts
}

func (p *plan) Facts() executors.Facts { return p.facts }

func (p *plan) Close() error { return nil }

// Run sends the request and returns the answer. What it returns of a failure
// names no address.
func (p *plan) Run(ctx context.Context) (any, error) {
	if p.facts.Finding != nil {
		return nil, p.facts.Finding
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel() // ends every connection
	response, err := p.send(ctx)
	if err != nil {
		return nil, failure(ctx, err)
	}
	defer response.Body.Close()
	result, err := newResult(response)
	if err != nil {
		return nil, failure(ctx, err)
	}
	return result, nil
}

// describe says what would be sent and where to.
func (p *plan) describe(ignored []string) executors.Facts {
	f := executors.Facts{Target: p.url.String(), Breadth: p.site(), Ignored: ignored}
	fact := func(key string, args map[string]any) {
		f.Details = append(f.Details, executors.Text{Key: key, Args: args})
	}
	warn := func(key string) {
		f.Warn = append(f.Warn, executors.Text{Key: key, Args: map[string]any{"Host": p.host}})
	}
	fact("fact.network_method", map[string]any{"Method": p.method})
	name := unicodeName(p.host)
	if name != p.host {
		fact("fact.network_host", map[string]any{"Name": name, "ASCII": p.host})
	}
	if p.port != defaultPort(p.url.Scheme) {
		fact("fact.network_port", map[string]any{"Port": p.port})
	}
	if len(p.header) > 0 {
		names := strings.Join(slices.Sorted(maps.Keys(p.header)), ", ")
		fact("fact.network_headers", map[string]any{"Names": names})
	}
	if p.listed {
		fact("fact.network_listed", nil)
	}
	if mixesScripts(name) {
		warn("warn.network_scripts")
	}
	if p.address.IsValid() {
		warn("warn.network_address")
	}
	if p.url.Scheme == "http" {
		warn("warn.network_plain")
	}
	f.Leaves = executors.Text{Key: "leaves.network", Args: map[string]any{
		"Host": p.host, "Headers": len(p.header), "Bytes": len(p.body),
	}}
	return f
}
