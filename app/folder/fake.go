package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// fakeMark is the name of the file by which a data folder is known whose engines make up
// what they answer (serve --fake).
const fakeMark = ".assent-fake"

// Fake reports whether the data folder is one of engines with fakes. The error says that it
// cannot be told.
func (p Places) Fake() (bool, error) { return exists(filepath.Join(p.Data, fakeMark)) }

// Part keeps folders of engines with fakes apart from others: it marks a new folder for an
// engine with fakes, and refuses one that another kind of engine used. It is called with
// the folder's lock, before anything else is written there.
func (p Places) Part(fakes bool) error {
	marked, err := p.Fake()
	if err != nil {
		return fmt.Errorf("looking at the data folder: %w", err)
	}
	switch {
	case marked == fakes:
		return nil
	case marked:
		return fmt.Errorf("the data folder %s is one of --fake: what was made up stays out of a real log; choose another one with --data, or start with --fake", p.Data)
	}
	for _, path := range []string{filepath.Join(p.Data, Mark), p.Database()} {
		used, err := exists(path)
		if err != nil {
			return fmt.Errorf("looking at the data folder: %w", err)
		}
		if used {
			return fmt.Errorf("the data folder %s was used without --fake: what is made up stays out of a real log; choose another one with --data", p.Data)
		}
	}
	if err := WriteFile(filepath.Join(p.Data, fakeMark), []byte("What is in this folder was made up by assentctl serve --fake.\n")); err != nil {
		return fmt.Errorf("marking the data folder: %w", err)
	}
	return nil
}

// exists reports whether something is at path, whatever it is.
func exists(path string) (bool, error) {
	_, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
