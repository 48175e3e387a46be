package relay

import (
	"bytes"
	"context"
	"slices"

	"assent/app/host"
	"assent/app/mcp/declare"
	"assent/app/wire"
	"assent/consent/canonical"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// ensureListed has the server's tools at hand, and the engine know them.
func (g *Guard) ensureListed(ctx context.Context, list lister) error {
	g.mu.Lock()
	g.list = list
	g.mu.Unlock()
	if g.isListed() {
		return nil
	}
	return g.relist(ctx)
}

// Changed says that the server's tools are others now: they are listed again, and what
// is new or changed is put to the person before it runs.
func (g *Guard) Changed(ctx context.Context) {
	g.mu.Lock()
	g.listed = false
	known := g.list != nil
	g.mu.Unlock()
	if known {
		_ = g.relist(ctx) // else the next call does it, and says why not
	}
}

// relist asks the server for its tools and tells the engine where they changed. A new
// connection does that by itself. Where there is no engine, the call that comes says so.
func (g *Guard) relist(ctx context.Context) error {
	decide, cancel := context.WithTimeoutCause(ctx, g.Deadline, host.ErrLate)
	defer cancel()
	client, err := g.desk().Link.Client(decide)
	if err != nil || g.isListed() {
		return nil
	}
	if err := g.refresh(decide); err != nil {
		return err
	}
	return g.tell(decide, client)
}

func (g *Guard) isListed() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.listed
}

// refresh asks the server for its tools.
func (g *Guard) refresh(ctx context.Context) error {
	g.mu.Lock()
	list := g.list
	g.mu.Unlock()
	tools, err := list(ctx)
	if err != nil {
		return err
	}
	manifest, err := declare.Server(g.Server, tools)
	if err != nil {
		return err
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.tools, g.manifest, g.listed = tools, manifest, true
	return nil
}

// introduce makes the server known on a new connection: it is listed and compared again.
func (g *Guard) introduce(ctx context.Context, c *host.Client) error {
	if err := g.refresh(ctx); err != nil {
		return err
	}
	return g.tell(ctx, c)
}

// tell has the engine know the tools. Of a server that it knows, what is new or changed
// is named before the manifest is offered, so that it does not run before the person saw
// it; the rest goes on meanwhile.
func (g *Guard) tell(ctx context.Context, c *host.Client) error {
	g.mu.Lock()
	manifest := g.manifest
	g.mu.Unlock()
	known, ok, err := c.Agent(ctx, g.AgentID())
	if err != nil {
		return err
	}
	if !ok {
		_, err := c.Declare(ctx, g.AgentID(), g.Server, manifest)
		return err
	}
	offer := wire.Manifest{
		AgentID: g.AgentID(), AgentName: g.Server, Version: known.ManifestVersion, Hash: canonical.Digest(manifest), Manifest: jsontext.Value(manifest),
	}
	if known.ManifestHash == offer.Hash {
		return c.Present(ctx, offer)
	}
	offer.Version++
	if changed := changedTools(manifest, known.Tools); len(changed) > 0 {
		if err := c.Reauth(ctx, wire.Reauth{AgentID: offer.AgentID, Version: offer.Version, Hash: offer.Hash, Tools: changed}); err != nil {
			return err
		}
	}
	return c.Present(ctx, offer)
}

// changedTools returns the tools of a manifest that the engine does not know as they are.
func changedTools(manifest []byte, known map[string]string) (names []string) {
	var declared struct {
		Tools []jsontext.Value `json:"tools"`
	}
	if json.Unmarshal(manifest, &declared) != nil {
		return nil // we wrote it
	}
	for _, raw := range declared.Tools {
		var t struct {
			Name string `json:"name"`
		}
		if json.Unmarshal(raw, &t) == nil && known[t.Name] != canonical.Digest(raw) {
			names = append(names, t.Name)
		}
	}
	return names
}

// compare looks at a page of tools that passes: where one is not as it was listed, the
// list is out of date.
func (g *Guard) compare(ctx context.Context, result jsontext.Value) {
	var page toolPage
	if json.Unmarshal(result, &page) != nil {
		return
	}
	g.mu.Lock()
	known := g.tools
	g.mu.Unlock()
	if !g.isListed() {
		return
	}
	for _, raw := range page.Tools {
		digest := canonical.Digest(bytes.Clone(raw))
		if !slices.ContainsFunc(known, func(t declare.Tool) bool { return t.Digest == digest }) {
			g.Changed(ctx)
			return
		}
	}
}
