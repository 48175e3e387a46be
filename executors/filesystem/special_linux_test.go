package filesystem

import (
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"assent/executors"
	"assent/executors/executortest"

	"golang.org/x/sys/unix"
)

func TestOnlyRegularFiles(t *testing.T) {
	home := newHome(t)
	if err := unix.Mkfifo(filepath.Join(home, "fifo"), 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", filepath.Join(home, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	var cases []executortest.Case
	for _, path := range []string{
		"~/fifo", "~/socket", "~/", "/dev/zero", "/dev/tty", "/dev/stdin", "/dev/fd/0", "/dev/ptmx", "/proc/kmsg", "/proc/self/mem", "/proc/self/environ",
		"/proc/self/cmdline", "/proc/1/maps", "/sys/kernel/uevent_seqnum", "/proc/self/task/../status",
	} {
		for _, tool := range []string{"read_file", "file_info"} {
			if tool == "file_info" && path == "~/" {
				continue
			}
			cases = append(cases, executortest.Case{
				Name: tool + path, Request: request(tool, `{"path":"`+path+`"}`), Reason: executors.NotAFile,
			})
		}
	}
	for _, path := range []string{"~/fifo", "~/socket", "/dev/null", "/proc", "/proc/self/fd", "/sys", "/sys/kernel"} {
		cases = append(cases, executortest.Case{
			Name: "list" + path, Request: request("list_directory", `{"path":"`+path+`"}`), Reason: executors.NotADirectory,
		})
	}
	executortest.Conform(t, func(*testing.T) executors.Executor { return New(Options{Home: home}) }, cases)
}

// again runs the calling test in a process of its own and reports whether this
// is that process.
func again(t *testing.T, attributes *syscall.SysProcAttr, environment ...string) bool {
	const mark = "ASSENT_TEST_PROCESS"
	if os.Getenv(mark) == t.Name() {
		return true
	}
	child := exec.Command("/proc/self/exe", "-test.run=^"+t.Name()+"$", "-test.timeout=1m")
	child.Env = append(append(os.Environ(), mark+"="+t.Name()), environment...)
	child.SysProcAttr = attributes
	if out, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	return false
}

// TestPermissionDenied runs as a user who is not root: root may read everything.
func TestPermissionDenied(t *testing.T) {
	home := os.Getenv("ASSENT_TEST_HOME")
	if home == "" {
		home = newHome(t)
		write(t, filepath.Join(home, "closed"), "content")
		write(t, filepath.Join(home, "shut", "file"), "content")
		for path, mode := range map[string]os.FileMode{"closed": 0, "shut": 0o600, ".": 0o755} {
			if err := os.Chmod(filepath.Join(home, path), mode); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(filepath.Dir(home), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if !again(t, nil, "ASSENT_TEST_HOME="+home) {
		return
	}
	if os.Getuid() == 0 {
		if err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(65534), syscall.Setuid(65534)); err != nil {
			t.Fatal(err)
		}
	}
	e := New(Options{Home: home})
	for path, tools := range map[string][]string{
		"~/closed":    {"read_file", "file_info"},
		"~/shut/file": {"read_file", "file_info", "list_directory"},
		"~/shut":      {"list_directory"},
	} {
		for _, tool := range tools {
			plan := prepare(t, e, tool, path)
			if _, err := plan.Run(t.Context()); reason(err) != executors.PermissionDenied || plan.Facts().Finding == nil {
				t.Errorf("%s %s: %v", tool, path, err)
			}
			if care := plan.Facts().Care; len(care) > 0 {
				t.Errorf("%s %s: care %v inside the home folder", tool, path, care)
			}
		}
	}
}

// TestHangingMount mounts a file system whose server never answers.
func TestHangingMount(t *testing.T) {
	if !again(t, &syscall.SysProcAttr{
		Cloneflags:  unix.CLONE_NEWUSER | unix.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}) {
		return
	}
	home := t.TempDir()
	server, err := unix.Open("/dev/fuse", unix.O_RDWR|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(server) // lets go of everything that hangs
	mount := filepath.Join(home, "dead")
	if err := os.Mkdir(mount, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := unix.Mount("dead", mount, "fuse", 0, fuseOptions(server)); err != nil {
		t.Fatal(err)
	}
	defer unix.Unmount(mount, unix.MNT_DETACH)

	e := New(Options{Home: home})
	start := time.Now()
	plan := prepare(t, e, "read_file", "~/dead/file")
	if took := time.Since(start); took > executors.PrepareLimit {
		t.Errorf("preparing took %v", took)
	}
	if facts := plan.Facts(); facts.Finding == nil || !slices.Equal(keys(facts.Care), []string{"care.unresponsive"}) {
		t.Errorf("finding %v, care %v", facts.Finding, facts.Care)
	}
	if _, err := plan.Run(t.Context()); reason(err) != executors.ToolTimeout {
		t.Errorf("running: %v", err)
	}

	listing := prepare(t, e, "file_info", "~/") // the folder above still answers
	if err := listing.Facts().Finding; err != nil {
		t.Error(err)
	}
	above := prepare(t, e, "list_directory", "~/")
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	start = time.Now()
	_, err = above.Run(ctx) // looks at the mount and hangs
	if took := time.Since(start); reason(err) != executors.ToolTimeout || took > 200*time.Millisecond {
		t.Errorf("listing the folder above: %v after %v", err, took)
	}
}

func fuseOptions(server int) string {
	return "fd=" + strconv.Itoa(server) + ",rootmode=40000,user_id=0,group_id=0"
}
