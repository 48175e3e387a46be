package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Own makes sure that path is a folder that only this user can enter: a missing one is
// created 0700, one of another user or open to others is refused.
func Own(path string) error {
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
