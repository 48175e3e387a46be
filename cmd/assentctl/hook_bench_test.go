//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"

	"assent/app/assenttest"
)

// BenchmarkHook times a coding agent's hook from its start to its answer, as the agent
// waits for it: one whose window is open, one of a guard that has nothing to ask about,
// and beside them a program that does nothing.
func BenchmarkHook(b *testing.B) {
	d := assenttest.New(b, assenttest.Allowing)
	read := `{"session_id":"s","cwd":"/","hook_event_name":"%","tool_name":"Read","tool_input":{"file_path":"` + d.Home + `/notes.md"}}`
	if err := os.WriteFile(d.Home+"/notes.md", []byte("remember the milk\n"), 0o600); err != nil {
		b.Fatal(err)
	}
	for name, event := range map[string]string{"asked": "PermissionRequest", "silent": "PreToolUse"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				cmd := exec.Command("assentctl", "hook", "claude-code", "--socket", d.Socket)
				cmd.Env = append(os.Environ(), "HOME="+d.Home)
				cmd.Stdin = strings.NewReader(strings.Replace(read, "%", event, 1))
				out, err := cmd.Output()
				if err != nil || bytes.Contains(out, []byte("allow")) != (name == "asked") {
					b.Fatalf("%s, %v", out, err)
				}
			}
		})
	}
	b.Run("true", func(b *testing.B) {
		for b.Loop() {
			if err := exec.Command("true").Run(); err != nil {
				b.Fatal(err)
			}
		}
	})
}
