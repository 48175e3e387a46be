package clients

import (
	"fmt"
	"os"
)

// edit is one thing that Assent puts into a file and takes out again.
type edit struct {
	path  string
	open  func(text []byte) (document, error)
	put   func(document) error
	take  func(document) error
	owned func(document) bool // the file holds something of ours
}

// install returns the change that puts our entries in.
func (e edit) install() (Change, error) {
	return e.change(e.put)
}

// uninstall returns the change that takes our entries out, and the files kept beside it
// that it needs no more: the bytes from before where nothing else changed since.
func (e edit) uninstall() (Change, []string, error) {
	c, err := e.change(e.take)
	if err != nil || c.Empty() {
		return c, nil, err
	}
	var files []string
	for now := c.Before; ; {
		before, file, ok := kept(c.Path, now)
		if !ok {
			return c, nil, nil
		}
		files = append(files, file)
		original, err := e.open(before)
		if err != nil {
			return c, nil, nil
		}
		without, err := e.open(c.After)
		if err != nil {
			return c, nil, err
		}
		if !e.owned(original) && e.take(original) == nil && sameBut(original, without) {
			c.After = before
			return c, files, nil
		}
		now = before
	}
}

func (e edit) change(f func(document) error) (Change, error) {
	path, err := realPath(e.path)
	if err != nil {
		return Change{}, err
	}
	c := Change{Path: path}
	if c.Before, err = read(path); err != nil {
		return Change{}, err
	}
	d, err := e.open(c.Before)
	if err != nil {
		return Change{}, fmt.Errorf("%s was left alone: %w", path, err)
	}
	empty := d.bytes()
	if err := f(d); err != nil {
		return Change{}, fmt.Errorf("%s was left alone: %w", path, err)
	}
	c.After = d.bytes()
	if c.Before == nil && string(c.After) == string(empty) {
		c.After = nil // nothing was put into a file that is not there
	}
	return c, nil
}

// undo writes the change and removes what was kept for it.
func (c Change) undo(files []string) error {
	if err := c.Apply(false); err != nil {
		return err
	}
	for _, file := range files {
		if err := os.Remove(file); err != nil {
			return err
		}
	}
	return nil
}
