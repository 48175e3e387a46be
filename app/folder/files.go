package folder

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Errors of ReadFile, each in an *fs.PathError.
var (
	ErrNotRegular = errors.New("not a regular file")
	ErrTooLarge   = errors.New("the file is too large")
)

// ReadFile reads the regular file at path, to which a link may lead, when it has at most
// limit bytes. Anything else, as a FIFO or a device, could keep who reads it waiting for
// ever: it is ErrNotRegular, and not even opened. All that Assent reads by itself is read
// so; what a person names on the command line may be a pipe of theirs.
func ReadFile(path string, limit int64) ([]byte, error) {
	no := func(err error) ([]byte, error) { return nil, &fs.PathError{Op: "read", Path: path, Err: err} }
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return no(ErrNotRegular)
	}
	file, err := openAtOnce(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() { // it was replaced meanwhile
		return no(ErrNotRegular)
	}
	data, err := io.ReadAll(io.LimitReader(file, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return no(ErrTooLarge)
	}
	return data, nil
}

// WriteFile replaces the file at path, with mode 0600, so that a crash leaves the old
// or the new one, and once it returned the new one.
func WriteFile(path string, data []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(data)
	if err = errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		return err
	}
	if err := os.Rename(temporary.Name(), path); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(path))
}
