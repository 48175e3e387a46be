package chooser

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// entry is a file or a folder in the list.
type entry struct {
	name   string
	folder bool
}

// entriesShown is how many entries of a folder are shown, entriesRead how many are looked
// at.
const entriesShown, entriesRead = 2000, 20_000

// entriesOf returns what is in a folder: folders first, what is hidden last, each by its name.
// Links are what they lead to.
func entriesOf(folder string, foldersOnly bool) (entries []entry, err error) {
	if info, err := os.Stat(folder); err != nil || !info.IsDir() { // opening may wait for ever
		return nil, errors.Join(err, errNoFolder)
	}
	dir, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	all, err := dir.ReadDir(entriesRead)
	if err != nil && err != io.EOF {
		return nil, err
	}
	for _, one := range all {
		e := entry{one.Name(), one.IsDir()}
		if one.Type()&os.ModeSymlink != 0 {
			info, err := os.Stat(filepath.Join(folder, e.name))
			e.folder = err == nil && info.IsDir()
		}
		if e.folder || !foldersOnly {
			entries = append(entries, e)
		}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(first(a.folder, b.folder), first(!hidden(a), !hidden(b)),
			strings.Compare(strings.ToLower(a.name), strings.ToLower(b.name)), strings.Compare(a.name, b.name))
	})
	return entries[:min(len(entries), entriesShown)], nil
}

var errNoFolder = errors.New("this is no folder")

func hidden(e entry) bool { return strings.HasPrefix(e.name, ".") }

// first orders what holds before what does not.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
