package mcp

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"

	"assent/app/folder"
	"assent/app/mcp/relay"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

// WrapHTTP puts a server that speaks streamable HTTP behind the consent, for clients with
// tokens at listener, until ctx ends, and says on out where. guard makes the guard of a
// client.
func WrapHTTP(ctx context.Context, listener net.Listener, tokens *Tokens, out io.Writer, wrapped *relay.HTTP, guard func(client string) *relay.Guard) error {
	var mu sync.Mutex
	guards := map[string]*relay.Guard{}
	wrapped.Guard = func(r *http.Request) *relay.Guard {
		client := auth.TokenInfoFromContext(r.Context()).UserID
		mu.Lock()
		defer mu.Unlock()
		if guards[client] == nil {
			guards[client] = guard(client)
		}
		return guards[client]
	}
	defer func() {
		mu.Lock()
		defer mu.Unlock()
		for _, g := range guards {
			g.Close()
		}
	}()
	mux := http.NewServeMux()
	mux.Handle(Path, wrapped)
	return serveHTTP(ctx, listener, tokens.guard(mux), out)
}

// ReadHeaders reads what a server needs to know of us: lines "Name: value" of a file that
// only this user can read.
func ReadHeaders(path string) (http.Header, error) {
	header := http.Header{}
	if path == "" {
		return header, nil
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, fmt.Errorf("looking at the header file: %w", err)
	case info.Mode().Perm()&0o077 != 0:
		return nil, fmt.Errorf("the header file %s is open to other users: close it with chmod 600", path)
	}
	data, err := folder.ReadFile(path, tokenFileLimit)
	if err != nil {
		return nil, fmt.Errorf("reading the header file: %w", err)
	}
	for number, line := range strings.Split(string(data), "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, value, ok := strings.Cut(line, ":")
		if !ok || strings.TrimSpace(name) == "" {
			return nil, fmt.Errorf("%s, line %d: it is not Name: value", path, number+1)
		}
		header.Add(strings.TrimSpace(name), strings.TrimSpace(value))
	}
	return header, nil
}
