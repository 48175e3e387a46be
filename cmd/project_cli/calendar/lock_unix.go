//go:build unix

package calendar

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// nonBlocking keeps the opening of a FIFO from waiting for its other end.
const nonBlocking = syscall.O_NONBLOCK

// lockFile waits for the lock of a file, which is kept until the file is closed.
func lockFile(file *os.File) error {
	for {
		if err := unix.Flock(int(file.Fd()), unix.LOCK_EX); err != unix.EINTR {
			return err
		}
	}
}
