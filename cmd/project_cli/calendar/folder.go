package calendar

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	files "assent/app/folder"
	"assent/cmd/project_cli/router"
)

// maxFile bounds a calendar file; ten thousand events take about five MiB.
const maxFile = 64 << 20

// folder is where the calendar files are: in it, and in the folders in it.
type folder string

// entry is a calendar file that was seen in the folder.
type entry struct {
	name    string // relative to the folder, with slashes
	regular bool   // it was no link
}

// entries returns the calendar files, sorted by name. A missing folder has none.
func (f folder) entries() (found []entry, err error) {
	at, err := os.ReadDir(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range at {
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case strings.HasSuffix(e.Name(), ".ics"):
			found = append(found, entry{e.Name(), e.Type().IsRegular()})
		case e.IsDir() || e.Type()&fs.ModeSymlink != 0:
			below, err := os.ReadDir(filepath.Join(string(f), e.Name()))
			if err != nil {
				continue // a link to no folder
			}
			for _, b := range below {
				if !strings.HasPrefix(b.Name(), ".") && strings.HasSuffix(b.Name(), ".ics") {
					found = append(found, entry{e.Name() + "/" + b.Name(), b.Type().IsRegular()})
				}
			}
		}
	}
	return found, err
}

// path returns where a named file is.
func (f folder) path(name string) string { return filepath.Join(string(f), filepath.FromSlash(name)) }

// read reads and splits a file. What is no regular file is not waited for.
func (f folder) read(name string) (*file, error) {
	data, err := readFile(f.path(name))
	if err != nil {
		return nil, err
	}
	return split(name, data)
}

func readFile(path string) ([]byte, error) {
	data, err := files.ReadFile(path, maxFile)
	var where *fs.PathError
	if errors.As(err, &where) {
		err = where.Err
	}
	return data, err
}

// each reads the folder's files, some at a time, and calls look with each; what look
// returns is gathered. A file that cannot be read is a problem. A file of which look
// returns nothing is not to be kept: its memory is another's next.
func each[T any](f folder, look func(*file) ([]T, []error)) (found []T, problems []router.Problem, err error) {
	entries, err := f.entries()
	if err != nil {
		return nil, nil, err
	}
	at, err := openFolder(string(f))
	if err != nil {
		return nil, nil, err
	}
	defer at.close()
	var (
		mu   sync.Mutex
		wait sync.WaitGroup
		next atomic.Int64
	)
	const some = 16 // at once: who takes them is not asked often
	for range min(runtime.NumCPU(), 8, len(entries)/some+1) {
		wait.Go(func() {
			var w worker[T]
			for {
				end := int(next.Add(some))
				if end-some >= len(entries) {
					break
				}
				for _, e := range entries[end-some : min(end, len(entries))] {
					w.look(at, e, look)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			found, problems = append(found, w.found...), append(problems, w.problems...)
		})
	}
	wait.Wait()
	slices.SortFunc(problems, func(a, b router.Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Message, b.Message))
	})
	return found, problems, nil
}

// worker reads some of a folder's files, one after the other.
type worker[T any] struct {
	found    []T
	problems []router.Problem
	memory   []byte
}

func (w *worker[T]) look(at handle, e entry, look func(*file) ([]T, []error)) {
	data, err := at.read(e, w.memory)
	w.memory = data
	var found []T
	wrong := []error{err}
	if err == nil {
		var f *file
		if f, err = split(e.name, data); err == nil {
			found, wrong = look(f)
		} else {
			wrong[0] = err
		}
	}
	for _, err := range wrong {
		w.problems = append(w.problems, router.Problem{File: e.name, Message: err.Error()})
	}
	if len(found) > 0 {
		w.found = append(w.found, found...)
		w.memory = nil
	}
}
