package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"os"

	"assent/app/ingress"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// maxAnswer is how long a line from the engine may be (contract §2), in bytes.
const maxAnswer = 8 << 20

// client is a connection to the engine.
type client struct {
	conn  *net.UnixConn
	lines *bufio.Scanner
}

// dial connects to the engine of the places in f and refuses one of another user. The
// connection ends with ctx: a person who is asked may take for ever.
func dial(ctx context.Context, f *flags) (*client, error) {
	places, err := f.places()
	if err != nil {
		return nil, err
	}
	conn, err := net.DialUnix("unix", nil, &net.UnixAddr{Name: places.Socket, Net: "unix"})
	if err != nil {
		return nil, fmt.Errorf("no engine answers at %s: start assent, or assentctl serve", places.Socket)
	}
	if uid, err := ingress.PeerUID(conn); err != nil || uid != os.Geteuid() {
		conn.Close()
		return nil, fmt.Errorf("the engine at %s belongs to another user", places.Socket)
	}
	lines := bufio.NewScanner(conn)
	lines.Buffer(nil, maxAnswer+1)
	context.AfterFunc(ctx, func() { conn.Close() })
	return &client{conn, lines}, nil
}

func (c *client) close() { c.conn.Close() }

// send writes one line.
func (c *client) send(line any) error {
	data, err := json.Marshal(line, json.Deterministic(true))
	if err != nil {
		return fmt.Errorf("encoding the request: %w", err)
	}
	if _, err := c.conn.Write(append(data, '\n')); err != nil {
		return fmt.Errorf("writing to the engine: %w", err)
	}
	return nil
}

// answer is what of an engine's line tells which request it answers.
type answer struct {
	Type    string `json:"type"`
	Op      string `json:"op"`
	AgentID string `json:"agent_id"`
	Code    string `json:"code"`
	Message string `json:"message"`
	OK      bool   `json:"ok"`
	Details []struct {
		Path    string `json:"path"`
		Message string `json:"message"`
	} `json:"details"`
	raw jsontext.Value
}

// receive reads lines until one is wanted.
func (c *client) receive(wanted func(answer) bool) (answer, error) {
	for c.lines.Scan() {
		var a answer
		if err := json.Unmarshal(c.lines.Bytes(), &a); err != nil {
			return a, fmt.Errorf("reading the engine's answer: %w", err)
		}
		if wanted(a) {
			a.raw = append(a.raw, c.lines.Bytes()...)
			return a, nil
		}
	}
	switch err := c.lines.Err(); {
	case errors.Is(err, net.ErrClosed):
		return answer{}, errors.New("stopped before the engine answered")
	case err != nil:
		return answer{}, fmt.Errorf("reading the engine's answer: %w", err)
	}
	return answer{}, errors.New("the engine ended before it answered")
}

// control sends a control line and decodes its answer into result, when not nil.
func (c *client) control(request map[string]any, result any) error {
	request["type"] = "control"
	if err := c.send(request); err != nil {
		return err
	}
	a, err := c.receive(func(a answer) bool { return a.Type == "control" || a.Type == "error" })
	if err != nil {
		return err
	}
	if !a.OK {
		return exit{exitError, a.Message}
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(a.raw, result)
}
