//go:build unix

package ingress

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// afterHangUp calls hangUp once the connection is gone both ways, or the pipe has no
// reader: poll reports POLLHUP and POLLERR only then, not when the host merely ended
// its own writing.
func afterHangUp(conn syscall.Conn, hangUp func()) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return
	}
	raw.Control(func(fd uintptr) {
		for {
			_, err := unix.Poll([]unix.PollFd{{Fd: int32(fd)}}, -1)
			if err != unix.EINTR {
				break
			}
		}
	})
	hangUp()
}
