package ingress

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/wire"
)

// TestDialRefusesOthers: an engine of another user is told nothing, whoever could reach it.
func TestDialRefusesOthers(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("needs to be root to become another user")
	}
	t.Parallel()
	path := filepath.Join(shortDir(t), "s")
	listener, err := listenAs(65534, path)
	must(t, err)
	defer listener.Close()
	heard := make(chan string, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			heard <- err.Error()
			return
		}
		line, _ := io.ReadAll(conn)
		heard <- string(line)
	}()
	if _, err := Dial(t.Context(), path); err == nil || !strings.Contains(err.Error(), "belongs to another user") {
		t.Errorf("dialling ended with %v", err)
	}
	if line := <-heard; line != "" {
		t.Errorf("the other user's engine was told %q", line)
	}
}

func TestDial(t *testing.T) {
	t.Parallel()
	path, stop := newWorld(t, "").serve()
	conn, err := Dial(t.Context(), path)
	must(t, err)
	defer conn.Close()
	var refusal *wire.Error
	if err := conn.Write(make([]byte, wire.MaxInbound+1)); !errors.As(err, &refusal) || refusal.Code != wire.LineTooLong {
		t.Errorf("a line too long: %v", err)
	}
	line := []byte(quick + "rest")
	must(t, conn.Write(line[:len(quick)]))
	if string(line) != quick+"rest" {
		t.Errorf("the line became %q", line)
	}
	if answer, err := conn.Read(); err != nil || !strings.HasPrefix(string(answer), `{"type":"control"`) {
		t.Errorf("got %s, %v", answer, err)
	}
	stop()
	if _, err := conn.Read(); err != io.EOF {
		t.Errorf("after the engine's end: %v", err)
	}
	if _, err := Dial(t.Context(), path); !errors.Is(err, ErrNoEngine) || !strings.Contains(err.Error(), path) {
		t.Errorf("dialling nobody: %v", err)
	}
	if _, err := Dial(t.Context(), filepath.Join(t.TempDir(), strings.Repeat("x", 200))); err == nil || errors.Is(err, ErrNoEngine) {
		t.Errorf("dialling what cannot be: %v", err)
	}
}
