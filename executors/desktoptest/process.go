//go:build linux

package desktoptest

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// program is something to start: its name, the Debian package that has it, its
// environment and its arguments.
type program struct {
	name, debian string
	env, args    []string
}

func command(name, debian string, env []string, args ...string) program {
	return program{name, debian, env, args}
}

// need fails the test when a program is not installed.
func need(t testing.TB, name, debian string) {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Fatalf("%s is missing: apt-get install %s", name, debian)
	}
}

// launch starts p and ends it with the test. The files become its descriptors 3
// and up. What it wrote is returned by said, for the message of a failure.
func launch(t testing.TB, p program, files ...*os.File) (said func() string) {
	t.Helper()
	need(t, p.name, p.debian)
	cmd := exec.Command(p.name, p.args...)
	var out Output
	cmd.Env, cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = p.env, &out, &out, files
	// A test that is killed has no cleanup: what it started goes with it.
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatalf("starting %s: %v", p.name, err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return out.String
}

// start launches p and returns the line it writes to descriptor 3 when it is
// ready.
func start(t testing.TB, p program) string {
	t.Helper()
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	said := launch(t, p, write)
	write.Close()
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatalf("%s ended before it was ready:\n%s", p.name, said())
	}
	return strings.TrimSpace(line)
}

// shortDir returns a folder of mode 0700 that ends with the test. Its path leaves
// room for a socket's name, which t.TempDir's may not.
func shortDir(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "desktop")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}
