package folder

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Lock is held by the one engine of a data folder, for as long as it lives.
type Lock struct{ file *os.File }

// Locked says that another engine holds the data folder.
type Locked struct {
	Holder string // "assent, process 4711"
	Socket string // where it listens
}

func (l *Locked) Error() string { return "this data folder is in use by " + l.Holder }

// Acquire takes the lock of the data folder in the name of program, which listens on
// the socket. It returns a *Locked when another engine has it. The folder must exist.
func Acquire(places Places, program string) (*Lock, error) {
	file, err := os.OpenFile(filepath.Join(places.Data, "lock"), os.O_RDWR|os.O_CREATE, 0o600) // to write, which waits for no reader of a FIFO
	if err != nil {
		return nil, fmt.Errorf("opening the lock of the data folder: %w", err)
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(fmt.Errorf("the lock of the data folder is not a regular file"), err, file.Close())
	}
	if err := lockFile(file); err != nil {
		defer file.Close()
		return nil, readHolder(file)
	}
	holder := fmt.Sprintf("%s, process %d\n%s\n", program, os.Getpid(), places.Socket)
	err = file.Truncate(0)
	if err == nil {
		_, err = file.WriteAt([]byte(holder), 0)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("writing the lock of the data folder: %w", err)
	}
	return &Lock{file}, nil
}

// Release lets another engine have the folder.
func (l *Lock) Release() error { return errors.Join(unlockFile(l.file), l.file.Close()) }

func readHolder(file *os.File) *Locked {
	text := make([]byte, 4096)
	n, _ := file.ReadAt(text, 0)
	holder, socket, _ := strings.Cut(string(text[:n]), "\n")
	if holder == "" {
		holder = "another program"
	}
	return &Locked{Holder: holder, Socket: strings.TrimSpace(socket)}
}
