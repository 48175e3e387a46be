//go:build !unix

package ingress

import "syscall"

// afterHangUp has nothing to watch where connections are refused, see PeerUID.
func afterHangUp(syscall.Conn, func()) {}
