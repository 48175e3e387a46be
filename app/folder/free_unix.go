//go:build linux || darwin

package folder

import (
	"os"

	"golang.org/x/sys/unix"
)

// Free returns how many bytes the disk that file is on has left for this user, and false
// where that is not known.
func Free(file *os.File) (bytes int64, known bool) {
	var disk unix.Statfs_t
	if err := unix.Fstatfs(int(file.Fd()), &disk); err != nil {
		return 0, false
	}
	return int64(disk.Bavail) * int64(disk.Bsize), true
}
