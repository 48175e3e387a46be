package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Places are where an engine keeps its data and listens (contract §2).
type Places struct{ Data, Socket string }

// FindPlaces completes the places given on the command line, empty ones from the
// environment. It creates nothing.
func FindPlaces(data, socket string) (Places, error) {
	if data == "" {
		data = os.Getenv("XDG_DATA_HOME")
		if data == "" {
			home, err := os.UserHomeDir()
			if err != nil {
				return Places{}, fmt.Errorf("finding the data folder: %w; name one with --data", err)
			}
			data = filepath.Join(home, ".local", "share")
		}
		data = filepath.Join(data, "assent")
	}
	data, err := filepath.Abs(data)
	if err != nil {
		return Places{}, fmt.Errorf("finding the data folder: %w", err)
	}
	if socket == "" {
		socket = filepath.Join(data, "run", "assent.sock")
		if runtime := os.Getenv("XDG_RUNTIME_DIR"); runtime != "" {
			socket = filepath.Join(runtime, "assent", "assent.sock")
		}
	}
	socket, err = filepath.Abs(socket) // the lock tells it to programs in other folders
	if err != nil {
		return Places{}, fmt.Errorf("finding the socket: %w", err)
	}
	return Places{Data: data, Socket: socket}, nil
}

// OwnFolder makes sure that path is a folder that only this user can enter: a
// missing one is created 0700, one of another user or open to others is refused.
func OwnFolder(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("making the folder %s: %w", path, err)
	}
	if err := os.Mkdir(path, 0o700); err == nil {
		return nil
	} else if !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("making the folder %s: %w", path, err)
	}
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return fmt.Errorf("looking at the folder %s: %w", path, err)
	case !info.IsDir():
		return fmt.Errorf("%s is not a folder", path)
	case !ownedByMe(info):
		return fmt.Errorf("the folder %s belongs to another user; choose another one", path)
	case info.Mode().Perm()&0o077 != 0:
		return fmt.Errorf("the folder %s is open to other users; close it with chmod 700, or choose another one", path)
	}
	return nil
}

// databasePath is where a data folder keeps its log and what was agreed to.
func databasePath(folder string) string { return filepath.Join(folder, "assent.db") }

// writeFile replaces the file at path so that a crash leaves the old or the new one.
func writeFile(path string, data []byte) error {
	temporary, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(temporary.Name())
	_, err = temporary.Write(data)
	if err = errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		return err
	}
	return os.Rename(temporary.Name(), path)
}
