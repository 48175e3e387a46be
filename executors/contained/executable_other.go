//go:build !unix

package contained

import "os/exec"

// executable returns nil for a file that this user may run.
func executable(path string) error {
	_, err := exec.LookPath(path)
	return err
}
