package host

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"assent/app/wire"
	"assent/assets"
)

// The tools of a coding agent's manifest: the kinds of its own tools.
const (
	Shell = "shell"
	Write = "write"
	Net   = "net"
	Read  = "read"
	Other = "other"
)

// CodingAgent is a program whose own tools Assent asks about (contract §14): it runs
// them itself. It is safe for concurrent use.
type CodingAgent struct{ agent Agent }

// NewCodingAgent returns the agent of this id, at the engine of a socket. client is what
// its scopes name it, name what people call it, and deadline how long the person has.
func NewCodingAgent(socket, agentID, client, name string, deadline time.Duration) *CodingAgent {
	return &CodingAgent{Agent{ID: agentID, Deadline: deadline, Link: Link{
		Socket: socket,
		Introduce: func(ctx context.Context, c *Client) error {
			_, err := c.Declare(ctx, agentID, name, assets.CodingAgentManifest(client))
			return err
		},
	}}}
}

// Close hangs up.
func (a *CodingAgent) Close() { a.agent.Link.Close() }

// Use is a tool that a coding agent wants to use.
type Use struct {
	ConversationID string
	Kind           string          // of the tool: Shell, Write, Net, Read or Other
	Tool           string          // the program's own name of it
	Input          json.RawMessage // what it is given
	Cwd            string          // the folder that the program works in
}

// Ask asks about a use, a new one each time. The end of ctx withdraws the question. The
// error is ErrLate past the deadline, else says that nobody could be asked.
func (a *CodingAgent) Ask(ctx context.Context, u Use) (wire.Reply, error) {
	arguments, err := json.Marshal(struct {
		Tool  string          `json:"tool"`
		Input json.RawMessage `json:"input"`
		Cwd   string          `json:"cwd,omitempty"`
	}{u.Tool, u.Input, u.Cwd})
	if err != nil {
		return wire.Reply{}, errors.New("the tool's input is not JSON")
	}
	// The nested shape tells a no for good from a scope that was never granted.
	reply, late, err := a.agent.Call(ctx, wire.Request{
		CallKey: wire.CallKey{ConversationID: u.ConversationID}, Shape: wire.Nested, Tool: u.Kind, Arguments: arguments, Runs: wire.RunsElsewhere,
	})
	switch {
	case err == nil && late && reply.Status != wire.StatusOK:
		return wire.Reply{}, ErrLate
	case err == nil:
		return reply, nil
	case ctx.Err() != nil:
		return wire.Reply{}, context.Cause(ctx)
	}
	return wire.Reply{}, err
}
