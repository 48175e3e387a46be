package main

import (
	"bufio"
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// serveUntilEnd is the script command "serve FLAGS…": an engine in the background that
// listens when the command returns and ends with the script.
func serveUntilEnd(ts *testscript.TestScript, _ bool, args []string) {
	cmd := command(ts, append([]string{"serve"}, args...))
	errs, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	})
	lines := bufio.NewScanner(errs)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "listening on ") {
			go func() {
				for lines.Scan() {
				}
			}()
			return
		}
		ts.Logf("%s", lines.Text())
	}
	ts.Fatalf("the engine did not start")
}

// exits is the script command "exits CODE ARGS…": assentctl with these arguments must
// exit with that code. What it prints is logged, and matched with "exits CODE -out
// TEXT ARGS…".
func exits(ts *testscript.TestScript, _ bool, args []string) {
	code, err := strconv.Atoi(args[0])
	ts.Check(err)
	args = args[1:]
	var want string
	if args[0] == "-out" {
		want, args = args[1], args[2:]
	}
	out, err := command(ts, args).CombinedOutput()
	ts.Logf("assentctl %s\n%s", strings.Join(args, " "), out)
	got := 0
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != code {
		ts.Fatalf("exit code %d, want %d", got, code)
	}
	if !strings.Contains(string(out), want) {
		ts.Fatalf("the output lacks %q", want)
	}
}

func command(ts *testscript.TestScript, args []string) *exec.Cmd {
	path, err := exec.LookPath("assentctl")
	ts.Check(err)
	cmd := exec.Command(path, args...)
	cmd.Dir = ts.Getenv("WORK")
	for _, name := range []string{"HOME", "PATH", "XDG_DATA_HOME", "DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS", "TESTSCRIPT_COMMAND"} {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	return cmd
}
