//go:build linux

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"assent/app/assenttest"
)

// block is a part of a page that is to be run, as it stands there.
var block = regexp.MustCompile("(?ms)^```(sh|python|js)\n(.*?)^```$")

// TestDocs runs what the pages tell a reader to run, in their order, in a folder that
// looks like this one after make build, for a reader with an empty home.
func TestDocs(t *testing.T) {
	t.Parallel()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"README.md", "docs/protocol.md", "docs/testing.md", "docs/scenarios.md"} {
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(filepath.Join(root, page))
			if err != nil {
				t.Fatal(err)
			}
			for _, program := range []string{"bash", "python3", "node"} {
				if _, err := exec.LookPath(program); err != nil {
					t.Skipf("%s is not installed: what the pages say of it cannot be run", program)
				}
			}
			script := "set -eu\ntrap 'kill $(jobs -p) 2>/dev/null || :; wait' EXIT\n"
			for _, part := range block.FindAllStringSubmatch(string(text), -1) {
				switch code := part[2]; part[1] {
				case "python":
					script += "python3 - <<'CODE'\n" + code + "CODE\n"
				case "js":
					script += "node - <<'CODE'\n" + code + "CODE\n"
				default:
					script += code
				}
			}
			cmd := exec.CommandContext(assenttest.Patient(t), "bash", "-c", script)
			cmd.Dir = checkout(t, root)
			cmd.WaitDelay = 10 * time.Second // what a block leaves running holds the output open
			cmd.Env = append(os.Environ(), "HOME="+cmd.Dir+"/home", "XDG_RUNTIME_DIR=", "XDG_DATA_HOME=", "PATH="+cmd.Dir+"/tools:"+os.Getenv("PATH"))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// checkout makes the folder of who reads the pages: with the programs built.
func checkout(t *testing.T, root string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "docs") // a socket's path is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	program := assentctl(t)
	for _, do := range []error{
		os.Mkdir(dir+"/home", 0o700), os.Mkdir(dir+"/build", 0o700), os.Mkdir(dir+"/tools", 0o700),
		os.Symlink(filepath.Join(root, "assets"), dir+"/assets"), os.Symlink(program, dir+"/build/assentctl"),
		os.WriteFile(dir+"/tools/make", []byte("#!/bin/sh\n"), 0o700), // what it would build is there
	} {
		if do != nil {
			t.Fatal(do)
		}
	}
	return dir
}
