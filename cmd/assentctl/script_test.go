package main

import (
	"bufio"
	"errors"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// serveUntilEnd is the script command "serve FLAGS…": an engine in the background that
// listens when the command returns and ends with the script.
func serveUntilEnd(ts *testscript.TestScript, _ bool, args []string) {
	cmd := command(ts, append([]string{"serve"}, args...))
	errs, err := cmd.StderrPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	running := ts.Value(engine{}).(*engine)
	running.cmd = cmd
	ts.Defer(func() {
		cmd.Process.Signal(syscall.SIGTERM)
		cmd.Wait()
	})
	lines := bufio.NewScanner(errs)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "listening on ") {
			go func() {
				for lines.Scan() {
					select {
					case running.said <- lines.Text():
					default: // nobody asks
					}
				}
			}()
			return
		}
		ts.Logf("%s", lines.Text())
	}
	ts.Fatalf("the engine did not start")
}

// engine is a script's, the last one started, and what it says on standard error once it
// listens.
type engine struct {
	cmd  *exec.Cmd
	said chan string
}

// says is the script command "says TEXT": it waits until the engine said that.
func says(ts *testscript.TestScript, _ bool, args []string) {
	deadline := time.After(20 * time.Second)
	for {
		select {
		case line := <-ts.Value(engine{}).(*engine).said:
			if strings.Contains(line, args[0]) {
				return
			}
			ts.Logf("[engine] %s", line)
		case <-deadline:
			ts.Fatalf("the engine does not say %q", args[0])
		}
	}
}

// crash is the script command "crash": the engine is killed.
func crash(ts *testscript.TestScript, _ bool, _ []string) {
	cmd := ts.Value(engine{}).(*engine).cmd
	ts.Check(cmd.Process.Kill())
	cmd.Wait()
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
