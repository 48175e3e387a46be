//go:build linux

package main_test

import (
	"os/exec"
	"testing"
)

// TestDesktopFiles checks what the desktop and software centres read of Assent.
func TestDesktopFiles(t *testing.T) {
	t.Parallel()
	const folder = "../../assets/desktop/io.assent.Assent"
	for _, check := range [][]string{
		{"desktop-file-validate", "--warn-kde", folder + ".desktop"},
		{"appstreamcli", "validate", "--no-net", "--strict", folder + ".metainfo.xml"},
	} {
		out, err := exec.Command(check[0], check[1:]...).CombinedOutput()
		if err != nil {
			t.Errorf("%s: %v\n%s", check[0], err, out)
		}
	}
}
