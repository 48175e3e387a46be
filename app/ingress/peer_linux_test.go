package ingress

import (
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// dialEnv names a socket that this test, run again, connects to instead of testing.
const dialEnv = "ASSENT_TEST_DIAL"

func TestMain(m *testing.M) {
	path := os.Getenv(dialEnv)
	if path == "" {
		os.Exit(m.Run())
	}
	conn, err := net.Dial("unix", path)
	if err != nil {
		os.Exit(1)
	}
	io.Copy(io.Discard, conn) // until it was looked at
}

// told is a session that keeps what program it came from.
type told struct{ from chan [2]string }

func (s told) From(path, parent string)               { s.from <- [2]string{path, parent} }
func (told) Receive([]byte) (begin func(done func())) { return nil }
func (told) EndOfInput()                              {}
func (told) HangUp()                                  {}

type teller struct{ session told }

func (e teller) Connect(func([]byte, func())) told { return e.session }

// TestHostIsKnownByItsProgram: whatever a host says, the kernel knows its executable and
// that of what started it.
func TestHostIsKnownByItsProgram(t *testing.T) {
	t.Parallel()
	path := filepath.Join(shortDir(t), "s")
	listener, err := Listen(path)
	must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	engine := teller{told{make(chan [2]string, 1)}}
	served := make(chan error)
	go func() { served <- Serve(ctx, listener, engine) }()
	defer func() { stop(); must(t, <-served) }()
	self, err := os.Executable()
	must(t, err)
	self, err = filepath.EvalSymlinks(self)
	must(t, err)

	conn, err := net.Dial("unix", path)
	must(t, err)
	if got := <-engine.session.from; got[0] != self || got[1] != program(os.Getppid()) {
		t.Errorf("this test is %q", got)
	}
	conn.Close()

	// A shell that calls itself another program starts one that connects.
	shell, err := filepath.EvalSymlinks("/bin/sh")
	must(t, err)
	child := exec.CommandContext(t.Context(), shell, "-c", `"$0"; :`, self)
	child.Args[0], child.Env = "assent", append(os.Environ(), dialEnv+"="+path)
	must(t, child.Start())
	if got := <-engine.session.from; got != [2]string{self, shell} {
		t.Errorf("this test from a shell is %q", got)
	}
	stop()
	must(t, child.Wait())
}

// TestNoProgram: of a process that is gone nothing is told.
func TestNoProgram(t *testing.T) {
	t.Parallel()
	gone := exec.Command("true")
	must(t, gone.Run())
	if path := program(gone.Process.Pid); path != "" {
		t.Errorf("a process that is gone is %q", path)
	}
	if parent := parentOf(gone.Process.Pid); parent != 0 {
		t.Errorf("its parent is %d", parent)
	}
}
