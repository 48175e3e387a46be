package contained

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"time"

	"github.com/go-json-experiment/json"
)

// endTime is how long a watcher may take to end what it watches.
const endTime = 3 * time.Second

// Process is a command that runs.
type Process struct {
	watcher *exec.Cmd
	life    *os.File // what the watcher watches: closed, everything ends
	cancel  func() bool
}

// Start starts the command. When ctx ends, or this process does, all of it is killed.
// An error says that nothing runs; os.ErrNotExist that there is no such program.
func (c Command) Start(ctx context.Context) (*Process, error) {
	if !asked.Load() {
		return nil, ErrEmbedded
	}
	path, err := c.find()
	if err != nil {
		return nil, fmt.Errorf("finding the program: %w", err)
	}
	order, err := json.Marshal(order{
		Step: stepWatch, Path: path, Args: append([]string{c.Program}, c.Args...), Offline: c.Offline, Memory: c.Memory,
		Writable: c.Writable, Readable: append(around(path, c.variable("HOME"), c.variable("PATH")), c.Readable...),
	})
	if err != nil {
		return nil, fmt.Errorf("naming the program: %w", err)
	}
	watched, life, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer watched.Close()
	trouble, said, err := os.Pipe()
	if err != nil {
		life.Close()
		return nil, err
	}
	defer trouble.Close()

	watcher := exec.Command("/proc/self/exe", argument)
	watcher.Dir, watcher.Env = c.Folder, append(c.Environment[:len(c.Environment):len(c.Environment)], variable+"="+string(order))
	watcher.Stdin, watcher.Stdout, watcher.Stderr = c.Input, c.Output, c.Error
	watcher.ExtraFiles = []*os.File{watched, said}
	watcher.WaitDelay = endTime
	watcher.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err = watcher.Start()
	said.Close()
	if err != nil {
		life.Close()
		return nil, fmt.Errorf("starting the watcher: %w", err)
	}
	p := &Process{watcher: watcher, life: life}
	p.cancel = context.AfterFunc(ctx, p.end)
	if err := startError(trouble); err != nil {
		p.end()
		_ = p.Wait()
		return nil, err
	}
	return p, nil
}

// startError waits until the program runs, or says why it does not.
func startError(trouble io.Reader) error {
	said, err := io.ReadAll(io.LimitReader(trouble, 1<<10))
	if err != nil {
		return fmt.Errorf("hearing from the watcher: %w", err)
	}
	if len(said) > 0 {
		return errors.New(string(said))
	}
	return nil
}

// end has the watcher kill everything. One that does not is killed itself, and what it
// started with it.
func (p *Process) end() {
	p.life.Close()
	time.AfterFunc(endTime, func() { _ = p.watcher.Process.Kill() })
}

// Wait waits until the program and all that it started are gone. The error is an
// *exec.ExitError where the program ended with one; the code of a signal is 128 and its
// number. Call it once.
func (p *Process) Wait() error {
	err := p.watcher.Wait()
	p.cancel()
	p.life.Close()
	return err
}
