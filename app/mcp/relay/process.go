package relay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"time"
)

// endTime is how long a server may take to end after its input ended.
const endTime = 3 * time.Second

// Run relays between a client and the server that a command starts, until either ends.
// The error is an *exec.ExitError where the server ended with one.
func Run(ctx context.Context, guard *Guard, command []string, in io.Reader, out, errs io.Writer) error {
	defer guard.Close()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	server := exec.CommandContext(ctx, command[0], command[1:]...)
	server.Stderr, server.WaitDelay = errs, endTime
	toServer, err := server.StdinPipe()
	if err != nil {
		return err
	}
	fromServer, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	if err := server.Start(); err != nil {
		return fmt.Errorf("starting the server: %w", err)
	}
	relay := NewStdio(guard, out, toServer)
	go func() {
		err := relay.FromClient(ctx, in)
		toServer.Close()
		if err != nil { // the client cannot be heard any more
			stop()
		}
		time.AfterFunc(endTime, stop)
	}()
	relayed := relay.FromServer(ctx, fromServer)
	ended := server.Wait()
	if ctx.Err() != nil {
		return nil
	}
	return errors.Join(ended, relayed)
}
