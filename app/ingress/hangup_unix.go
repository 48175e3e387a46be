//go:build unix

package ingress

import (
	"net"

	"golang.org/x/sys/unix"
)

// afterHangUp calls hangUp once the connection is gone both ways: poll reports
// POLLHUP only then, not when the host merely ended its own writing.
func afterHangUp(conn *net.UnixConn, hangUp func()) {
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
