package filesystem

import (
	"errors"
	"io/fs"
	"syscall"

	"assent/executors"
)

// refusal says for people and machines what the kernel's error means. The paths
// in err go no further.
func refusal(err error) *executors.Error {
	e := executors.Errorf(executors.PathNotFound, "The place where this is stored cannot be reached.")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		e = executors.Errorf(executors.PathNotFound, "There is nothing at this path.")
	case errors.Is(err, syscall.ELOOP):
		e = executors.Errorf(executors.PathNotFound, "The links on this path lead nowhere.")
	case errors.Is(err, syscall.ENAMETOOLONG):
		e = executors.Errorf(executors.PathNotFound, "There is nothing at this path: it is too long.")
	case errors.Is(err, syscall.ENOTDIR):
		e = executors.Errorf(executors.NotADirectory, "A part of this path is a file, not a folder.")
	case errors.Is(err, fs.ErrPermission):
		e = executors.Errorf(executors.PermissionDenied, "This user may not read this.")
	case errors.Is(err, fs.ErrInvalid):
		e = executors.Errorf(executors.NotAFile, "This is not a regular file.")
	case errors.Is(err, fs.ErrClosed):
		e = executors.Errorf(executors.Interrupted, "The call was stopped.")
	}
	var number syscall.Errno
	if errors.As(err, &number) {
		e.Err = number
	}
	return e
}
