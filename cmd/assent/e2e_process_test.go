//go:build linux

package main_test

import (
	"bufio"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"assent/executors/desktoptest"
)

// process is a program on the machine.
type process struct {
	cmd   *exec.Cmd
	out   desktoptest.Output
	ended chan struct{} // closed when it ended
}

// faults are what no program may ever say.
var faults = []string{"panic: ", "DATA RACE", "Error in Fyne call thread"}

// run starts a program; it ends with the test. What it writes goes to the transcript,
// and each line of its standard error to heard, which may be nil.
func (m *machine) run(name string, heard func(line string), args ...string) *process {
	m.t.Helper()
	cmd := exec.Command(name, args...)
	p := &process{cmd: cmd, ended: make(chan struct{})}
	cmd.Env, cmd.Stdout = m.env, io.MultiWriter(&p.out, m.out)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	read, write := io.Pipe()
	cmd.Stderr = write
	if err := cmd.Start(); err != nil {
		m.t.Fatal(err)
	}
	said := make(chan struct{})
	go func() {
		defer close(said)
		lines := bufio.NewScanner(read)
		for lines.Scan() {
			m.say("%s: %s", filepath.Base(name), lines.Text())
			if slices.ContainsFunc(faults, func(f string) bool { return strings.Contains(lines.Text(), f) }) {
				m.t.Errorf("%s: %s", filepath.Base(name), lines.Text())
			}
			if heard != nil {
				heard(lines.Text())
			}
		}
	}()
	go func() {
		defer close(p.ended)
		cmd.Wait()
		write.Close()
		<-said
	}()
	m.t.Cleanup(func() {
		m.kept.Do(m.keepPicture)
		p.stop()
	})
	return p
}

// stop asks the program and what it started to end, and makes them.
func (p *process) stop() {
	group := -p.cmd.Process.Pid
	syscall.Kill(group, syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(5 * time.Second):
		syscall.Kill(group, syscall.SIGKILL)
		<-p.ended
	}
}

// code waits for the program's end and returns its exit code.
func (p *process) code(t *testing.T) int {
	t.Helper()
	select {
	case <-p.ended:
	case <-time.After(patience + 30*time.Second): // of which the person may take 30 s
		t.Fatalf("%s does not end", p.cmd)
	}
	return p.cmd.ProcessState.ExitCode()
}
