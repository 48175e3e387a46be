package filesystem

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

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
		"~/fifo", "~/socket", "~/", "/dev/zero", "/dev/tty", "/dev/ptmx", "/proc/kmsg", "/proc/self/mem", "/proc/self/environ",
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
		defer os.Chmod(filepath.Join(home, "shut"), 0o755) // or it could not be removed
	}
	if !executortest.Again(t, nil, "ASSENT_TEST_HOME="+home) {
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
