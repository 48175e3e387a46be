//go:build unix

package ingress

import (
	"io"
	"net"
	"syscall"
)

// withoutWaiting returns what writes to out as much as it takes at once; nil where out
// may have to be waited for. What fails is not written: who may wait fails again.
func withoutWaiting(out io.Writer) func([]byte) int {
	conn, ok := out.(*net.UnixConn)
	if !ok {
		return nil
	}
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil
	}
	return func(text []byte) (n int) {
		raw.Write(func(fd uintptr) bool {
			n, _ = syscall.Write(int(fd), text)
			return true
		})
		return max(n, 0)
	}
}
