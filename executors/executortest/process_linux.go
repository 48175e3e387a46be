package executortest

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// Again runs the calling test in a process of its own, with these attributes and
// more of an environment, and reports whether this is that process. Where the system
// does not allow such a process, the test is skipped.
func Again(t *testing.T, attributes *syscall.SysProcAttr, environment ...string) bool {
	t.Helper()
	const mark = "ASSENT_TEST_PROCESS"
	if os.Getenv(mark) == t.Name() {
		return true
	}
	child := exec.Command("/proc/self/exe", "-test.run=^"+t.Name()+"$", "-test.timeout=1m")
	child.Env = append(append(os.Environ(), mark+"="+t.Name()), environment...)
	child.SysProcAttr = attributes
	out, err := child.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		t.Errorf("%v\n%s", err, out)
	case err != nil:
		t.Skipf("this system does not let processes have what this test needs: %v", err)
	}
	return false
}

// OwnNamespaces are the attributes of a process in namespaces of its own, where it
// may do what root may: unix.CLONE_NEWNS, unix.CLONE_NEWNET.
func OwnNamespaces(flags uintptr) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | flags,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
	}
}
