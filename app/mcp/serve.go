package mcp

import (
	"context"
	"crypto/rand"
	"regexp"
	"strings"
	"sync"
	"time"

	"assent/app/host"
	"assent/app/wire"
	"assent/assets"

	"github.com/go-json-experiment/json/jsontext"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Server is Assent's scopes as an MCP server. Its fields are set before it is used.
type Server struct {
	Version  string
	Socket   string        // the engine's
	Client   string        // the program at the other end, as the person named it; empty: by its own word
	Title    string        // the client as people call it; empty: as it is named
	Deadline time.Duration // how long a person may take to decide about one call

	// Start starts an engine and returns when one listens. It is called where none
	// does; nil: nothing can be started.
	Start func(context.Context) error

	mu     sync.Mutex
	agents map[string]*host.Agent // by agent_id
}

// Run serves the program at the other end of a transport, as standard input and output,
// until its end.
func (s *Server) Run(ctx context.Context, transport sdk.Transport) error {
	defer s.close()
	conversation := "mcp-" + rand.Text()
	server := s.server(func(req *sdk.CallToolRequest) (*host.Agent, wire.Request) {
		return s.agent(s.Client, req), wire.Request{CallKey: wire.CallKey{ConversationID: conversation}}
	})
	return server.Run(ctx, transport)
}

// server makes an MCP server. place says which agent a call is of, and where it stands.
func (s *Server) server(place func(*sdk.CallToolRequest) (*host.Agent, wire.Request)) *sdk.Server {
	server := sdk.NewServer(&sdk.Implementation{Name: "assent", Title: "Assent", Version: s.Version}, &sdk.ServerOptions{
		Instructions: "These tools act on the user's own computer, through Assent, which asks the user where it matters. An answer may take as long as the user does. A refusal is the user's: do not work around it.",
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{}},
	})
	for _, tool := range tools() {
		server.AddTool(tool, func(ctx context.Context, req *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			agent, r := place(req)
			r.Shape = wire.Nested // it has more words for a no
			r.Tool, r.Arguments = req.Params.Name, jsontext.Value(req.Params.Arguments)
			defer tellProgress(ctx, req)()
			reply, late, err := agent.Call(ctx, r)
			if err == nil && reply.Status == wire.StatusOK {
				return result(reply), nil
			}
			return refusal(Words(reply, late, err)), nil
		})
	}
	return server
}

// agent returns the agent that a client is, which is made at its first call.
func (s *Server) agent(client string, req *sdk.CallToolRequest) *host.Agent {
	id, name := "mcp."+client, s.Title
	if client == "" {
		id, name = selfNamed(req)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.agents == nil {
		s.agents = map[string]*host.Agent{}
	}
	if s.agents[id] == nil {
		s.agents[id] = &host.Agent{ID: id, Deadline: s.Deadline, Start: s.Start, Link: host.Link{
			Socket: s.Socket,
			Introduce: func(ctx context.Context, c *host.Client) error {
				_, err := c.Declare(ctx, id, name, assets.MCPManifest)
				return err
			},
		}}
	}
	return s.agents[id]
}

func (s *Server) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range s.agents {
		a.Link.Close()
	}
}

var notInClient = regexp.MustCompile(`[^a-z0-9_-]+`)

// selfNamed returns the agent that a program calls itself: its claim, and shown as one.
func selfNamed(req *sdk.CallToolRequest) (id, name string) {
	claim := "unnamed"
	if info := req.ClientInfo(); info != nil {
		if clean := strings.Trim(notInClient.ReplaceAllString(strings.ToLower(info.Name), "-"), "-_"); clean != "" {
			claim = clean[:min(len(clean), 24)]
		}
	}
	return "mcp.self." + claim, claim + " (its own word)"
}
