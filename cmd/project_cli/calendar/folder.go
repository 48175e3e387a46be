package calendar

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"assent/cmd/project_cli/router"
)

// maxFile bounds a calendar file; ten thousand events take about five MiB.
const maxFile = 64 << 20

// folder is where the calendar files are: in it, and in the folders in it.
type folder string

// names returns the calendar files by their names relative to the folder, sorted. A
// missing folder has none.
func (f folder) names() (names []string, err error) {
	entries, err := os.ReadDir(string(f))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case strings.HasSuffix(e.Name(), ".ics"):
			names = append(names, e.Name())
		case e.IsDir() || e.Type()&fs.ModeSymlink != 0:
			below, err := os.ReadDir(filepath.Join(string(f), e.Name()))
			if err != nil {
				continue // a link to no folder
			}
			for _, b := range below {
				if !strings.HasPrefix(b.Name(), ".") && strings.HasSuffix(b.Name(), ".ics") {
					names = append(names, e.Name()+"/"+b.Name())
				}
			}
		}
	}
	return names, err
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
	file, err := os.OpenFile(path, os.O_RDONLY|nonBlocking, 0)
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case info.Size() > maxFile:
		return nil, errors.New("it is larger than 64 MiB")
	}
	data := make([]byte, info.Size())
	_, err = io.ReadFull(file, data)
	return data, err
}

// each reads the folder's files, some at a time, and calls look with each; what look
// returns is gathered. A file that cannot be read is a problem.
func each[T any](f folder, look func(*file) ([]T, []error)) (found []T, problems []router.Problem, err error) {
	names, err := f.names()
	if err != nil {
		return nil, nil, err
	}
	var (
		mu   sync.Mutex
		wait sync.WaitGroup
		next = make(chan string, 64)
	)
	for range min(runtime.NumCPU(), 8) {
		wait.Go(func() {
			var mine []T
			var wrong []router.Problem
			for name := range next {
				file, err := f.read(name)
				var some []T
				failed := []error{err}
				if err == nil {
					some, failed = look(file)
				}
				mine = append(mine, some...)
				for _, err := range failed {
					wrong = append(wrong, router.Problem{File: name, Message: err.Error()})
				}
			}
			mu.Lock()
			defer mu.Unlock()
			found, problems = append(found, mine...), append(problems, wrong...)
		})
	}
	for _, name := range names {
		next <- name
	}
	close(next)
	wait.Wait()
	slices.SortFunc(problems, func(a, b router.Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Message, b.Message))
	})
	return found, problems, nil
}
