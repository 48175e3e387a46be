package clients

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"assent/app/folder"

	"github.com/aymanbagabas/go-udiff"
)

// fileLimit is how large a configuration file may be that is edited, in bytes. Claude
// Code keeps its projects' history in the same file.
const fileLimit = 64 << 20

// ErrChanged says that a file was written by another program between reading and
// writing it. Nothing was changed.
var ErrChanged = errors.New("another program wrote it just now: close that program, or try again")

// Change is what would be different in one file. The zero Change changes nothing.
type Change struct {
	Path          string // the real file
	Before, After []byte // nil: there is no file
}

// Empty reports whether there is nothing to do.
func (c Change) Empty() bool {
	return bytes.Equal(c.Before, c.After) && (c.Before == nil) == (c.After == nil)
}

// Diff returns the difference as text, empty when there is none.
func (c Change) Diff() string {
	return udiff.Unified(c.Path, c.Path, string(c.Before), string(c.After))
}

// Apply writes the change, unless the file is not what it was any more: then it returns
// ErrChanged. What was there is kept beside it when keep is set. The file is written
// whole, with its mode; a folder that is missing is made.
func (c Change) Apply(keep bool) error {
	now, err := read(c.Path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, c.Before) || (now == nil) != (c.Before == nil) {
		return ErrChanged
	}
	if keep {
		if err := folder.WriteFile(backup(c.Path, c.After, c.Before == nil), c.Before); errors.Is(err, fs.ErrNotExist) {
			if err := os.MkdirAll(filepath.Dir(c.Path), 0o700); err != nil {
				return err
			}
			return c.Apply(keep)
		} else if err != nil {
			return fmt.Errorf("keeping it as it was: %w", err)
		}
	}
	if c.After == nil {
		return os.Remove(c.Path)
	}
	return write(c.Path, c.After)
}

// write replaces the file, keeping its mode.
func write(path string, data []byte) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&0o200 == 0 {
		return &fs.PathError{Op: "write", Path: path, Err: errors.New("the file is read-only")}
	}
	if err := folder.WriteFile(path, data); err != nil {
		return err
	}
	if info != nil {
		return os.Chmod(path, info.Mode().Perm())
	}
	return nil
}

// read returns a file's content, nil when it is not there.
func read(path string) ([]byte, error) {
	data, err := folder.ReadFile(path, fileLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && data == nil {
		data = []byte{}
	}
	return data, err
}

// realPath follows links: the file is written where it really is.
func realPath(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	switch _, dangling := os.Lstat(path); {
	case err == nil:
		return real, nil
	case errors.Is(err, fs.ErrNotExist) && dangling != nil:
		return path, nil
	}
	return "", fmt.Errorf("following the link %s: %w", path, err)
}

// The endings of what is kept beside a file: its content before a change, or that there
// was no file. The name holds a digest of what the change wrote, so that it is known
// later whether nothing else changed since.
const (
	backupEnding = ".before-assent"
	noneEnding   = ".none-before-assent"
)

func backup(path string, after []byte, none bool) string {
	ending := backupEnding
	if none {
		ending = noneEnding
	}
	digest := sha256.Sum256(after)
	return fmt.Sprintf("%s.%x%s", path, digest[:4], ending)
}

// kept returns what was there before the change that wrote after, and the file that
// keeps it; ok is false when nothing was kept.
func kept(path string, after []byte) (before []byte, file string, ok bool) {
	for _, none := range []bool{false, true} {
		file := backup(path, after, none)
		data, err := folder.ReadFile(file, fileLimit)
		switch {
		case err != nil:
		case none:
			return nil, file, true
		default:
			return append([]byte{}, data...), file, true
		}
	}
	return nil, "", false
}

// home puts a path of the table below the home folder.
func home(folder, path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(folder, rest)
	}
	return path
}
