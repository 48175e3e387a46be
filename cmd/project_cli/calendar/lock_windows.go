package calendar

import (
	"os"

	"golang.org/x/sys/windows"
)

const nonBlocking = 0

// lockFile waits for the lock of a file, which is kept until the file is closed.
func lockFile(file *os.File) error {
	return windows.LockFileEx(windows.Handle(file.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, new(windows.Overlapped))
}
