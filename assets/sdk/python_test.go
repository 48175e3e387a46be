package sdk_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"assent/app/assenttest"
)

// python returns a command of a Python that the library is for. Where there is none the
// test is skipped.
func python(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if err := exec.Command("python3", "-c", "import sys; sys.exit(sys.version_info < (3, 11))").Run(); err != nil {
		t.Skipf("there is no python3 of 3.11 or newer: %v", err)
	}
	cmd := exec.CommandContext(t.Context(), "python3", args...)
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "PYTHONPATH="+abs(t, "python"))
	return cmd
}

// The library's own tests.
func TestPython(t *testing.T) {
	t.Parallel()
	cmd := python(t, "-W", "error", "-m", "unittest")
	cmd.Dir = "python"
	passes(t, cmd)
}

// A program in Python against an engine and its person, over either door.
func TestPythonProgram(t *testing.T) {
	t.Parallel()
	const program = `
import os
import assent

env = os.environ
with assent.connect(env["ASSENT_AGENT_ID"], env["ASSENT_CONVERSATION_ID"], sandbox=env.get("ASSENT_SANDBOX"), api_key=env.get("ASSENT_API_KEY")) as agent:
    try:
        print(agent.call("fetch_url", {"url": "https://example.com"})["body"])
    except assent.ToolError as error:
        print(error)
`
	for answers, want := range map[string]string{assenttest.Allowing: "the page of example.com", denying: "tool denied: user_rejected"} {
		for name, open := range doors {
			t.Run(want+" over the "+name, func(t *testing.T) {
				t.Parallel()
				cmd := python(t, "-c", program)
				cmd.Env = append(cmd.Env, open(t, answers, manifest(t, "002")).env...)
				if out, err := cmd.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != want {
					t.Errorf("it says %q, not %q: %v", out, want, err)
				}
			})
		}
	}
}

// What pip installs, without a network, is the library and nothing else.
func TestPythonPip(t *testing.T) {
	t.Parallel()
	if err := python(t, "-m", "pip", "--version").Run(); err != nil {
		t.Skip("this python3 has no pip")
	}
	target := t.TempDir()
	passes(t, python(t, "-m", "pip", "install", "--quiet", "--no-index", "--disable-pip-version-check", "--root-user-action=ignore", "--target", target, abs(t, "python")))
	if found, err := filepath.Glob(filepath.Join(target, "*")); err != nil || len(found) != 2 {
		t.Errorf("installed are %q (%v), not the library and its description", found, err)
	}
	try := python(t, "-c", "import assent; print(assent.manifest_hash({}), assent.__file__)")
	try.Env = append(try.Env, "PYTHONPATH="+target)
	if out, err := try.CombinedOutput(); err != nil || !strings.HasPrefix(string(out), "44136fa3") || !strings.Contains(string(out), target) {
		t.Errorf("%v: %s", err, out)
	}
}
