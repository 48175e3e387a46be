// Command assent is the desktop app: it listens for an agent's tool calls, asks the
// person, runs what they allow, and shows what happened (contract §11).
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package main

import (
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"assent/app"
	"assent/app/folder"
	"assent/app/ui"
)

// Exit codes, as assentctl's.
const (
	exitOK    = 0
	exitUsage = 2
	exitError = 4
)

// gcPercent is how much garbage may gather, in percent of what is in use: the app stands
// by all day and makes little.
const gcPercent = 50

func main() {
	if app.Child() {
		return
	}
	signal.Ignore(syscall.SIGPIPE)
	log.SetOutput(ui.ToolkitLog(os.Stderr))
	debug.SetGCPercent(gcPercent)
	os.Exit(run(os.Args[1:]))
}

// run runs the app and returns its exit code.
func run(args []string) int {
	flags := flag.NewFlagSet("assent", flag.ContinueOnError)
	data := flags.String("data", "", "data `folder` (default $XDG_DATA_HOME/assent)")
	socket := flags.String("socket", "", "`path` of the socket (default run/assent.sock in the data folder with --data, else $XDG_RUNTIME_DIR/assent/assent.sock)")
	demo := flags.Bool("demo", false, "show how it works: a data folder and socket of its own, and a clock that can be moved")
	hidden := flags.Bool("hidden", false, "start in the tray, without a window, where there is a tray")
	speak := flags.Bool("speak", false, "have questions spoken, by speech-dispatcher")
	var orders []string
	flags.Func("fake", "make up what `NAME=VALUE` says, for tests, with --data: "+app.FakeNames, func(order string) error {
		orders = append(orders, order)
		return nil
	})
	version := flags.Bool("version", false, "print the version")
	switch err := flags.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK
	case err != nil:
		return exitUsage
	case flags.NArg() > 0:
		fmt.Fprintf(os.Stderr, "assent: %q is not understood; see assent --help\n", flags.Arg(0))
		return exitUsage
	case *version:
		fmt.Println("assent version " + app.Version)
		return exitOK
	}
	fakes, err := app.ParseFakes(orders, *data)
	if err != nil {
		fmt.Fprintln(os.Stderr, "assent: --fake "+err.Error())
		return exitUsage
	}
	places, err := findPlaces(*data, *socket, *demo)
	if err == nil {
		err = start(places, options{*demo, *hidden, *speak, fakes})
	}
	var locked *folder.Locked
	switch {
	case errors.As(err, &locked):
		return handOver(locked)
	case err != nil:
		fmt.Fprintln(os.Stderr, "assent: "+err.Error())
		return exitError
	}
	return exitOK
}
