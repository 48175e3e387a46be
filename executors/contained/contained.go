// Package contained starts a program that Assent runs for an agent: with the environment
// it is given and no other, in a process group of its own, ended to the last of its
// children when its context or Assent itself ends, however that ends, and under Landlock
// where the kernel has it.
//
// The program that uses it calls Child first in its main: Assent starts itself again to
// watch over what it runs.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package contained

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Command is a program to start, and what it may touch of this machine. What is not
// named is not given: the zero value of each field is the narrow one.
type Command struct {
	Program string   // a path, or a name to be found in the PATH of Environment
	Args    []string // after the program's name
	Folder  string   // where it starts, absolute

	// Environment is all of it, as NAME=VALUE.
	Environment []string

	// Writable and Readable are absolute paths of files and folders; a folder is
	// everything below it. What is not there is passed over. The system's folders and
	// those of the program itself are readable beside them.
	Writable, Readable []string

	Offline bool  // no network, as far as the kernel can keep it from one
	Memory  int64 // bytes of data each process may have; 0: no limit

	// An *os.File is handed on as it is. Nothing is /dev/null.
	Input         io.Reader
	Output, Error io.Writer
}

// ErrEmbedded says that the program in which Assent runs did not call Child first.
var ErrEmbedded = errors.New("this program cannot watch over what it starts")

// Find returns the path of the program that name means where PATH and folder are these.
func Find(name, path, folder string) (string, error) {
	if strings.ContainsRune(name, filepath.Separator) {
		if !filepath.IsAbs(name) {
			name = filepath.Join(folder, name)
		}
		return name, executable(name)
	}
	for _, in := range filepath.SplitList(path) {
		if at := filepath.Join(in, name); filepath.IsAbs(in) && executable(at) == nil {
			return at, nil
		}
	}
	return "", fmt.Errorf("%w: no such program in PATH", os.ErrNotExist)
}

// find is Find for the command.
func (c Command) find() (string, error) { return Find(c.Program, c.variable("PATH"), c.Folder) }

// variable returns the value of a variable of the command's environment.
func (c Command) variable(name string) (value string) {
	for _, entry := range c.Environment {
		if v, ok := strings.CutPrefix(entry, name+"="); ok {
			value = v
		}
	}
	return value
}
