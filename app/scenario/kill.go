package scenario

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
)

// kill has Assent end without a word, as a killed process does: what its folder holds at
// that moment is there for the one that starts anew, and nothing that it does while it
// really ends. Its host and person hear no more of it.
func (p *player) kill() error {
	data := p.places().Data
	left := data + ".left"
	if err := snapshot(data, left); err != nil {
		return err
	}
	return p.again(func() error {
		p.taken()
		return errors.Join(os.RemoveAll(data), os.Rename(left, data))
	})
}

// snapshots is how often a folder is copied at most, until nothing changed meanwhile.
const snapshots = 100

// snapshot copies the folder as it is at one moment.
func snapshot(from, to string) error {
	for range snapshots {
		before, err := stateOf(from)
		if err != nil {
			return err
		}
		if err := copyFolder(from, to); err != nil {
			return err
		}
		after, err := stateOf(from)
		if err != nil {
			return err
		}
		if maps.Equal(before, after) {
			return nil
		}
		if err := os.RemoveAll(to); err != nil {
			return err
		}
	}
	return errors.New("the data folder does not come to rest")
}

// stateOf returns what shows that a folder's files changed.
func stateOf(folder string) (map[string]string, error) {
	state := map[string]string{}
	err := eachFile(folder, func(path string, info fs.FileInfo) error {
		state[path] = fmt.Sprint(info.Size(), info.ModTime().UnixNano())
		return nil
	})
	return state, err
}

func copyFolder(from, to string) error {
	return eachFile(from, func(path string, info fs.FileInfo) error {
		target := filepath.Join(to, strings.TrimPrefix(path, from))
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return err
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, info.Mode().Perm())
	})
}

// eachFile visits the regular files of a folder but what SQLite shares between processes
// that live.
func eachFile(folder string, visit func(path string, info fs.FileInfo) error) error {
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() || strings.HasSuffix(path, "-shm") {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		return visit(path, info)
	})
	if err != nil {
		return fmt.Errorf("copying the data folder: %w", err)
	}
	return nil
}
