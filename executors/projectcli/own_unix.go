//go:build unix

package projectcli

import (
	"errors"
	"io"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// readOwn reads a regular file of this user's that nobody else may write and that has at
// most limit bytes. It follows no link at its end.
func readOwn(path string, limit int64) ([]byte, error) {
	file, err := os.OpenFile(path, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no regular file")
	case !ok || int(owner.Uid) != os.Geteuid():
		return nil, errors.New("it belongs to another user")
	case info.Mode().Perm()&0o022 != 0:
		return nil, errors.New("others may write it; close it with chmod go-w")
	case info.Size() > limit:
		return nil, errors.New("it is larger than 1 MiB")
	}
	return io.ReadAll(io.LimitReader(file, limit))
}
