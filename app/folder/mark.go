package folder

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
)

// Mark is the name of the file by which the data folder is known again wherever it is
// seen: under another mount, moved, or copied. The folders in it bear the same.
const Mark = ".assent-data"

// Claim makes sure, as Own does, that path is a folder that only this user can enter, and
// that it bears the mark. It is the data folder or in it.
func (p Places) Claim(path string) error {
	if err := Own(path); err != nil {
		return err
	}
	mark, err := readMark(p.Data)
	if errors.Is(err, fs.ErrNotExist) {
		mark = []byte(rand.Text() + "\n")
		err = writeMark(p.Data, mark)
	}
	if err != nil {
		return fmt.Errorf("marking the data folder: %w", err)
	}
	if kept, err := readMark(path); err == nil && string(kept) == string(mark) {
		return nil
	}
	return writeMark(path, mark)
}

func readMark(folder string) ([]byte, error) {
	mark, err := ReadFile(filepath.Join(folder, Mark), 64)
	if err == nil && len(mark) < len(rand.Text()) {
		return nil, fs.ErrNotExist // it was emptied
	}
	return mark, err
}

func writeMark(folder string, mark []byte) error { return WriteFile(filepath.Join(folder, Mark), mark) }
