package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"assent/consent/canonical"
	"assent/executors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The bounds of what a server lists.
const (
	maxTools   = 1000
	maxListing = 16 << 20 // bytes of all tools
	freshTime  = time.Minute

	goodbyeTime = 2 * time.Second // for a server that is told that the session is over
)

// connection is a session with a server that runs.
type connection struct {
	session *mcp.ClientSession
	ctx     context.Context // ends with it
	close   func()          // ends it, and waits until its program is gone
	now     func() time.Time
	changed func(tools [][]byte) // the server lists other tools

	listing sync.Mutex // held over asking for the list
	mu      sync.Mutex
	digests map[string]string // of the tools that it listed last, by name
	listed  time.Time         // zero: the list is out of date
}

// over reports whether the session has ended.
func (c *connection) over() bool { return c.ctx.Err() != nil }

// connect starts the server, or calls it at its address, and lists its tools. It ends with
// ctx, or when that takes too long. The error is an *executors.Error.
func (e *Executor) connect(ctx context.Context, s Server) (*connection, error) {
	if s.Silent != "" {
		return nil, &executors.Error{Reason: executors.ServiceMissing, Message: s.Silent}
	}
	ctx, stop := context.WithCancel(ctx)
	limit := s.Timeout
	if limit == 0 {
		limit = startTime
	}
	late := time.AfterFunc(limit, stop)
	c := &connection{ctx: ctx, now: e.options.Now}
	transport, gone, err := e.transport(ctx, s)
	if err != nil {
		stop()
		return nil, err
	}
	client := mcp.NewClient(&mcp.Implementation{Name: "assent", Version: e.options.Version}, &mcp.ClientOptions{
		Capabilities:           &mcp.ClientCapabilities{},
		Logger:                 slog.New(slog.DiscardHandler),
		MultiRoundTrip:         &mcp.MultiRoundTripOptions{Disabled: true},
		ToolListChangedHandler: func(context.Context, *mcp.ToolListChangedRequest) { c.outdated() },
	})
	c.session, err = client.Connect(ctx, transport, nil)
	if err == nil {
		context.AfterFunc(ctx, func() { c.session.Close() }) // also where it does not list its tools
		_, err = c.list(ctx)
	}
	inTime := late.Stop()
	c.close = func() {
		if s.URL != "" && c.session != nil { // which is told that the session is over
			time.AfterFunc(goodbyeTime, stop)
			_ = c.session.Close()
		}
		stop()
		gone()
	}
	if err != nil || !inTime {
		c.close()
		if !inTime {
			return nil, missing(err, "The server did not start in time.")
		}
		return nil, missing(err, "The server was started, but does not speak the Model Context Protocol as it should.")
	}
	go func() {
		_ = c.session.Wait()
		c.close()
	}()
	return c, nil
}

// outdated says that the tools are to be listed again before the next call.
func (c *connection) outdated() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.listed = time.Time{}
}

// check returns nil when the bound tool is what it was when the person saw it.
func (c *connection) check(ctx context.Context, b Binding) error {
	tools, err := c.fresh(ctx)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return &executors.Error{Reason: executors.HostError, Message: "The server does not say which tools it has.", Err: err}
	}
	c.mu.Lock()
	digest, ok := c.digests[b.Tool]
	c.mu.Unlock()
	switch {
	case ok && digest == b.Digest:
		return nil
	case !ok:
		return executors.Errorf(executors.UnsupportedTool, "The server does not have this tool any more.")
	}
	if tools == nil {
		if tools, err = c.list(ctx); err != nil {
			return &executors.Error{Reason: executors.HostError, Message: "The server does not say which tools it has.", Err: err}
		}
	}
	c.changed(tools)
	return executors.Errorf(executors.TargetChanged, "The server changed this tool. Nothing was sent; the person is asked to look at it first.")
}

// fresh lists the tools where that was not done lately, and returns them then.
func (c *connection) fresh(ctx context.Context) (tools [][]byte, err error) {
	c.mu.Lock()
	fresh := !c.listed.IsZero() && c.now().Sub(c.listed) < freshTime
	c.mu.Unlock()
	if fresh {
		return nil, nil
	}
	return c.list(ctx)
}

// list asks for all pages of the server's tools and returns each as a JSON object.
func (c *connection) list(ctx context.Context) (tools [][]byte, err error) {
	c.listing.Lock()
	defer c.listing.Unlock()
	digests := map[string]string{}
	size := 0
	for cursor := ""; ; {
		page, err := c.session.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
		var refused *jsonrpc.Error
		if errors.As(err, &refused) && refused.Code == jsonrpc.CodeMethodNotFound {
			break // a server without tools
		}
		if err != nil {
			return nil, fmt.Errorf("listing its tools: %w", err)
		}
		for _, tool := range page.Tools {
			data, err := json.Marshal(tool)
			if err != nil {
				return nil, fmt.Errorf("listing its tools: %w", err)
			}
			tools, size = append(tools, data), size+len(data)
			digests[tool.Name] = canonical.Digest(data)
			if len(tools) > maxTools || size > maxListing {
				return nil, fmt.Errorf("listing its tools: there are more than %d, or more than %d MiB", maxTools, maxListing>>20)
			}
		}
		if cursor = page.NextCursor; cursor == "" || len(page.Tools) == 0 {
			break
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.digests, c.listed = digests, c.now()
	return tools, nil
}

// List starts a server, or calls it at its address, lists its tools, each a JSON object,
// and ends it. The error is an *executors.Error.
func (e *Executor) List(ctx context.Context, s Server) ([][]byte, error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(e.ctx, stop)()
	c, err := e.connect(ctx, s)
	if err != nil {
		return nil, err
	}
	defer c.close()
	tools, err := c.list(ctx)
	if err != nil {
		return nil, missing(err, "The server does not say which tools it has.")
	}
	return tools, nil
}
