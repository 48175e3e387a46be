package bridge

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"assent/app/sandbox/changes"
	"assent/app/sandbox/store"
	"assent/app/wire"
)

// heard gathers what an engine says that agents may use, the last word of each.
type heard struct {
	changed chan struct{} // takes one when there is something new

	mu     sync.Mutex
	latest map[string]wire.Relation
}

func (h *heard) take(r wire.Relation) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.latest[r.AgentID] = r
	select {
	case h.changed <- struct{}{}:
	default:
	}
}

// all returns what is new.
func (h *heard) all() map[string]wire.Relation {
	h.mu.Lock()
	defer h.mu.Unlock()
	all := maps.Clone(h.latest)
	clear(h.latest)
	return all
}

// adopt notes agents that call, and that the person added at the desk by themselves: they
// are related from then on.
func (p *passage) adopt(ctx context.Context, calls []store.Call) error {
	strangers := map[string]bool{}
	for _, c := range calls {
		if !c.Related {
			strangers[c.AgentID] = true
		}
	}
	for agentID := range strangers {
		_, known, err := p.client.Agent(ctx, agentID)
		if err == nil && known {
			err = p.Store.Adopt(agentID, p.UserID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// relate tells the engine of the relations that changed.
func (p *passage) relate(ctx context.Context) error {
	relations, err := p.Store.Relations(p.UserID, p.revision)
	if err != nil || len(relations) == 0 {
		return err
	}
	known, err := p.client.Control(ctx, wire.Control{Op: wire.AgentList})
	if err = cmp.Or(err, known.Err()); err != nil {
		return err
	}
	for _, r := range relations {
		err := p.tell(ctx, r, known)
		var refusal *wire.Error
		switch {
		case errors.As(err, &refusal) && !refusal.Ends():
			p.Log.Warn("the engine does not take a manifest", "user", p.UserID, "agent", r.AgentID, "code", refusal.Code)
		case err != nil:
			return err
		default:
			if err := p.Store.Passed(r); err != nil {
				return err
			}
		}
		p.revision = r.Revision
	}
	return nil
}

// tell tells the engine of one relation: that what it knows of the agent is to be agreed
// to anew, the manifest, and what the user took away.
func (p *passage) tell(ctx context.Context, r store.Relation, known wire.ControlAnswer) error {
	agent, err := p.Store.Agent(r.AgentID)
	if err != nil {
		return err
	}
	its := func(a wire.AgentStatus) bool { return a.AgentID == r.AgentID }
	if !r.Asked && slices.ContainsFunc(known.Removed, its) {
		return p.Store.Granted(r.AgentID, r.UserID, []string{}, r.Version) // its person removed it
	}
	if i := slices.IndexFunc(known.Agents, its); i >= 0 && known.Agents[i].ManifestHash != agent.Hash {
		if err := p.reauth(ctx, agent, known.Agents[i].ManifestHash); err != nil {
			return err
		}
	}
	if err := p.client.Present(ctx, wire.Manifest{
		AgentID: agent.ID, AgentName: agent.Name, Version: agent.Version, Hash: agent.Hash, Manifest: agent.Manifest,
	}); err != nil {
		return err
	}
	if r.Restricted {
		return p.client.Restrict(ctx, r.AgentID, r.Granted)
	}
	return nil
}

// reauth tells the engine which scopes changed in a breaking way since the manifest that
// it has, if any did.
func (p *passage) reauth(ctx context.Context, agent store.AgentRecord, hash string) error {
	before, err := p.Store.Edition(agent.ID, hash)
	if errors.Is(err, store.ErrNotFound) {
		return nil // it is not from here: the engine judges by the version
	}
	if err != nil {
		return err
	}
	changed, err := changes.Between(before.Manifest, agent.Manifest)
	if err != nil {
		return err
	}
	scopes := changed.Scopes()
	if len(scopes) == 0 {
		return nil
	}
	return p.client.Reauth(ctx, wire.Reauth{AgentID: agent.ID, Version: agent.Version, Hash: agent.Hash, Scopes: scopes})
}
