//go:build !linux

package filesystem

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"assent/executors"
)

func canHold() error { return nil }

// hold opens path without reading it and returns where it really is. What would
// wait or wake a device when opened is not: its file is refused, fs.ErrInvalid.
func hold(path string) (file *os.File, real string, err error) {
	if real, err = filepath.EvalSymlinks(path); err != nil {
		return nil, "", err
	}
	there, err := os.Lstat(real)
	if err != nil {
		return nil, "", err
	}
	if !there.Mode().IsRegular() && !there.IsDir() {
		return nil, "", fs.ErrInvalid
	}
	if file, err = os.OpenFile(real, os.O_RDONLY|syscall.O_NONBLOCK, 0); err != nil {
		return nil, "", err
	}
	held, err := file.Stat()
	if err == nil && !os.SameFile(held, there) {
		err = fs.ErrNotExist
	}
	if err != nil {
		file.Close()
		return nil, "", err
	}
	return file, real, nil
}

// holdCached holds nothing: what may wait is not known here.
func holdCached(string) *os.File { return nil }

// reopen opens the path that file was opened by; the caller checks that it is
// the same file.
func reopen(file *os.File) (*os.File, error) {
	return os.OpenFile(file.Name(), os.O_RDONLY|syscall.O_NONBLOCK, 0)
}

// reopenUnnoticed is not to be had here.
func reopenUnnoticed(*os.File) (*os.File, error) { return nil, executors.ErrTrace }

// readable needs no look: hold has opened the file for reading.
func readable(*os.File, os.FileInfo, bool) error { return nil }

// storageOf is not known here; these systems have no file system that the kernel makes up.
func storageOf(*os.File) (storage, error) { return other, nil }

// links is not known here.
func links(os.FileInfo) uint64 { return 1 }

// lstatIn describes what folder holds under name, following no link there.
func lstatIn(folder *os.File, name string) (os.FileInfo, error) {
	return os.Lstat(filepath.Join(folder.Name(), name))
}

// mountOf is not known here.
func mountOf(*os.File) (id uint64, known bool) { return 0, false }

// oneWay reports whether only one path leads to a file; here nobody tells.
func oneWay(*os.File, os.FileInfo, string) bool { return false }
