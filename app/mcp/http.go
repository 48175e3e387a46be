package mcp

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"assent/app/host"
	"assent/app/loopback"
	"assent/app/wire"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Path is where an MCP endpoint of Assent's is.
const Path = "/mcp"

// stateless is the first version of the protocol without sessions.
const stateless = "2026-07-28"

// idleSession is how long a session may be silent.
const idleSession = time.Hour

// ServeHTTP serves clients with tokens at listener until ctx ends, and says on out where.
func (s *Server) ServeHTTP(ctx context.Context, listener net.Listener, tokens *Tokens, out io.Writer) error {
	defer s.close()
	return serveHTTP(ctx, listener, tokens.guard(s.handler()), out)
}

// handler routes a request by its version of the protocol: newer ones have no session.
func (s *Server) handler() http.Handler {
	get := func(server *sdk.Server) func(*http.Request) *sdk.Server {
		return func(*http.Request) *sdk.Server { return server }
	}
	sessions := sdk.NewStreamableHTTPHandler(get(s.server(func(req *sdk.CallToolRequest) (*host.Agent, wire.Request) {
		return s.agent(req.Extra.TokenInfo.UserID, req), wire.Request{CallKey: wire.CallKey{ConversationID: "mcp-" + req.Session.ID()}}
	})), &sdk.StreamableHTTPOptions{SessionTimeout: idleSession})
	single := sdk.NewStreamableHTTPHandler(get(s.server(func(req *sdk.CallToolRequest) (*host.Agent, wire.Request) {
		return s.agent(req.Extra.TokenInfo.UserID, req), wire.Request{CallKey: wire.CallKey{ConversationID: "mcp-" + rand.Text()}, NoWindow: true}
	})), &sdk.StreamableHTTPOptions{Stateless: true, PropagateRequestCancellation: true})
	mux := http.NewServeMux()
	mux.HandleFunc(Path, func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Mcp-Protocol-Version") >= stateless {
			single.ServeHTTP(w, r)
			return
		}
		sessions.ServeHTTP(w, r)
	})
	return mux
}

// serveHTTP serves a handler to programs of this machine until ctx ends. The first line
// on out is where.
func serveHTTP(ctx context.Context, listener net.Listener, handler http.Handler, out io.Writer) error {
	if err := json.NewEncoder(out).Encode(map[string]string{"url": "http://" + listener.Addr().String() + Path}); err != nil {
		return fmt.Errorf("saying where: %w", err)
	}
	return loopback.Serve(ctx, listener, loopback.Guard(listener, handler, func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, loopback.Refusal, http.StatusForbidden)
	}))
}
