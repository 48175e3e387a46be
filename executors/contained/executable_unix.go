//go:build unix

package contained

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// executable returns nil for a file that this user may run.
func executable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%w: not a program", os.ErrPermission)
	}
	return unix.Access(path, unix.X_OK)
}
