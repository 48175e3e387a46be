package ingress

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"sync"
	"syscall"

	"assent/app/wire"
)

// ErrNoEngine is the error of Dial where nobody listens.
var ErrNoEngine = errors.New("no engine answers")

// Conn is a host's end of a connection to an engine. Lines are written from any
// goroutine and read by one.
type Conn struct {
	conn    *net.UnixConn
	lines   *bufio.Scanner
	writing sync.Mutex
}

// Dial connects to the engine that listens at path, if it is this user's. ctx bounds
// the connecting alone.
func Dial(ctx context.Context, path string) (*Conn, error) {
	var dialer net.Dialer
	dialled, err := dialer.DialContext(ctx, "unix", path)
	switch {
	case errors.Is(err, syscall.ENOENT), errors.Is(err, syscall.ECONNREFUSED):
		return nil, fmt.Errorf("%w at %s: start assent, or assentctl serve", ErrNoEngine, path)
	case err != nil:
		return nil, fmt.Errorf("connecting to the engine at %s: %w", path, err)
	}
	conn := dialled.(*net.UnixConn)
	if !ours(conn) {
		conn.Close()
		return nil, fmt.Errorf("the engine at %s belongs to another user", path)
	}
	lines := bufio.NewScanner(conn)
	lines.Buffer(nil, wire.MaxOutbound+1)
	return &Conn{conn: conn, lines: lines}, nil
}

// Write sends one line, given without its newline. A line that an engine would not take
// is a *wire.Error, and nothing is sent.
func (c *Conn) Write(line []byte) error {
	if len(line) > wire.MaxInbound {
		return wire.TooLong()
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	if _, err := c.conn.Write(append(slices.Clip(line), '\n')); err != nil {
		return fmt.Errorf("writing to the engine: %w", err)
	}
	return nil
}

// Read returns the next line, which holds until Read is called again; io.EOF when the
// engine ended.
func (c *Conn) Read() ([]byte, error) {
	if c.lines.Scan() {
		return c.lines.Bytes(), nil
	}
	if err := c.lines.Err(); err != nil {
		return nil, fmt.Errorf("reading from the engine: %w", err)
	}
	return nil, io.EOF
}

// Close hangs up.
func (c *Conn) Close() error { return c.conn.Close() }
