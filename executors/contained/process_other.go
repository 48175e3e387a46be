//go:build !linux

package contained

import (
	"context"
	"fmt"
	"os/exec"
	"time"
)

// Child reports whether this process was started to watch over another. Here there are
// no watchers.
func Child() bool { return false }

// Process is a command that runs.
type Process struct{ command *exec.Cmd }

// Start starts the command. When ctx ends it is killed. Nothing here keeps it from
// touching what the user may touch.
func (c Command) Start(ctx context.Context) (*Process, error) {
	path, err := c.find()
	if err != nil {
		return nil, fmt.Errorf("finding the program: %w", err)
	}
	command := exec.CommandContext(ctx, path, c.Args...)
	command.Dir, command.Env, command.WaitDelay = c.Folder, append([]string{}, c.Environment...), 3*time.Second
	command.Stdin, command.Stdout, command.Stderr = c.Input, c.Output, c.Error
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("starting the program: %w", err)
	}
	return &Process{command}, nil
}

// Wait waits until the program is gone. The error is an *exec.ExitError where the
// program ended with one. Call it once.
func (p *Process) Wait() error { return p.command.Wait() }

// Landlock returns the version of Landlock that holds programs here: 0, there is none.
func Landlock() int { return 0 }
