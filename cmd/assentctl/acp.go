package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"assent/app/acp"
	"assent/app/host"

	"github.com/spf13/cobra"
)

// clientName is what a program may be called in an agent's id (contract §13).
var clientName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,31}$`)

func newACP(f *flags) *cobra.Command {
	name := ""
	cmd := &cobra.Command{
		Use:   "acp [--client C] -- AGENT ARGS…",
		Short: "Stand between an editor and an agent of the Agent Client Protocol, and ask where it asks",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if name == "" {
				name = nameOf(args[0])
			}
			if !clientName.MatchString(name) {
				return errors.New("a client is called [a-z0-9][a-z0-9_-]{0,31}: say --client")
			}
			places, err := f.places()
			if err != nil {
				return err
			}
			agent := host.NewCodingAgent(places.Socket, "acp."+name, name, name, acp.Patience)
			defer agent.Close()
			return relayACP(cmd.Context(), agent, args, cmd.InOrStdin(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	cmd.Flags().StringVar(&name, "client", "", "what the agent is called in its id (default: the name of AGENT)")
	return cmd
}

var notInClient = regexp.MustCompile(`[^a-z0-9_-]+`)

// nameOf makes a program's name one that a client may have.
func nameOf(program string) string {
	name := strings.ToLower(filepath.Base(program))
	name = strings.TrimLeft(notInClient.ReplaceAllString(name, "-"), "-_")
	return name[:min(len(name), 32)]
}

// endWait is how long an agent has to end after the editor did.
const endWait = 5 * time.Second

// relayACP runs the agent until it ends. The error has its exit code.
func relayACP(ctx context.Context, asker acp.Asker, args []string, in io.Reader, out, errs io.Writer) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	command := exec.CommandContext(ctx, args[0], args[1:]...)
	command.Stderr = errs
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = endWait
	toAgent, err := command.StdinPipe()
	if err != nil {
		return exit{exitFinding, err.Error()}
	}
	fromAgent, err := command.StdoutPipe()
	if err != nil {
		return exit{exitFinding, err.Error()}
	}
	if err := command.Start(); err != nil {
		return exit{exitFinding, fmt.Sprintf("the agent does not start: %v", err)}
	}
	relay := acp.NewRelay(asker, out, toAgent)
	go func() { // it may wait for the editor for ever, and ends with the process
		_ = relay.FromEditor(in)
		toAgent.Close()
		time.AfterFunc(endWait, cancel)
	}()
	relayed := relay.FromAgent(ctx, fromAgent)
	if relayed != nil {
		cancel() // the editor is gone
	}
	err = command.Wait()
	var ended *exec.ExitError
	switch {
	case errors.As(err, &ended) && ended.ExitCode() > 0:
		return exit{code: ended.ExitCode()}
	case err != nil:
		return exit{exitFinding, fmt.Sprintf("the agent ended: %v", err)}
	}
	return nil
}
