// Command assentctl is everything of Assent without a window: the engine for
// servers and tests, and the tools around it (contract §11).
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"assent/app"
	"assent/app/folder"
	"assent/cmd/manual"

	"github.com/spf13/cobra"
)

// Exit codes (contract §11). A finding of lint or verify is exitFinding.
const (
	exitOK      = 0
	exitFinding = 1
	exitUsage   = 2
	exitDenied  = 3
	exitError   = 4
)

// exit is an error with the exit code it stands for. An empty message prints nothing.
type exit struct {
	code    int
	message string
}

func (e exit) Error() string { return e.message }

func main() {
	if app.Child() {
		return
	}
	signal.Ignore(syscall.SIGPIPE) // a host that stops reading is a write error, not our end
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run runs one command line and returns its exit code.
func run(ctx context.Context, args []string, in io.Reader, out, errs io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(ctx)
	var e exit
	switch {
	case err == nil:
		return exitOK
	case !errors.As(err, &e):
		e = exit{exitUsage, err.Error()}
	}
	if e.message != "" {
		fmt.Fprintln(errs, "assentctl: "+e.message)
	}
	return e.code
}

// flags are those that every command takes.
type flags struct{ data, socket string }

func (f *flags) places() (folder.Places, error) { return folder.FindPlaces(f.data, f.socket) }

func newRoot() *cobra.Command {
	f := &flags{}
	root := &cobra.Command{
		Use:           "assentctl",
		Short:         "Run an agent's tool calls on this machine, with consent, without a window",
		Version:       app.Version,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.PersistentFlags().StringVar(&f.data, "data", "", "data `folder` (default $XDG_DATA_HOME/assent)")
	root.PersistentFlags().StringVar(&f.socket, "socket", "", "`path` of the engine's socket (default run/assent.sock in the data folder with --data, else $XDG_RUNTIME_DIR/assent/assent.sock)")
	root.AddCommand(newServe(f), newAgent(f), newCall(f), newManifest(f), newAudit(f), newExplain(f), newDoctor(f), newClock(f), newScenario(), newMCP(f), newHook(f), newACP(f), newSandbox(f))
	root.AddCommand(manual.Command(root))
	nameArguments(root)
	return root
}

// newGroup is a command that has only commands below it: one that is none of them is
// wrong usage.
func newGroup(use, short string) *cobra.Command {
	return &cobra.Command{Use: use, Short: short, Args: cobra.NoArgs, RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() }}
}
