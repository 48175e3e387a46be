// Command project_cli is a restricted command line over the user's own calendar, contacts
// and notes, made for an agent's tool (004, contract §17): a module, a method, and an
// input that the method's schema judges. It runs nothing, opens no network and reads
// nothing outside its home.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"assent/cmd/project_cli/calendar"
	"assent/cmd/project_cli/contacts"
	"assent/cmd/project_cli/memory"
	"assent/cmd/project_cli/router"
)

// Exit codes. A call that fails says why on standard output.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// modules are all there is.
func modules() []router.Module {
	return []router.Module{calendar.Module(), contacts.Module(), memory.Module()}
}

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr, time.Now())) }

// run runs one command line and returns its exit code.
func run(args []string, in io.Reader, out, errs io.Writer, now time.Time) int {
	code := exitOK
	root := newRoot(now, &code)
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errs)
	if err := root.Execute(); err != nil {
		fmt.Fprintln(errs, "project_cli: "+err.Error())
		return exitUsage
	}
	return code
}
