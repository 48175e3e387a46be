//go:build unix

package calendar

import (
	"errors"
	"io/fs"

	files "assent/app/folder"

	"golang.org/x/sys/unix"
)

// handle is an open folder: ten thousand files are read by as few calls of the kernel as
// there can be.
type handle struct {
	path folder
	fd   int // -1: the folder is not there
}

func openFolder(path string) (handle, error) {
	fd, err := unix.Open(path, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return handle{folder(path), -1}, nil
	}
	return handle{folder(path), fd}, err
}

func (h handle) close() {
	if h.fd >= 0 {
		unix.Close(h.fd)
	}
}

// read reads a file into memory, or more of it, and returns what it read.
func (h handle) read(e entry, memory []byte) ([]byte, error) {
	if !e.regular {
		return readFile(h.path.path(e.name))
	}
	fd, err := unix.Openat(h.fd, e.name, unix.O_RDONLY|unix.O_NONBLOCK|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return memory[:0], err
	}
	defer unix.Close(fd)
	if memory == nil {
		memory = make([]byte, 16<<10)
	}
	memory = memory[:cap(memory)]
	for read := 0; ; {
		if read == len(memory) {
			if read > maxFile {
				return memory[:0], files.ErrTooLarge
			}
			memory = append(memory, make([]byte, len(memory)*3)...)
			memory = memory[:cap(memory)]
		}
		n, err := unix.Read(fd, memory[read:])
		switch {
		case err == unix.EINTR:
		case err != nil:
			return memory[:0], err
		case n == 0:
			return memory[:read], nil
		default:
			read += n
		}
	}
}
