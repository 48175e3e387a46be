//go:build linux

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/assenttest"
	"assent/executors/desktoptest"
)

// benchEngine is an engine that allows everything, on a data folder of its own.
type benchEngine struct {
	desktop *desktoptest.Desktop
	dir     string
	socket  string
	serve   *exec.Cmd
	errs    *bufio.Reader // of serve
}

// startEngine starts an engine that ends with the benchmark.
func startEngine(b *testing.B, desktop *desktoptest.Desktop) *benchEngine {
	e := &benchEngine{desktop: desktop, dir: b.TempDir()}
	e.socket = filepath.Join(desktop.Runtime, "bench-"+filepath.Base(e.dir)+".sock")
	for name, content := range map[string]string{"answers.json": assenttest.Allowing, "manifest.json": benchManifest} {
		if err := os.WriteFile(filepath.Join(e.dir, name), []byte(content), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	e.start(b)
	return e
}

// data is the engine's data folder.
func (e *benchEngine) data() string { return filepath.Join(e.dir, "data") }

// assentctl returns a command that speaks with the engine.
func (e *benchEngine) assentctl(args ...string) *exec.Cmd {
	cmd := exec.Command("assentctl", append([]string{"--data", e.data(), "--socket", e.socket}, args...)...)
	cmd.Env = e.desktop.Env()
	return cmd
}

// start starts the engine and waits until it listens.
func (e *benchEngine) start(b *testing.B) {
	e.serve = e.assentctl("serve", "--answers", filepath.Join(e.dir, "answers.json"))
	e.errs = launch(b, e.serve, (*exec.Cmd).StderrPipe)
	if line, err := e.errs.ReadString('\n'); err != nil || !strings.HasPrefix(line, "listening on ") {
		b.Fatalf("serve said %q, %v", line, err)
	}
}

// stop ends the engine, as a person does.
func (e *benchEngine) stop(b *testing.B) {
	if err := e.serve.Process.Signal(os.Interrupt); err != nil {
		b.Fatal(err)
	}
	io.Copy(io.Discard, e.errs)
	e.serve.Wait()
}

// connect adds an agent that has all it declares, and connects its host.
func (e *benchEngine) connect(b *testing.B) *server {
	add := e.assentctl("agent", "add", filepath.Join(e.dir, "manifest.json"), "--agent-id", "bench")
	if out, err := add.CombinedOutput(); err != nil {
		b.Fatalf("agent add: %v\n%s", err, out)
	}
	return e.dial(b)
}

func (e *benchEngine) dial(b *testing.B) *server { return dial(b, e.socket, e.serve.Process) }

// launch starts a program that ends with the benchmark and returns one of its outputs.
func launch(b *testing.B, cmd *exec.Cmd, output func(*exec.Cmd) (io.ReadCloser, error)) *bufio.Reader {
	out, err := output(cmd)
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return bufio.NewReader(out)
}
