package ingress

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// PeerUID returns the user id of the process at the other end, as the kernel knows it.
func PeerUID(conn *net.UnixConn) (int, error) {
	peer, err := peerOf(conn)
	if err != nil {
		return 0, err
	}
	return int(peer.Uid), nil
}

// peerProgram returns the executables of the process at the other end and of the one that
// started it; empty ones where they cannot be told.
func peerProgram(conn *net.UnixConn) (path, parent string) {
	peer, err := peerOf(conn)
	if err != nil {
		return "", ""
	}
	return program(int(peer.Pid)), program(parentOf(int(peer.Pid)))
}

// program returns a process's executable. Of another user's the kernel tells nothing.
func program(pid int) string {
	path, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(path, " (deleted)")
}

// parentOf returns the process that started another, 0 where it cannot be told.
func parentOf(pid int) int {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, after, _ := strings.Cut(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " ") // the name before may hold anything
	fields := strings.Fields(after)
	if len(fields) < 2 {
		return 0
	}
	parent, err := strconv.Atoi(fields[1])
	if err != nil {
		return 0
	}
	return parent
}

func peerOf(conn *net.UnixConn) (*unix.Ucred, error) {
	raw, err := conn.SyscallConn()
	if err != nil {
		return nil, err
	}
	var peer *unix.Ucred
	controlErr := raw.Control(func(fd uintptr) {
		peer, err = unix.GetsockoptUcred(int(fd), unix.SOL_SOCKET, unix.SO_PEERCRED)
	})
	if err := errors.Join(controlErr, err); err != nil {
		return nil, err
	}
	return peer, nil
}
