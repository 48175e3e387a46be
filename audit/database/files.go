package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// ErrLost is wrapped by every error that says that a file of an open database was
// removed, replaced or cut: what is written from now on would be read by nobody.
var ErrLost = errors.New("a file of the database was removed, replaced or cut")

// Files returns the paths of the files that make up the database at path, it first.
func Files(path string) []string { return []string{path, path + "-wal", path + "-shm"} }

// secure makes sure that the database's file exists and that only its user may open it.
// SQLite gives the files beside it the same mode. A file that exists is not opened:
// closing it would drop the locks that this process holds on it.
func secure(path string) error {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case err == nil:
		if err := file.Close(); err != nil {
			return err
		}
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	if err := regular(path); err != nil {
		return err
	}
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Perm()&0o077 == 0 {
		return err
	}
	return os.Chmod(path, 0o600)
}

// regular refuses a database of which anything is no regular file: opening a FIFO or a
// device may wait for ever.
func regular(path string) error {
	for i, file := range append(Files(path), path+"-journal") {
		info, err := os.Lstat(file)
		switch {
		case i > 0 && errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case !info.Mode().IsRegular():
			return fmt.Errorf("%s is not a regular file", filepath.Base(file))
		}
	}
	return nil
}

// files are those of an open database, by their paths.
type files map[string]os.FileInfo

// identify notes which files the open database at path has. Those beside it are
// missing where the file system cannot do with a write-ahead log.
func identify(path string) (files, error) {
	found := files{}
	for _, file := range Files(path) {
		info, err := os.Stat(file)
		switch {
		case err == nil:
			found[file] = info
		case file == path || !errors.Is(err, fs.ErrNotExist):
			return nil, err
		}
	}
	return found, nil
}

// Lost returns an ErrLost when a file of the database is no longer at its path, or has
// become smaller, which none does while it is open; else nil. It costs some microseconds.
// A file that comes back is lost no more. One goroutine at a time may call it.
func (d *DB) Lost() error {
	for path, opened := range d.files {
		now, err := os.Stat(path)
		if err != nil || !os.SameFile(opened, now) || now.Size() < opened.Size() {
			return fmt.Errorf("%w: %s", ErrLost, filepath.Base(path))
		}
		d.files[path] = now
	}
	return nil
}

// BringIn moves what was committed from the write-ahead log into the database: when the
// log has lost its name, a kill of the process would lose it. It cuts no file. conn is a
// connection of an open database. What is moved already costs nothing.
func BringIn(conn interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}) error {
	_, err := conn.ExecContext(context.Background(), "PRAGMA wal_checkpoint(FULL)")
	return err
}
