package ingress

import (
	"errors"
	"net"

	"golang.org/x/sys/unix"
)

// PeerUID returns the user id of the process at the other end, as the kernel knows it.
func PeerUID(conn *net.UnixConn) (int, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return 0, err
	}
	var peer *unix.Ucred
	controlErr := raw.Control(func(fd uintptr) {
		peer, err = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	if err := errors.Join(controlErr, err); err != nil {
		return 0, err
	}
	return int(peer.Uid), nil
}
