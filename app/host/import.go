package host

import (
	"context"

	"assent/app/wire"
)

// importing is an agent's file whose reviews are waited for.
type importing struct {
	agentID string // empty until the engine named it
	before  []any  // what came until then: a wire.Relation or a *wire.Error each
	ended   chan any
}

// Import has the engine take an agent's file, AgentImport, and waits until the person
// reviewed it, however long that takes. taken is told of the engine's answer first; where
// that says no, Import returns its error. Else the error is a *wire.Error when there came no
// review of tools. The end of ctx takes nothing back.
func (c *Client) Import(ctx context.Context, request wire.Control, taken func(wire.ControlAnswer)) (wire.Relation, error) {
	i := &importing{ended: make(chan any, 1)}
	c.mu.Lock()
	c.imports = append(c.imports, i)
	c.mu.Unlock()
	answer, err := c.Control(ctx, request)
	if err != nil {
		return wire.Relation{}, err
	}
	taken(answer)
	if err := answer.Err(); err != nil {
		return wire.Relation{}, err
	}
	c.mu.Lock()
	i.agentID = answer.AgentID
	for _, said := range i.before {
		i.take(said)
	}
	c.mu.Unlock()
	said, err := wait(ctx, c, i.ended)
	if err != nil {
		return wire.Relation{}, err
	}
	if refusal, ok := said.(*wire.Error); ok {
		return wire.Relation{}, refusal
	}
	return said.(wire.Relation), nil
}

// imported gives what an engine said about an agent to the imports that wait for it.
func (c *Client) imported(said any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, i := range c.imports {
		if i.agentID == "" {
			i.before = append(i.before, said)
			continue
		}
		i.take(said)
	}
}

// take ends the waiting where what was said is about its agent.
func (i *importing) take(said any) {
	about := ""
	switch said := said.(type) {
	case wire.Relation:
		about = said.AgentID
	case *wire.Error:
		about = said.AgentID
	}
	if about == i.agentID {
		select {
		case i.ended <- said:
		default: // it has its answer
		}
	}
}
