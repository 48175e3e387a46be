package mcp

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"assent/app/host"
	"assent/app/wire"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Path is where an MCP endpoint of Assent's is.
const Path = "/mcp"

// stateless is the first version of the protocol without sessions.
const stateless = "2026-07-28"

// Bounds of one connection over HTTP.
const (
	headerTime  = 10 * time.Second
	headerBytes = 64 << 10
	idleSession = time.Hour
	closingTime = 3 * time.Second
)

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
	if address, ok := listener.Addr().(*net.TCPAddr); ok && address.IP.IsLoopback() {
		handler = loopbackOnly(handler)
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: headerTime, MaxHeaderBytes: headerBytes}
	if err := json.NewEncoder(out).Encode(map[string]string{"url": "http://" + listener.Addr().String() + Path}); err != nil {
		return fmt.Errorf("saying where: %w", err)
	}
	stop := context.AfterFunc(ctx, func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closingTime)
		defer cancel()
		if server.Shutdown(closing) != nil {
			server.Close()
		}
	})
	defer stop()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
