package main

import (
	"bufio"
	"bytes"
	"context"
	"net"
	"path/filepath"
	"strings"
	"testing"
)

// Who waits for a person can be stopped: Ctrl-C ends what run is given.
func TestWaitingCanBeStopped(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "s")
	listener, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	ctx, stop := context.WithCancel(t.Context())
	go func() { // an engine whose person is away
		defer stop()
		if conn, err := listener.Accept(); err == nil {
			bufio.NewReader(conn).ReadString('\n')
		}
	}()
	var errs bytes.Buffer
	code := run(ctx, []string{"call", "--socket", path, "--agent", "agent-1", "--tool", "read_file"}, nil, &errs, &errs)
	if code != exitUsage || !strings.Contains(errs.String(), "stopped before the engine answered") {
		t.Errorf("exit code %d, said %q", code, errs.String())
	}
}
