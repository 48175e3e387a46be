package contained

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"syscall"

	"github.com/go-json-experiment/json"
	"golang.org/x/sys/unix"
)

// A program that is started with this argument and this variable takes a step towards
// the command that the variable holds.
const (
	argument = "contained"
	variable = "ASSENT_CONTAINED"
)

// order is what a process of ours is to do: to watch over another, or to put itself
// under the rules and become the program.
type order struct {
	Step               string
	Path               string
	Args               []string
	Writable, Readable []string
	Offline            bool
	Memory             int64
}

const (
	stepWatch  = "watch"
	stepBecome = "become"
)

// The files of a watcher beside the standard ones.
const (
	lifeFile    = 3 // closed at the other end when everything must end
	troubleFile = 4 // says why the program could not start
)

// asked says that this program asked whether it is a child. One that did not, as a test
// in which an engine is embedded, would run all of itself again as its own child.
var asked atomic.Bool

// Child reports whether this process was started to watch over another. If so it has
// done it, and main returns at once:
//
//	func main() {
//		if contained.Child() {
//			return
//		}
//		…
//	}
func Child() bool {
	asked.Store(true)
	said, ok := os.LookupEnv(variable)
	if !ok || len(os.Args) != 2 || os.Args[1] != argument {
		return false
	}
	os.Unsetenv(variable)
	var o order
	if err := json.Unmarshal([]byte(said), &o); err != nil {
		os.Exit(exitTrouble)
	}
	if o.Step == stepWatch {
		unix.Exit(watch(o)) // at once: a race detector would wait for a second first
	}
	complain(troubleFile-1, become(o)) // it returns only with an error
	os.Exit(exitTrouble)
	return true
}

// exitTrouble is the exit code of a watcher whose program could not start.
const exitTrouble = 125

// complain writes why the program cannot start to a file of that number.
func complain(file uintptr, err error) {
	_, _ = os.NewFile(file, "trouble").WriteString(err.Error())
}

// become puts this process under the rules and makes it the program.
func become(o order) error {
	// Whatever else is open here is not the program's, even where our own starter left it open.
	if err := unix.CloseRange(troubleFile-1, math.MaxUint32, unix.CLOSE_RANGE_CLOEXEC); err != nil {
		unix.CloseOnExec(troubleFile - 1)
	}
	_ = unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{})
	if o.Memory > 0 {
		if err := unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: uint64(o.Memory), Max: uint64(o.Memory)}); err != nil {
			return fmt.Errorf("limiting its memory: %w", err)
		}
	}
	if err := restrict(o); err != nil {
		return fmt.Errorf("keeping it to its folders: %w", err)
	}
	return fmt.Errorf("starting it: %w", syscall.Exec(o.Path, o.Args, os.Environ()))
}

// watch starts the program in a process group of its own, waits for it, and ends all
// that it started when it ends, or when whoever started this does. It returns the
// program's exit code.
func watch(o order) int {
	runtime.LockOSThread() // the program ends with the thread that started it
	unix.CloseOnExec(lifeFile)
	unix.CloseOnExec(troubleFile)
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		complain(troubleFile, fmt.Errorf("watching over it: %w", err))
		return exitTrouble
	}
	program, err := startBecoming(o)
	if err != nil {
		complain(troubleFile, err)
		return exitTrouble
	}
	for _, file := range []int{0, 1, 2, troubleFile} {
		_ = unix.Close(file) // they are the program's
	}
	go func() {
		for _, err := unix.Read(lifeFile, make([]byte, 1)); errors.Is(err, unix.EINTR); {
			_, err = unix.Read(lifeFile, make([]byte, 1))
		}
		_ = program.Kill()
	}()
	return reap(program.Pid)
}

// startBecoming starts the process that becomes the program. Where it must have no
// network it gets one of its own with nothing in it, if the kernel lets it.
func startBecoming(o order) (*os.Process, error) {
	o.Step = stepBecome
	said, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	attributes := os.ProcAttr{
		Env:   append(os.Environ(), variable+"="+string(said)),
		Files: []*os.File{os.Stdin, os.Stdout, os.Stderr, os.NewFile(troubleFile, "trouble")},
		Sys:   &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL},
	}
	if o.Offline {
		alone := *attributes.Sys
		alone.Cloneflags = unix.CLONE_NEWUSER | unix.CLONE_NEWNET
		alone.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		alone.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
		attempt := attributes
		attempt.Sys = &alone
		if program, err := os.StartProcess("/proc/self/exe", []string{os.Args[0], argument}, &attempt); err == nil {
			return program, nil
		}
	}
	return os.StartProcess("/proc/self/exe", []string{os.Args[0], argument}, &attributes)
}

// reap waits for the program, then kills what is left of it until nothing is. It
// returns the program's exit code.
func reap(program int) (code int) {
	ended := false
	for {
		var status unix.WaitStatus
		pid, err := unix.Wait4(-1, &status, 0, nil)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil: // there are no children any more
			return code
		case pid == program:
			ended = true
			code = status.ExitStatus()
			if status.Signaled() {
				code = 128 + int(status.Signal())
			}
			_ = unix.Kill(-program, unix.SIGKILL)
		}
		if ended {
			killChildren()
		}
	}
}

// killChildren kills the children of this process: those that left the program's group
// are handed to it once their own parents are gone.
func killChildren() {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return
	}
	self := fmt.Sprint(os.Getpid())
	for _, entry := range entries {
		var pid int
		if n, err := fmt.Sscanf(entry.Name(), "%d", &pid); n != 1 || err != nil {
			continue
		}
		stat, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue
		}
		// The program's name, in parentheses, may hold anything. The state and the parent follow.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(fields) > 1 && fields[1] == self {
			_ = unix.Kill(pid, unix.SIGKILL)
		}
	}
}
