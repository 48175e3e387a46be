package host

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"assent/app/wire"
	"assent/consent/canonical"

	"github.com/go-json-experiment/json/jsontext"
)

// offer is a manifest whose relation is waited for.
type offer struct {
	agentID string
	version int
	granted chan wire.Relation // takes one
}

// Offer sends a manifest and waits for what the agent may use: at once for an agent
// that is known, else until the person reviewed it, however long that takes. The error
// is a *wire.Error when the engine does not take the manifest. The end of ctx takes
// nothing back: the review waits on.
func (c *Client) Offer(ctx context.Context, m wire.Manifest) (wire.Relation, error) {
	line, err := m.Line()
	if err != nil {
		return wire.Relation{}, err
	}
	o := &offer{m.AgentID, m.Version, make(chan wire.Relation, 1)}
	c.mu.Lock()
	c.offers[o] = struct{}{}
	c.mu.Unlock()
	defer c.withdrawn(o)
	if err := c.tell(ctx, m.AgentID, line); err != nil {
		return wire.Relation{}, err
	}
	return wait(ctx, c, o.granted)
}

func (c *Client) withdrawn(o *offer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.offers, o)
}

// Present sends a manifest without waiting for its review. The error is a *wire.Error
// when the engine does not take it.
func (c *Client) Present(ctx context.Context, m wire.Manifest) error {
	line, err := m.Line()
	if err != nil {
		return err
	}
	return c.tell(ctx, m.AgentID, line)
}

// Agent returns what the engine knows of one agent, with its tools; false for an agent
// that it does not know.
func (c *Client) Agent(ctx context.Context, agentID string) (wire.AgentStatus, bool, error) {
	answer, err := c.Control(ctx, wire.Control{Op: wire.AgentList, AgentID: agentID})
	if err = cmp.Or(err, answer.Err()); err != nil || len(answer.Agents) == 0 {
		return wire.AgentStatus{}, false, err
	}
	return answer.Agents[0], true, nil
}

// granted takes a relation: it answers the offers of its manifest, or of an older one.
func (c *Client) granted(r wire.Relation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for o := range c.offers {
		if o.agentID == r.AgentID && o.version <= r.Version {
			o.granted <- r
			delete(c.offers, o)
		}
	}
}

// declareTries is how often another host may come first with a manifest.
const declareTries = 3

// Declare offers an agent's manifest, under the version that the engine has it under or
// under the next one, also of an agent that was removed. name may be empty.
func (c *Client) Declare(ctx context.Context, agentID, name string, manifest []byte) (r wire.Relation, err error) {
	m := wire.Manifest{AgentID: agentID, AgentName: name, Hash: canonical.Digest(manifest), Manifest: jsontext.Value(manifest)}
	for range declareTries {
		known, err := c.Control(ctx, wire.Control{Op: wire.AgentList})
		if err = cmp.Or(err, known.Err()); err != nil {
			return wire.Relation{}, err
		}
		m.Version = version(slices.Concat(known.Agents, known.Removed), m)
		r, err = c.Offer(ctx, m)
		var refusal *wire.Error
		if !errors.As(err, &refusal) || refusal.Code != wire.VersionRollback {
			return r, err
		}
	}
	return r, err
}

// version returns the version under which to offer m.
func version(agents []wire.AgentStatus, m wire.Manifest) int {
	for _, a := range agents {
		switch {
		case a.AgentID != m.AgentID:
		case a.ManifestHash == m.Hash:
			return a.ManifestVersion
		default:
			return a.ManifestVersion + 1
		}
	}
	return 1
}
