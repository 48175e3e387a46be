package relay

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"sync"
	"time"

	"assent/app/host"
	"assent/app/mcp/declare"
	"assent/app/wire"
)

// Words are what a client is told of a reply that is no yes; package mcp has them.
type Words func(reply wire.Reply, late bool, err error) []string

// Guard asks an engine about the guarded requests of one server. Its fields are set
// before it is used; its methods are safe for concurrent use.
type Guard struct {
	Server   string   // NAME
	Client   string   // the program at the other end; empty: none is named
	Identity []string // the words of the server's command, or its URL
	Socket   string   // the engine's
	Deadline time.Duration
	Start    func(context.Context) error
	Words    Words

	once    sync.Once
	agent   host.Agent
	retries retries

	mu       sync.Mutex
	list     lister         // how the server was asked for its tools last
	tools    []declare.Tool // what it said
	manifest []byte
	listed   bool // tools and manifest are there, and nothing says that they changed
}

// lister asks a server for its tools.
type lister func(context.Context) ([]declare.Tool, error)

// AgentID returns the id of the server as an agent: another command under a known name
// is another agent (contract §13).
func (g *Guard) AgentID() string {
	sum := sha256.Sum256([]byte(strings.Join(g.Identity, "\x00")))
	id := "mcp."
	if g.Client != "" {
		id += g.Client + "."
	}
	return id + g.Server + "." + hex.EncodeToString(sum[:3])
}

func (g *Guard) desk() *host.Agent {
	g.once.Do(func() {
		g.agent = host.Agent{ID: g.AgentID(), Deadline: g.Deadline, Start: g.Start}
		g.agent.Link = host.Link{Socket: g.Socket, Introduce: g.introduce}
	})
	return &g.agent
}

// Close hangs up.
func (g *Guard) Close() { g.desk().Link.Close() }

// pass asks about a guarded request. After a yes it calls run, which has the server do it
// and gives its reply, false where none came. It returns what the client is told in the
// server's place, nil when run told it.
func (g *Guard) pass(ctx context.Context, session string, single bool, m message, list lister, run func(context.Context) (reply, bool)) []byte {
	if g.retries.take(session, m, time.Now()) {
		g.run(ctx, session, m, run)
		return nil
	}
	wanted, ok := m.asks()
	if !ok {
		return toRefused(&refused{m.id, codeInvalidRequest, m.method + " names nothing"})
	}
	if err := g.ensureListed(ctx, list); err != nil {
		return toNo(m, notListed(err))
	}
	told := false
	answer, late, ran, err := g.desk().Run(ctx, wire.Request{
		CallKey: wire.CallKey{ConversationID: session}, Shape: wire.Nested, NoWindow: single,
		Tool: wanted.tool, Arguments: wanted.arguments,
	}, func(ctx context.Context) (err error) {
		told, err = g.run(ctx, session, m, run)
		return err
	})
	switch {
	case ran && told:
		return nil
	case ran:
		return toNo(m, "The server did not answer in time.")
	case err == nil && answer.Reason == wire.ToolNotDeclared:
		return rpcError(m.id, codeInvalidParams, "the server lists no such tool")
	}
	return toNo(m, g.Words(answer, late, err)...)
}

func notListed(err error) string {
	return "The server's tools could not be listed, so nothing was asked: " + err.Error() + "."
}

// errFailed says that the server could not do it, or said so.
var errFailed = errors.New("the server did not do it")

// run has the server do it, and reports whether the client has the server's answer.
func (g *Guard) run(ctx context.Context, session string, m message, run func(context.Context) (reply, bool)) (told bool, err error) {
	answer, told := run(ctx)
	if told {
		g.retries.keep(session, m, answer, time.Now())
	}
	if !told || answer.Error != nil || answer.failed() {
		return told, errFailed
	}
	return true, nil
}
