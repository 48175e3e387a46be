package projectcli

import (
	"bytes"
	"context"
	"errors"
	"os"
	"time"

	"assent/executors"
	"assent/executors/contained"
)

const (
	maxMemory = 2 << 30 // bytes of data that each of a CLI's processes may have

	// ending is how long a call waits for its processes to be gone once its time is over.
	ending = 60 * time.Millisecond

	// offlineLandlock is the first version of Landlock that keeps a program from the network.
	offlineLandlock = 4
)

// canPreview reports whether a program can be kept from changing and sending anything:
// only then may it run before anybody was asked.
func canPreview() bool { return contained.Landlock() >= offlineLandlock }

// command is what the plan's CLI is started with: no shell, an empty environment, its
// folders and nothing else. The input comes by standard input.
func (p *plan) command(flags ...string) contained.Command {
	cli := p.method.cli
	words := append([]string{}, cli.Command[1:]...)
	words = append(append(words, p.method.module, p.method.name, "--json"), flags...)
	return contained.Command{
		Program: cli.Command[0], Args: words, Folder: "/",
		Environment: []string{"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + p.home, "LANG=" + lang()},
		Writable:    cli.Folders,
		Memory:      maxMemory,
		Input:       bytes.NewReader(p.input),
	}
}

// lang is the user's locale, in which a CLI may word its messages.
func lang() string {
	if lang := os.Getenv("LANG"); lang != "" {
		return lang
	}
	return "C.UTF-8"
}

// errTooMuch says that a program wrote more than it may.
var errTooMuch = errors.New("the program wrote too much")

// runToEnd starts a command and returns what it wrote to its standard output, at most
// limit bytes, whatever its exit code. It returns soon after ctx ends; by then, or some
// moments later, nothing of the command is left. Its error stream goes nowhere.
func runToEnd(ctx context.Context, c contained.Command, limit int) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type outcome struct {
		out []byte
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		out := &bounded{left: limit, over: cancel}
		c.Output = out
		process, err := c.Start(ctx)
		if err == nil {
			_ = process.Wait() // its answer says how it went, its exit code does not
		}
		if out.tooMuch {
			err = errTooMuch
		}
		done <- outcome{out.data.Bytes(), err}
	}()
	select {
	case o := <-done:
		if o.err == nil {
			o.err = ctx.Err()
		}
		return o.out, o.err
	case <-ctx.Done():
	}
	late := time.NewTimer(ending)
	defer late.Stop()
	select {
	case o := <-done:
		if errors.Is(o.err, errTooMuch) {
			return nil, o.err
		}
	case <-late.C:
	}
	return nil, ctx.Err()
}

// bounded keeps what is written, up to a limit, and calls over when there is more.
type bounded struct {
	data    bytes.Buffer
	left    int
	tooMuch bool
	over    func()
}

func (b *bounded) Write(data []byte) (int, error) {
	if len(data) > b.left {
		b.tooMuch = true
		b.over()
		return 0, errTooMuch
	}
	b.left -= len(data)
	return b.data.Write(data)
}

// failure says why a CLI could not be run, without a word of what it wrote.
func failure(ctx context.Context, err error) *executors.Error {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return executors.Errorf(executors.ToolTimeout, "The project CLI did not answer within the time limit, and was stopped.")
	case ctx.Err() != nil:
		return executors.Errorf(executors.Interrupted, "The project CLI was stopped.")
	case errors.Is(err, errTooMuch):
		return executors.Errorf(executors.TooLarge, "The project CLI answered with more than 5 MiB. Ask for less.")
	case errors.Is(err, os.ErrNotExist), errors.Is(err, os.ErrPermission):
		return executors.Errorf(executors.ServiceMissing, "The program of this project CLI is not there or cannot be run. The user can look in Assent's settings.")
	}
	return &executors.Error{Reason: executors.Internal, Message: "The project CLI could not be started.", Err: err}
}
